# shellcheck shell=bash
# What billing costs: subscriptions that are due all at once, charged by the sandbox without a delay.

# billing_run: a database of its own on the bench's cluster, then twice as many; writes the table.
billing_run() {
    local count=100000 one two table=$scratch/billing.md
    [ -z "$quick" ] || count=5000
    server_stop
    one=$(billing_of "$count") || exit
    two=$(billing_of "$((2 * count))") || exit
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
    } >"$table"
    cat "$table"
    [ -n "$quick" ] || cp "$table" "$top/bench/BILLING.md"
}

# billing_of COUNT: a row of the table.
billing_of() {
    local count=$1 name=billing$1 url process begun ended due=t rss=0 now ticks audit
    cluster_database "$name"
    url=$(cluster_url "$name" "$name")
    # Bash does not end a subshell for what fails in it.
    { DATABASE_URL=$url "$paysheet" migrate &&
        DATABASE_URL=$url "$paysheet" seed-demo --env-file "$scratch/$name.env"; } >"$scratch/$name.log" ||
        die "the database could not be made; see $scratch/$name.log"
    sed -e "s/:rows/$count/" -e "s/:round/1/" "$top/bench/billing.sql" |
        as_postgres psql --quiet --no-psqlrc --set ON_ERROR_STOP=1 "$url" >>"$scratch/$name.log" || die "the subscriptions could not be made; see $scratch/$name.log"
    cluster_sql "$name" "CHECKPOINT"
    begun=$(date +%s%N)
    DATABASE_URL=$url "$paysheet" work >>"$scratch/$name.log" 2>&1 &
    process=$!
    while [ "$due" = t ]; do
        sleep 0.5
        now=$(sed -n 's/^VmRSS:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$process/status") ||
            die "the workers have ended; see $scratch/$name.log"
        [ "$now" -le "$rss" ] || rss=$now
        # Two looks into indexes: to count would take a core away from what is measured.
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
