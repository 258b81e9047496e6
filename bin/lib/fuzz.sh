# shellcheck shell=bash
# The fuzzer of the contacts' rules.

# fuzz_contacts SECONDS: builds it with libFuzzer, and runs it with a fixed seed for so long.
fuzz_contacts() {
    local folder=$top/.build/fuzz found
    PAYSHEET_FUZZ=yes attend swift build --package-path "$top" --sanitize=fuzzer --product FuzzContacts \
        --scratch-path "$folder"
    found=$(mktemp -d)
    if ! attend "$folder/debug/FuzzContacts" -seed=1 -max_total_time="$1" -max_len=2048 -timeout=5 \
        -rss_limit_mb=1024 -print_final_stats=1 -artifact_prefix="$found/" >"$found/said" 2>&1; then
        tail -n 30 "$found/said"
        die "the fuzzer broke the contacts' rules with what is in $found"
    fi
    note "$(sed -n 's/^stat::number_of_executed_units: *//p' "$found/said") contacts of the fuzzer's own making broke nothing"
    rm -rf "$found"
}
