# shellcheck shell=bash
# Adds up the runners' counts, and prints the failures and then the totals as the last line.

passed=0
failed=0
skipped=0
failures=

# count_tests TITLE STATUS XUNIT-FILE: counts the runner's own report. A missing report means that
# the runner did not finish, and a report without failures does not excuse a nonzero status.
count_tests() {
    local title=$1 status=$2 line tests=0 bad=0 left=0
    line=$(grep -m 1 '<testsuite ' "$3" 2>/dev/null) || line=
    if [ -n "$line" ]; then
        tests=$(attribute tests "$line")
        bad=$(($(attribute failures "$line") + $(attribute errors "$line")))
        left=$(attribute skipped "$line")
    fi
    count "$title" "$status" $((tests - bad - left)) "$bad" "$left"
}

attribute() { sed -E "s/.* $1=\"([0-9]+)\".*/\1/" <<<"$2"; }

# count_line TITLE STATUS FILE: counts a runner whose output ends with "N passed, N failed".
count_line() {
    local line numbers
    line=$(grep -E '^[0-9]+ passed, [0-9]+ failed' "$3" | tail -n 1) || line=
    read -ra numbers <<<"$(tr -cs 0-9 ' ' <<<"$line")"
    count "$1" "$2" "${numbers[0]-0}" "${numbers[1]-0}" "${numbers[2]-0}"
}

# count TITLE STATUS PASSED FAILED SKIPPED
count() {
    local bad=$4
    if [ "$2" != 0 ] && [ "$bad" = 0 ]; then bad=1; fi
    note "$1: $3 passed, $bad failed, $5 skipped"
    passed=$((passed + $3))
    failed=$((failed + bad))
    skipped=$((skipped + $5))
}

# remember_failures FILE: repeats its lines at the end, where a reader of a long log looks.
remember_failures() {
    local said
    said=$(cut -c 1-300 "$1" 2>/dev/null) || return 0
    [ -z "$said" ] || failures+=$said$'\n'
}

# say_counts: prints the failures and, as the last line, the totals. A run without tests has failed.
say_counts() {
    [ $((passed + failed)) != 0 ] || failed=1
    printf %s "$failures"
    echo "$passed passed, $failed failed, $skipped skipped"
    [ "$failed" = 0 ]
}
