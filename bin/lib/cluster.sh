# shellcheck shell=bash
# A private Postgres cluster: a Unix socket only, reachable only by its owner (and root).
#
# Postgres refuses to run as root; then its programs run as the user `postgres`, which Debian's
# package creates. A folder with mode 700 guards the socket, so a connection needs no password.

cluster_version=15
cluster_home=       # the folder of this cluster: data/, log, and the socket when its path is short
cluster_socket=     # the folder of the socket
cluster_started=    # yes while this command has to stop it

# as_postgres COMMAND…: runs it as the cluster's owner, from a folder that the owner may enter.
as_postgres() {
    (
        cd / || exit
        if [ "$(id -u)" = 0 ]; then
            exec runuser -u postgres -- "$@"
        fi
        exec "$@"
    )
}

# postgres_program NAME: the path of one of the server's own programs in Debian.
postgres_program() { echo "/usr/lib/postgresql/$cluster_version/bin/$1"; }

# own_by_postgres FOLDER: creates it, accessible only to the cluster's owner.
own_by_postgres() {
    mkdir -p "$1"
    [ "$(id -u)" != 0 ] || chown postgres: "$1"
    chmod 700 "$1"
}

# cluster_keep FOLDER: a permanent cluster. Its home is FOLDER or, if postgres may not enter the
# folders above it (a tree under /root), a folder in /var/lib that FOLDER then points to.
cluster_keep() {
    local folder=$1
    if [ ! -e "$folder" ]; then
        rm -f "$folder"
        own_by_postgres "$folder"
        if ! as_postgres test -w "$folder"; then
            rmdir "$folder"
            cluster_home=$(mktemp -d /var/lib/paysheet-XXXXXXXX)
            own_by_postgres "$cluster_home"
            ln -s "$cluster_home" "$folder"
            note "the user postgres has no access to ${folder%/*}: data is stored in $cluster_home"
        fi
    fi
    cluster_home=$(readlink -f "$folder")
    as_postgres test -w "$cluster_home" || die "$cluster_home is not writable for $(cluster_user)"
}

cluster_user() { if [ "$(id -u)" = 0 ]; then echo postgres; else id -un; fi; }

# cluster_make SETTING…: an empty cluster in cluster_home, unless one exists.
#
# Text sorts by bytes on every machine; Unicode decides which characters are letters.
cluster_make() {
    local data=$cluster_home/data began=$cluster_home/data.new program said
    if [ -e "$data/PG_VERSION" ]; then
        cluster_version=$(as_postgres cat "$data/PG_VERSION")
        [ -x "$(postgres_program postgres)" ] ||
            die "$data was created by Postgres $cluster_version, which is not installed"
        return 0
    fi
    for program in postgres initdb pg_ctl; do
        [ -x "$(postgres_program "$program")" ] ||
            die "no $(postgres_program "$program"): apt-get install --reinstall postgresql-$cluster_version"
    done
    # An interrupted initdb leaves a folder under another name, not half a cluster.
    as_postgres rm -rf "$began"
    said=$(as_postgres "$(postgres_program initdb)" --pgdata "$began" --username postgres \
        --auth-local trust --auth-host reject --encoding UTF8 --lc-collate C \
        --lc-ctype C.UTF-8 --lc-messages C --no-instructions 2>&1 >/dev/null) ||
        die "no cluster could be created in $cluster_home: $(complaint <<<"$said")"
    {
        echo "listen_addresses = ''"
        echo "timezone = 'UTC'"
        echo "log_timezone = 'UTC'"
        # Compiling a plan costs more than any of Paysheet's short statements.
        echo "jit = off"
        printf '%s\n' "$@"
    } | as_postgres tee -a "$began/postgresql.conf" >/dev/null ||
        die "$began/postgresql.conf could not be written"
    as_postgres mv "$began" "$data"
}

