# shellcheck shell=bash
# The cost of friends who choose concurrently while others watch.

# shared_run: one order of 64 who choose concurrently, a thousand orders, and 5,000 open streams;
# writes bench/SHARED.md.
shared_run() {
    local folder=$scratch/shared round merchant
    mkdir -p "$folder"
    server_stop
    export PAYSHEET_PHONE_CALLS_PER_SECOND=1000000
    bench_serve "$scratch"
    python3 "$top/bench/shared.py" start "$server_url" "$PAYSHEET_SECRET_KEY" 1000 1 >"$folder/many"
    merchant=$(cluster_sql paysheet "SELECT merchant_id FROM shared_orders LIMIT 1")
    # The same number of orders for Postgres alone, with names that pgbench can compute.
    shared_yardstick
    cluster_sql paysheet "VACUUM ANALYZE shared_orders; VACUUM ANALYZE shared_participants" >/dev/null
    cluster_sql paysheet CHECKPOINT >/dev/null
    for ((round = 1; round <= rounds; round++)); do
        # wrk prepares some requests that it does not send.
        python3 "$top/bench/shared.py" start "$server_url" "$PAYSHEET_SECRET_KEY" 1 70 >"$folder/one"
        BENCH_SHARED=$folder/one drive shared "$seconds"
        [ "$driven_errors" = 0 ] || die "$driven_errors of $driven_requests choices went wrong"
        echo one $((driven_requests * 1000000 / driven_microseconds)) $((driven_ticks * 10000 / driven_requests)) "$driven_p50" "$driven_p99" 1
        BENCH_SHARED=$folder/many drive shared "$seconds"
        [ "$driven_errors" = 0 ] || die "$driven_errors of $driven_requests choices went wrong"
        echo many $((driven_requests * 1000000 / driven_microseconds)) $((driven_ticks * 10000 / driven_requests)) "$driven_p50" "$driven_p99" \
            "$(shared_ceiling "$merchant")"
    done >"$folder/runs"
    python3 "$top/bench/shared.py" watch "$server_url" "$folder/many" 5000 "$server_pid" 200 >"$folder/watch"
    {
        say_circumstances | sed '1s/.*/# Shared orders/'
        echo "Choices, 64 at a time, each a change of one that its friend has made; median of $rounds rounds of $seconds s, least and most. The ceiling is"
        echo "pgbench with 16 clients, a transaction for each choice, over a thousand orders of its own."
        echo
        echo "| | choices a second | wanted | CPU µs of the server | p50 ms | p99 ms | of the ceiling | wanted |"
        echo "|---|---|---|---|---|---|---|---|"
        shared_row one "64 friends in one order" 1500 ""
        shared_row many "a thousand orders" "" 0.8
        echo
        echo "Streams: 5,000 on 50 orders, one client on the same two cores reads them all; 200 changes of one order each."
        echo
        echo "| KiB of a stream | wanted | a change is there, p50 ms | p99 ms | wanted |"
        echo "|---|---|---|---|---|"
        awk '{ printf "| %.1f | 40 | %.0f | %.0f | 200 |\n", $1, $2, $3 }' "$folder/watch"
    } >"$scratch/shared.md"
    cat "$scratch/shared.md"
    [ -n "$quick" ] || keep_table "$scratch/shared.md" SHARED.md
}

# shared_ceiling MERCHANT: transactions a second of Postgres alone.
shared_ceiling() {
    as_postgres pgbench --no-vacuum --protocol prepared --client 16 --jobs 1 --time "$seconds" --define "merchant=$1" \
        --file "$top/bench/same/shared.sql" --host "$cluster_socket" --username postgres paysheet 2>/dev/null |
        sed -n 's/^tps = \([0-9]*\).*/\1/p'
}

# shared_yardstick: a thousand orders with one participant each, with names that pgbench can
# compute.
shared_yardstick() {
    cluster_sql paysheet "
        INSERT INTO shared_orders SELECT (jsonb_populate_record(NULL::shared_orders, to_jsonb(o) || jsonb_build_object('shared_order_id',
            '00000000-0000-7000-8000-' || lpad(g::text, 12, '0')))).*
        FROM generate_series(1, 1000) g, (SELECT * FROM shared_orders LIMIT 1) o;
        INSERT INTO shared_participants SELECT (jsonb_populate_record(NULL::shared_participants, to_jsonb(p) || jsonb_build_object('shared_order_id',
            '00000000-0000-7000-8000-' || lpad(g::text, 12, '0')))).*
        FROM generate_series(1, 1000) g, (SELECT * FROM shared_participants LIMIT 1) p"
}

# shared_row KIND TITLE WANTED WANTED_RATIO
shared_row() {
    grep "^$1 " "$folder/runs" | sort -n -k 2 | awk -v title="$2" -v wanted="$3" -v ratio="$4" '
        { rate[NR] = $2; cpu[NR] = $3; p50[NR] = $4; p99[NR] = $5; part[NR] = $2 / $6 }
        END { m = int((NR + 1) / 2)
            printf "| %s | %d (%d to %d) | %s | %d | %.1f | %.1f | %s | %s |\n", title, rate[m], rate[1], rate[NR], wanted, cpu[m],
                p50[m] / 1000, p99[m] / 1000, ratio == "" ? "" : sprintf("%.2f", part[m]), ratio }'
}
