# shellcheck shell=bash
# The CPU cost of signing a pass: digests of its files, manifest, signature and archive; the cost of
# phones that fetch it, and of notifying them of a change.

# passes_run: signs a pass of 300 KB, most of it pictures, with an RSA key of 2,048 bits like
# Apple's; writes bench/PASSES.md.
passes_run() {
    local folder=$scratch/passes times=$((seconds * 50)) round
    mkdir -p "$folder/pass"
    authority_make "$folder" pass.example.toast 30
    cat >"$folder/pass/pass.json" <<'JSON'
{"formatVersion": 1, "passTypeIdentifier": "pass.example.toast", "teamIdentifier": "TOAST12345", "serialNumber": "1",
 "organizationName": "Toast", "description": "A card for coffee",
 "storeCard": {"primaryFields": [{"key": "balance", "label": "Left", "value": 25, "currencyCode": "USD"}]}}
JSON
    local name bytes
    while read -r name bytes; do
        { printf '\211PNG\r\n\032\n' && head -c "$bytes" /dev/urandom; } >"$folder/pass/$name.png"
    done <<<"icon 3000
icon@2x 8000
icon@3x 14000
logo 10000
logo@2x 25000
logo@3x 40000
strip 30000
strip@2x 70000
strip@3x 100000"
    for ((round = 1; round <= rounds; round++)); do
        "$paysheet" pass sign "$folder/pass" --certificate "$folder/pass.pem" --key "$folder/pass.key" \
            --intermediate "$folder/relations.pem" -o "$folder/out.pkpass" --times "$times"
    done >"$folder/costs"
    push_serve "$folder"
    wallet_run "$folder"
    push_run "$folder"
    push_stop
    {
        say_circumstances | sed '1s/.*/# Passes/'
        echo "A pass of 300 KB in ten files, signed by an RSA key of 2,048 bits: CPU of the process, mean of $times; median of $rounds rounds,"
        echo "least and most."
        echo
        echo "| | µs | wanted |"
        echo "|---|---|---|"
        sed 's/.*:\([0-9]*\).*/\1/' "$folder/costs" | sort -n |
            awk '{ all[NR] = $1 }
                END { print "| signed | " all[int((NR + 1) / 2)] " (" all[1] " to " all[NR] ") | 4000 |" }'
        cat "$folder/wallet.md" "$folder/push.md"
    } >"$scratch/passes.md"
    cat "$scratch/passes.md"
    [ -n "$quick" ] || keep_table "$scratch/passes.md" PASSES.md
}
