# shellcheck shell=bash
# The cost of billing: subscriptions that are due all at once, charged by the sandbox without a
# delay; and the cost of finding a few due ones among very many.

# billing_run: uses databases of its own on the bench's cluster; writes the table.
billing_run() {
    local count=100000 one two table=$scratch/billing.md
    [ -z "$quick" ] || count=5000
    server_stop
    one=$(billing_of "$count") || exit
    two=$(billing_of "$((2 * count))") || exit
    # Last, because its gigabytes are written to disk for minutes.
    billing_among "$((100 * count))" || exit
    {
        echo "# Billing"
        echo
        echo "Made by \`bin/bench billing\` on $(date -u '+%Y-%m-%d %H:%M') UTC, commit $(git -C "$top" rev-parse --short HEAD):" \
            "one \`paysheet work\` and a durable Postgres on $(nproc) cores, the sandbox without a delay; load" \
            "$(cut -d ' ' -f 1 /proc/loadavg) at the end. Each due subscription is a period, an invoice, a checkout, an" \
            "attempt, a capture, a transfer and the events of all; then the audit reads them."
        echo
        echo "| due | seconds | each second | CPU of the server, µs each | largest RSS, MiB | audit |"
        echo "|---|---|---|---|---|---|"
        echo "$one"
        echo "$two"
        echo
        cat "$scratch/among.md"
    } >"$table"
    cat "$table"
    [ -n "$quick" ] || keep_table "$table" BILLING.md
}

# billing_of COUNT: a row of the table.
billing_of() {
    local count=$1 name=billing$1 url process begun ended due=t rss=0 now ticks audit
    cluster_database "$name"
    url=$(cluster_url "$name" "$name")
    # Bash does not end a subshell when a command in it fails.
    { DATABASE_URL=$url "$paysheet" migrate &&
        DATABASE_URL=$url "$paysheet" seed-demo --env-file "$scratch/$name.env"; } >"$scratch/$name.log" ||
        die "the database could not be made; see $scratch/$name.log"
    billing_sql billing.sql "$count" "$url" >>"$scratch/$name.log" ||
        die "the subscriptions could not be made; see $scratch/$name.log"
    cluster_sql "$name" "CHECKPOINT"
    begun=$(date +%s%N)
    DATABASE_URL=$url "$paysheet" work >>"$scratch/$name.log" 2>&1 &
    process=$!
    while [ "$due" = t ]; do
        sleep 0.5
        now=$(sed -n 's/^VmRSS:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$process/status") ||
            die "the workers have ended; see $scratch/$name.log"
        [ "$now" -le "$rss" ] || rss=$now
        # Two index look-ups, because a count would take a core from the measured work.
        due=$(cluster_sql "$name" "SELECT EXISTS (SELECT FROM invoices WHERE due_at IS NOT NULL AND clock_id IS NULL)
            OR EXISTS (SELECT FROM subscriptions WHERE due_at <= now() AND clock_id IS NULL)")
        ended=$(date +%s%N)
        [ $(((ended - begun) / 1000000000)) -lt 600 ] || die "$count were not billed within ten minutes"
    done
    ticks=$(awk '{ print $14 + $15 }' "/proc/$process/stat")
    kill "$process" && wait "$process" || true
    [ "$(cluster_sql "$name" "SELECT count(*) FROM invoices WHERE period = 1 AND state = 'paid'")" = "$count" ] ||
        die "some of $count were not paid"
    audit=$(DATABASE_URL=$url "$paysheet" audit 2>>"$scratch/$name.log" | tail -n 1)
    awk -v count="$count" -v nanoseconds="$((ended - begun))" -v ticks="$ticks" -v rss="$rss" -v audit="$audit" \
        -v hertz="$(getconf CLK_TCK)" 'BEGIN { seconds = nanoseconds / 1e9
            printf "| %d | %.1f | %.0f | %.0f | %.0f | %s |\n", count, seconds, count / seconds,
                ticks / hertz * 1e6 / count, rss / 1024, audit }'
}

# billing_among COUNT: the time to find due subscriptions among that many, from Postgres's log of
# the worker's own statements.
billing_among() {
    local count=$1 name=billing_among url process waited=0
    cluster_database "$name"
    url=$(cluster_url "$name" "$name")
    { DATABASE_URL=$url "$paysheet" migrate &&
        DATABASE_URL=$url "$paysheet" seed-demo --env-file "$scratch/$name.env" &&
        billing_sql billing.sql 2000 "$url" && billing_sql among.sql "$count" "host=$cluster_socket user=postgres dbname=$name"; } \
        >"$scratch/$name.log" || die "the subscriptions could not be made; see $scratch/$name.log"
    cluster_sql "$name" "CHECKPOINT; ALTER DATABASE $name SET log_min_duration_statement = 0"
    DATABASE_URL=$url "$paysheet" work >>"$scratch/$name.log" 2>&1 &
    process=$!
    while [ "$(cluster_sql "$name" "SELECT EXISTS (SELECT FROM subscriptions WHERE due_at <= now() AND clock_id IS NULL)")" = t ]; do
        sleep 0.5
        waited=$((waited + 1))
        [ "$waited" -lt 240 ] || die "2000 among $count were not billed within two minutes"
    done
    kill "$process" && wait "$process" || true
    python3 "$top/bench/found.py" "$count" "$cluster_home"/data/statements/*.json >"$scratch/among.md"
    cluster_sql postgres "DROP DATABASE $name"
}

# billing_sql FILE COUNT URL: runs the file for that many rows.
billing_sql() {
    sed -e "s/:rows/$2/" -e "s/:round/1/" "$top/bench/$1" |
        as_postgres psql --quiet --no-psqlrc --set ON_ERROR_STOP=1 "$3"
}
