# shellcheck shell=bash
# The fuzzer of the contact rules.

# fuzz_contacts SECONDS: builds the fuzzer with libFuzzer, and runs it for that time with a fixed
# seed.
fuzz_contacts() {
    local folder=$top/.build/fuzz found
    PAYSHEET_FUZZ=yes attend swift build --package-path "$top" --sanitize=fuzzer --product FuzzContacts \
        --scratch-path "$folder"
    found=$(mktemp -d)
    if ! attend "$folder/debug/FuzzContacts" -seed=1 -max_total_time="$1" -max_len=2048 -timeout=5 \
        -rss_limit_mb=1024 -print_final_stats=1 -artifact_prefix="$found/" >"$found/said" 2>&1; then
        tail -n 30 "$found/said"
        die "the fuzzer found a crash in the contact rules; see the input in $found"
    fi
    note "$(sed -n 's/^stat::number_of_executed_units: *//p' "$found/said") generated contacts caused no failure"
    rm -rf "$found"
}
