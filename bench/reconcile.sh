# shellcheck shell=bash
# The cost of comparing Paysheet's books with the processor's: a day of payments, of which a hundred
# differ.

# reconcile_run: uses a database of its own on the bench's cluster in each round; writes the table.
reconcile_run() {
    local count=10000 round table=$scratch/reconcile.md folder=$scratch/reconcile
    [ -z "$quick" ] || count=1000
    server_stop
    mkdir "$folder"
    for ((round = 1; round <= rounds; round++)); do
        reconcile_round "$round" "$count" "$folder" >>"$folder/rounds" || exit
    done
    {
        echo "# Reconciliation"
        echo
        echo "Made by \`bin/bench reconcile\` on $(date -u '+%Y-%m-%d %H:%M') UTC, commit $(git -C "$top" rev-parse --short HEAD):" \
            "\`paysheet reconcile\` of $count payments of one merchant's yesterday, 100 of them otherwise in the sandbox's books," \
            "20 each missing, unexpected, doubled, of another amount, in another state. $(nproc) cores" \
            "($(lscpu | sed -n 's/^Model name: *//p')) with Postgres on them; Linux $(uname -r); PostgreSQL" \
            "$(cluster_sql paysheet 'SHOW server_version'); load $(cut -d ' ' -f 1 /proc/loadavg) at the end." \
            "Cluster: $(cluster_sql paysheet "SELECT string_agg(name || ' ' || setting, ', ') FROM pg_settings
            WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes')")."
        echo
        echo "\"First\" writes the differences and their events, \"again\" finds them reported already, \"sound\" is after the sandbox's books were" \
            "mended. Each is the whole command, from its start to its end. Wanted: 100 found, none false, within 10 s."
        echo
        echo "| round | first, s | found of 100 | false | events | again, s | found | events | sound, s | found | RSS of the first, MiB |"
        echo "|---|---|---|---|---|---|---|---|---|---|---|"
        cat "$folder/rounds"
    } >"$table"
    cat "$table"
    [ -n "$quick" ] || keep_table "$table" RECONCILE.md
}

# reconcile_round NUMBER COUNT FOLDER: a row of the table.
reconcile_round() {
    local name=reconcile$1 count=$2 folder=$3 url first again sound rss events found false_ones later
    cluster_database "$name"
    url=$(cluster_url "$name" "$name")
    { DATABASE_URL=$url "$paysheet" migrate && DATABASE_URL=$url "$paysheet" merchants create Compared; } >"$folder/log" ||
        die "the database could not be made; see $folder/log"
    sed -e "s/:rows/$count/g" "$top/bench/reconcile.sql" |
        as_postgres psql --quiet --no-psqlrc --set ON_ERROR_STOP=1 "host=$cluster_socket user=postgres dbname=$name" >>"$folder/log" ||
        die "the payments could not be made; see $folder/log"
    cluster_sql "$name" CHECKPOINT >/dev/null
    first=$(reconcile_once "$url" "$folder/first") || exit
    rss=$(sed -n 's/^rss //p' "$folder/first.rss")
    cut -d ' ' -f 1,7 "$folder/first" | sed -n 's/^\(missing\|unexpected\|doubled\|amount\|state\) /&/p' | sort >"$folder/found"
    cluster_sql "$name" "SELECT kind || ' ' || key FROM planted" | LC_ALL=C sort >"$folder/planted"
    LC_ALL=C sort -o "$folder/found" "$folder/found"
    found=$(comm -12 "$folder/found" "$folder/planted" | wc -l)
    false_ones=$(comm -23 "$folder/found" "$folder/planted" | wc -l)
    events=$(reconcile_events "$name")
    again=$(reconcile_once "$url" "$folder/again") || exit
    later=$(reconcile_events "$name")
    cluster_sql "$name" "TRUNCATE sandbox.charges;
        INSERT INTO sandbox.charges (merchant_id, key, state, amount, approved, currency, outcome, card_network, card_last_four,
            captured, created_at, visible_at, hold_ends_at, held, taken, refunded)
        SELECT merchant_id, 'att_' || substr(reference, 9), 'charged', amount, amount, currency, 'approve', 'Visa', '4242', false,
            started_at, started_at, capture_before, approved, captured, refunded FROM attempts" >/dev/null
    sound=$(reconcile_once "$url" "$folder/sound") || exit
    echo "| $1 | $first | $found | $false_ones | $events | $again | $(reconcile_found "$folder/again") | $((later - events)) more" \
        "| $sound | $(reconcile_found "$folder/sound") | $((rss / 1024)) |"
    cluster_sql postgres "DROP DATABASE $name" >/dev/null
}

# reconcile_once URL FILE: prints the seconds of one run; writes its lines to the file and its peak
# memory beside it.
reconcile_once() {
    local began=$EPOCHREALTIME status=0
    DATABASE_URL=$1 PAYSHEET_LOG=warning python3 "$top/bench/largest.py" "$2.rss" "$paysheet" reconcile >"$2" 2>"$2.log" || status=$?
    [ "$status" -le 1 ] || die "the comparison failed: $(tail -qn 2 "$2" "$2.log")"
    awk -v microseconds="$((${EPOCHREALTIME/[.,]/} - ${began/[.,]/}))" 'BEGIN { printf "%.2f", microseconds / 1e6 }'
}

reconcile_found() { sed -n 's/^\([0-9]*\) discrepancies;.*/\1/p' "$1"; }

reconcile_events() { cluster_sql "$1" "SELECT count(*) FROM events WHERE type = 'reconciliation.discrepancy'"; }
