# shellcheck shell=bash
# The contract tests: a live server of the debug build, a seeded merchant, and Python against it.

# contract_tests FOLDER: FOLDER is scratch; the cluster runs.
contract_tests() {
    local folder=$1 paysheet=$top/.build/debug/paysheet result=0
    cluster_database contract
    DATABASE_URL=$(cluster_url contract contract)
    export DATABASE_URL PORT=0 PAYSHEET_MASTER_KEY_FILE=$folder/master.key
    # Generated requests come faster than any buyer's; limits have tests of their own.
    export PAYSHEET_CALLS_PER_SECOND=1000000 PAYSHEET_ATTEMPTS_PER_MINUTE=1000000
    export PAYSHEET_WRONG_CODES_PER_MINUTE=1000000
    # A line for each of thousands of requests would bury what the tests say.
    export PAYSHEET_LOG=warning PAYSHEET_EXECUTABLE=$paysheet
    attend "$paysheet" migrate
    server_start "$paysheet" "$folder" >"$folder/server.log"
    attend "$paysheet" seed-demo --env-file "$folder/demo.env" --url "$server_url"
    set -a
    # shellcheck source=/dev/null
    . "$folder/demo.env"
    set +a
    attend_status result "$top/bin/lib/filtered" "w $folder/contract.log
        /^\\(FAILED\\|ERROR\\) /w $folder/issues" \
        "$venv/bin/python" "$top/Tests/contract/run.py"
    count_line contract "$result" "$folder/contract.log"
    remember_failures "$folder/issues"
}
