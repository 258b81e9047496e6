# shellcheck shell=bash
# The CPU cost of Apple's payment tokens: verified and opened, without the statements of a payment.

# tokens_run: measures a new token in each round; writes bench/TOKENS.md.
tokens_run() {
    local folder=$scratch/devices times=$((seconds * 300)) round number
    pip_install "$top/Tests/contract/requirements.txt"
    attend "$venv/bin/python" "$top/Tests/contract/device.py" "$folder"
    for ((round = 1; round <= rounds; round++)); do
        "$venv/bin/python" "$top/Tests/contract/device.py" "$folder" token 2500 >"$folder/token"
        "$paysheet" token open --token "$folder/token" --key "$folder/merchant.key" \
            --merchant-id merchant.example.toast --root "$folder/root.pem" --times "$times" 2>/dev/null
    done >"$folder/costs"
    number=$(wc -l <"$folder/costs")
    {
        say_circumstances | sed '1s/.*/# Payment tokens/'
        echo "EC_v1, as Apple signs it: root on P-384, intermediate and leaf on P-256. From parsed JSON to the payload, CPU of the"
        echo "process, mean of $times; median of $number rounds, least and most."
        echo
        echo "| | µs | wanted |"
        echo "|---|---|---|"
        tokens_row cold "nothing remembered" 1300
        tokens_row known "the verified intermediate known" 500
    } >"$scratch/tokens.md"
    cat "$scratch/tokens.md"
    [ -n "$quick" ] || keep_table "$scratch/tokens.md" TOKENS.md
}

# tokens_row MEMBER NAME WANTED
tokens_row() {
    sed "s/.*\"$1Microseconds\":\([0-9]*\).*/\1/" "$scratch/devices/costs" | sort -n |
        awk -v name="$2" -v wanted="$3" '{ all[NR] = $1 }
            END { print "| " name " | " all[int((NR + 1) / 2)] " (" all[1] " to " all[NR] ") | " wanted " |" }'
}
