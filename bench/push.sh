# shellcheck shell=bash
# The cost of notifying phones of a change: 10,000 of them, with nghttp2's own server as Apple's
# push service.

push_pid=
push_phones=10000

# push_serve FOLDER: starts the push service, before the server that will use it.
push_serve() {
    local folder=$1 port
    openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=api.push.apple.com -addext subjectAltName=DNS:api.push.apple.com \
        -keyout "$folder/push.key" -out "$folder/push.pem" 2>/dev/null
    until port=$((20000 + RANDOM % 10000)) && port_is_free "$port"; do :; done
    # It demands a certificate, and accepts posts.
    nghttpd --address=127.0.0.1 --verify-client --echo-upload "$port" "$folder/push.key" "$folder/push.pem" >"$folder/push.log" 2>&1 9>&- &
    push_pid=$!
    export PAYSHEET_PUSH=127.0.0.1:$port PAYSHEET_PUSH_AUTHORITIES=$folder/push.pem
    while port_is_free "$port"; do
        is_running "$push_pid" || die "the push service did not start: $(tail -n 3 "$folder/push.log")"
        sleep 0.02
    done
}

push_stop() {
    [ -z "$push_pid" ] || kill "$push_pid" 2>/dev/null || true
    push_pid=
}

# push_run FOLDER: wallet_run's pass, which 10,000 phones have, changes; leaves a table in
# FOLDER/push.md.
push_run() {
    local folder=$1 round before start resident
    # Simulated phones add it: each registers, asks for changes, and fetches it.
    attend "$paysheet" device "$wallet_link" --server "$server_url/passkit" --count "$push_phones" --stay >"$folder/fleet"
    cluster_sql paysheet "ANALYZE wallet_registrations; ANALYZE wallet_devices" >/dev/null
    for ((round = 1; round <= rounds; round++)); do
        resident=$(server_rss)
        before=$(server_ticks)
        start=$(date +%s%N)
        "$paysheet" pass notify pass.example.toast "$wallet_serial" >"$folder/notified"
        until [ "$(cluster_sql paysheet "SELECT count(*) FROM wallet_pushes")" = 0 ]; do
            [ $(($(date +%s%N) - start)) -lt 120000000000 ] || die "phones were not notified within two minutes"
            sleep 0.1
        done
        echo $((($(server_ticks) - before) * 10000 / push_phones)) $((($(date +%s%N) - start) / 1000000)) "$resident" \
            "$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$server_pid/status")"
    done >"$folder/push"
    {
        echo
        echo "A pass that is on $push_phones phones has changed; nghttp2's server takes the pushes over one connection, with a client certificate. CPU is all that the"
        echo "server's process used until the last one was notified, Postgres and the push service beside it; median of $rounds rounds, least and most."
        echo
        echo "| | CPU µs a push | wanted | all notified within | resident before | peak of the process |"
        echo "|---|---|---|---|---|---|"
        sort -n "$folder/push" | awk '
            { cpu[NR] = $1; ms[NR] = $2; before[NR] = $3; peak[NR] = $4 }
            END { m = int((NR + 1) / 2)
                printf "| notified | %d (%d to %d) | 150 | %.1f s | %d MiB | %d MiB |\n", cpu[m], cpu[1], cpu[NR], ms[m] / 1000, before[m] / 1024, peak[m] / 1024 }'
        echo
        echo "The phones are \`paysheet device --count $push_phones\`, 64 at a time, on the same two cores; what they saw when they added the pass:"
        echo
        sed -n '/ calls, p50 /s/^/- /p' "$folder/fleet"
    } >"$folder/push.md"
}
