# shellcheck shell=bash
# The contract and browser tests: a live server of the debug build with a seeded merchant, and
# Python or a browser as the client.

# contract_server FOLDER: starts it; FOLDER is scratch, and the cluster is running.
contract_server() {
    local folder=$1 paysheet=$top/.build/debug/paysheet
    cluster_database contract
    DATABASE_URL=$(cluster_url contract contract)
    export DATABASE_URL PORT=0 PAYSHEET_MASTER_KEY_FILE=$folder/master.key
    # Generated requests are faster than any buyer's; limits have tests of their own.
    export PAYSHEET_CALLS_PER_SECOND=1000000 PAYSHEET_ATTEMPTS_PER_MINUTE=1000000
    export PAYSHEET_WRONG_CODES_PER_MINUTE=1000000
    export PAYSHEET_PHONE_CALLS_PER_SECOND=1000000
    # A line for each of thousands of requests would hide the tests' output.
    export PAYSHEET_LOG=warning PAYSHEET_EXECUTABLE=$paysheet PAYSHEET_DEMO=on
    # Devices whose tokens are accepted like Apple's.
    export PAYSHEET_DEVICES=$folder/devices PAYSHEET_TEST_CERTIFICATES=$folder/authorities.pem
    attend "$venv/bin/python" "$top/Tests/contract/support/device.py" "$PAYSHEET_DEVICES"
    # Also the demo's gift card, as in bin/run.
    authority_keep "$folder/authority" pass.example.paysheet.demo
    cat "$PAYSHEET_DEVICES/authorities.pem" "$folder/authority/authorities.pem" >"$PAYSHEET_TEST_CERTIFICATES"
    # It ends when the last process that can write to it ends.
    exec {stripe_input}> >(exec "$venv/bin/python" "$top/Tests/stripe/serve.py" "$folder/stripe" \
        >"$folder/stripe.log" 2>&1)
    until [ -s "$folder/stripe" ]; do
        is_running $! || fail "the Stripe of the tests did not start: $folder/stripe.log"
        sleep 0.05
    done
    export PAYSHEET_STRIPE
    PAYSHEET_STRIPE=http://127.0.0.1:$(<"$folder/stripe")
    attend "$paysheet" migrate
    server_start "$paysheet" "$folder" >"$folder/server.log"
    attend "$paysheet" seed-demo --env-file "$folder/demo.env" --url "$server_url" \
        --pass-certificate "$folder/authority/pass.pem" --pass-key "$folder/authority/pass.key"
    set -a
    # shellcheck source=/dev/null
    . "$folder/demo.env"
    set +a
}

# python_tests TITLE TESTS FOLDER: runs a folder's tests against that server.
python_tests() {
    local title=$1 tests=$2 folder=$3 result=0
    attend_status result "$top/bin/lib/filtered" "w $folder/$title.log
        /^\\(FAILED\\|ERROR\\) /w $folder/issues" \
        "$venv/bin/python" "$top/Tests/contract/run.py" "$tests"
    count_line "$title" "$result" "$folder/$title.log"
    remember_failures "$folder/issues"
}