# cluster_start: starts the cluster, and stops a leftover of an earlier run first.
cluster_start() {
    local data=$cluster_home/data log=$cluster_home/log
    end_leftover "$data"
    choose_socket
    [ ! -e "$log" ] || as_postgres mv "$log" "$log.before"
    cluster_started=yes
    # The cluster must not inherit the caller's lock (file descriptor 9).
    as_postgres "$(postgres_program pg_ctl)" start --pgdata "$data" --log "$log" --silent --wait --timeout 60 \
        --options "-c unix_socket_directories='$cluster_socket'" >/dev/null 9>&- || {
        die "the cluster in $cluster_home did not start: $(as_postgres cat "$log" | complaint); see $log"
    }
}

# complaint: the line of a Postgres program's output that has the error, or its last line.
complaint() {
    awk '!line && /FATAL|error:/ { line = $0; sub(/.*(FATAL|error): */, "", line) }
        END { print line ? line : $0 }'
}

# end_leftover DATA: stops the postmaster that a killed command left behind.
#
# Its lock file has a process number, which another process may have after a reboot, so only a
# process that was started on this very folder is stopped. Postgres itself handles a number that is
# not in use.
end_leftover() {
    local pid
    pid=$(as_postgres head -n 1 "$1/postmaster.pid" 2>/dev/null) || return 0
    [ -d "/proc/$pid" ] || return 0
    if tr '\0' '\n' <"/proc/$pid/cmdline" 2>/dev/null | grep -qxF -e "$1"; then
        note "stopping the cluster that an earlier run left running"
        as_postgres "$(postgres_program pg_ctl)" stop --pgdata "$1" --mode fast --silent --wait
    else
        as_postgres rm -f "$1/postmaster.pid"
    fi
}

# choose_socket: uses the cluster's own folder, or a short one: a socket's path has at most 107
# bytes, and its name takes 16 of them. A path with quotes would need three levels of quoting.
choose_socket() {
    local own=$cluster_home/socket
    if [ "$(printf %s "$own" | wc -c)" -le 90 ] && [[ $own != *[\'\\,\ ]* ]]; then
        cluster_socket=$own
    else
        cluster_socket=$(mktemp -d /tmp/paysheet-XXXXXXXX)
    fi
    own_by_postgres "$cluster_socket"
}

# cluster_stop: stops it in `fast` mode, not `immediate`, so that no transaction is lost.
cluster_stop() {
    [ -n "$cluster_started" ] || return 0
    cluster_started=
    # A cluster that did not start has no lock file.
    if as_postgres test -e "$cluster_home/data/postmaster.pid"; then
        as_postgres "$(postgres_program pg_ctl)" stop --pgdata "$cluster_home/data" \
            --mode "${1-fast}" --silent --wait --timeout 60
    fi
    [ "$cluster_socket" = "$cluster_home/socket" ] || rm -rf "$cluster_socket"
}

# cluster_database NAME: creates the database and its owner of the same name, once.
cluster_database() {
    cluster_sql postgres "SELECT 'CREATE ROLE $1 LOGIN' WHERE NOT EXISTS
            (SELECT FROM pg_roles WHERE rolname = '$1') \\gexec
        SELECT 'CREATE DATABASE $1 OWNER $1' WHERE NOT EXISTS
            (SELECT FROM pg_database WHERE datname = '$1') \\gexec"
}

# cluster_sql DATABASE TEXT: runs a script as the superuser.
cluster_sql() {
    as_postgres psql --no-psqlrc --quiet --tuples-only --no-align --set ON_ERROR_STOP=1 \
        --host "$cluster_socket" --username postgres --dbname "$1" <<<"$2"
}

# cluster_url USER DATABASE: the connection string for libpq.
cluster_url() { echo "host=$cluster_socket user=$1 dbname=$2"; }

# cluster_throwaway: a cluster for tests, in its own short folder, without durability: it stays
# correct until the machine fails, and that would end its tests, too.
cluster_throwaway() {
    cluster_home=$(mktemp -d /tmp/paysheet-XXXXXXXX)
    own_by_postgres "$cluster_home"
    cluster_make "fsync = off" "full_page_writes = off" "max_connections = 600" \
        "shared_buffers = 256MB"
    cluster_start
}

# cluster_remove: stops a throwaway cluster and deletes its folder.
cluster_remove() {
    [ -n "$cluster_home" ] || return 0
    cluster_stop immediate
    rm -rf "$cluster_home"
}
