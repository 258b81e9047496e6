# shellcheck shell=bash
# Searches for the values that tests have planted in thousands of calls, valid and invalid: none of
# them may be in a log or in a row.

# planted_nowhere FOLDER: fails on a planted value in a log of the folder, or in a row that a test
# left in the cluster.
planted_nowhere() {
    local folder=$1 name good=0 bad=0
    for name in "$folder"/*.log; do
        planted_look "${name##*/}" <"$name"
    done
    for name in $(cluster_sql postgres "SELECT datname FROM pg_database
        WHERE datname = 'contract' OR datname LIKE 'paysheet_shared_%'"); do
        # Ignore its warning about a restore, which never happens; planted.py detects an empty dump.
        as_postgres "$(postgres_program pg_dump)" --data-only --host "$cluster_socket" \
            --username postgres "$name" >"$folder/dump" 2>/dev/null || true
        planted_look "$name" <"$folder/dump"
    done
    rm -f "$folder/dump"
    count "places without anything planted" "$bad" "$good" "$bad" 0
}

# planted_look NAME: checks standard input, and counts into the caller's good and bad.
planted_look() {
    local said
    if said=$(python3 "$top/bin/lib/planted.py" "$1"); then
        good=$((good + 1))
    else
        bad=$((bad + 1))
        note "$said"
        failures+=$said$'\n'
    fi
}
