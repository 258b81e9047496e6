# shellcheck shell=bash
# The server's cost for phones that have passes, with the template of passes_run.

# wallet_run FOLDER: leaves a table in FOLDER/wallet.md.
wallet_run() {
    local folder=$1 round asks
    server_stop
    export PAYSHEET_TEST_CERTIFICATES=$folder/authorities.pem PAYSHEET_PHONE_CALLS_PER_SECOND=1000000
    bench_serve "$scratch"
    python3 "$top/bench/wallet.py" "$server_url" "$PAYSHEET_SECRET_KEY" "$folder" >"$folder/wallet.env"
    # shellcheck source=/dev/null
    . "$folder/wallet.env"
    as_postgres psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --host "$cluster_socket" --username postgres \
        --dbname paysheet <"$top/bench/wallet.sql"
    cluster_sql paysheet CHECKPOINT >/dev/null
    for ((round = 1; round <= rounds; round++)); do
        for asks in kept unchanged changed; do
            export BENCH_WALLET=$asks
            drive wallet "$seconds"
            [ "$driven_errors" = 0 ] || die "$driven_errors of $driven_requests calls of phones went wrong"
            echo "$asks $((driven_requests * 1000000 / driven_microseconds)) $((driven_ticks * 10000 / driven_requests))" \
                "$driven_p50 $driven_p99"
        done
    done >"$folder/wallet"
    {
        echo
        echo "Phones, 64 at a time, each call with its log line; median of $rounds rounds of $seconds s, least and most. The pass has $wallet_bytes bytes; a million"
        echo "registrations are 100,000 phones with ten of 100,000 passes each, and of each phone one has changed."
        echo
        echo "| a phone asks | CPU µs of the server | wanted | a second | p50 ms | p99 ms |"
        echo "|---|---|---|---|---|---|"
        wallet_row kept "for a pass that is kept signed" 150
        wallet_row unchanged "for a pass that it has: 304" 60
        wallet_row changed "what has changed" "150, p99 20 ms"
    } >"$folder/wallet.md"
}

# wallet_row ASKS TITLE WANTED
wallet_row() {
    grep "^$1 " "$folder/wallet" | sort -n -k 3 | awk -v title="$2" -v wanted="$3" '
        { rate[NR] = $2; cpu[NR] = $3; p50[NR] = $4; p99[NR] = $5 }
        END { m = int((NR + 1) / 2)
            printf "| %s | %d (%d to %d) | %s | %d | %.1f | %.1f |\n", title, cpu[m], cpu[1], cpu[NR], wanted, rate[m], p50[m] / 1000, p99[m] / 1000 }'
}
