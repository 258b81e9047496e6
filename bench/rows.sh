# shellcheck shell=bash
# The cost of one payment: rows, index entries, log and CPU.

# rows_run: pays by card and by balance, one after the other and 64 at a time; writes bench/ROWS.md.
rows_run() {
    local folder=$scratch/rows line
    mkdir -p "$folder"
    cluster_sql paysheet "CREATE EXTENSION pg_walinspect" >/dev/null
    for line in authorize balance; do
        rows_of "$line" alone
        rows_of "$line" together
    done >"$folder/table"
    {
        say_circumstances | sed '1s/.*/# The rows and the log of one payment/'
        echo "Averages of one payment. Rows, index entries and bytes are those of the write-ahead log (\`pg_get_wal_stats\`), without page"
        echo "images, and contain the small share of background jobs. A row update is HOT if it adds no index entry."
        echo
        echo "| payments | count | transactions | rows inserted | updated, HOT | updated, not HOT | rows locked | index entries | WAL bytes |" \
            "Postgres µs | server µs |"
        echo "|---|---|---|---|---|---|---|---|---|---|---|"
        cat "$folder/table"
    } >"$scratch/rows.md"
    cat "$scratch/rows.md"
    [ -n "$quick" ] || keep_table "$scratch/rows.md" ROWS.md
}

# rows_of LINE alone|together: a row of the table.
rows_of() {
    local title="by card" paid lsn commits postgres server
    [ "$1" = authorize ] || title="by balance"
    prepare "rows-$1-$2" "$seconds"
    [ "$1" = authorize ] || bench_attach 1000 >/dev/null
    cluster_sql paysheet CHECKPOINT >/dev/null
    lsn=$(cluster_sql paysheet "SELECT pg_current_wal_insert_lsn()")
    commits=$(rows_commits) postgres=$(rows_ticks) server=$(server_ticks)
    if [ "$2" = alone ]; then
        paid=$(python3 "$top/bench/rows.py" pay "$server_url" "$top/bench/bodies/$1.json" 300 <"$BENCH_LIST") ||
            die "a payment failed"
        title+=", one after the other"
    else
        drive "$1" "$seconds" >/dev/null
        [ "$driven_errors" = 0 ] || die "$driven_errors of $driven_requests payments failed"
        paid=$driven_requests
        title+=", 64 at a time"
    fi
    server=$(($(server_ticks) - server)) postgres=$(($(rows_ticks) - postgres))
    # A session reports its transactions to the statistics within a second.
    sleep 2
    commits=$(($(rows_commits) - commits))
    cluster_sql paysheet "SELECT \"resource_manager/record_type\", count, record_size
        FROM pg_get_wal_stats('$lsn', pg_current_wal_flush_lsn(), true) WHERE count > 0" |
        python3 "$top/bench/rows.py" row "$title" "$paid" "$commits" "$postgres" "$server"
}

rows_commits() { cluster_sql paysheet "SELECT xact_commit FROM pg_stat_database WHERE datname = 'paysheet'"; }

# rows_ticks: hundredths of a second of CPU that the cluster has used.
rows_ticks() {
    python3 "$top/bench/rows.py" ticks "$(cluster_sql paysheet "SELECT split_part(pg_read_file('postmaster.pid'), E'\n', 1)")"
}
