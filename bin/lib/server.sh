# shellcheck shell=bash
# The server as a child of a command: starts it, waits until it is ready, and stops it.

server_pid=
server_url=
server_pid_file=

# hold_lock FILE: allows one command of a kind at a time in this tree; the lock ends with the
# process.
hold_lock() {
    : 2>/dev/null >>"$1" || die "$1 cannot be written: check that you own this tree"
    exec 9>>"$1"
    flock --nonblock 9 ||
        die "another $command_name is running in this tree (process $(cat "$1")); stop it first"
    echo $$ 2>/dev/null >"$1" || die "$1 cannot be written: check for a full disk"
}

# port_is_free PORT: true if nothing listens there. Port 0 lets the kernel choose.
port_is_free() {
    ! (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

# server_start PROGRAM FOLDER [PID-FILE]: starts it and waits until it prints its address.
server_start() {
    local program=$1 ready=$2/ready pipe=$2/output
    server_pid_file=${3-}
    mkfifo "$pipe"
    relay "$ready" <"$pipe" 9>&- &
    # A session of its own, so that Ctrl-C reaches only this shell, which then stops the server in
    # order.
    setsid -- "$program" serve >"$pipe" 9>&- &
    server_pid=$!
    [ -z "$server_pid_file" ] || echo "$server_pid" >"$server_pid_file"
    until [ -e "$ready" ]; do
        # It has already printed why it does not serve.
        is_running "$server_pid" || server_wait
        sleep 0.02
    done
    server_url=$(<"$ready")
}

# relay FILE: passes the server's output on, and writes the address of its first line to FILE.
relay() {
    local line
    trap '' HUP INT TERM
    while IFS= read -r line; do
        printf '%s\n' "$line"
        if [[ $line == "paysheet: listening on "* ]]; then
            echo "${line#paysheet: listening on }" >"$1.new"
            mv "$1.new" "$1"
            exec cat
        fi
    done
}

# server_wait: waits until it ends by itself; its status becomes the command's.
server_wait() {
    local status=0
    wait "$server_pid" || status=$?
    server_pid=
    exit "$status"
}

# server_stop: asks it to finish requests in flight (30 s), then kills it.
server_stop() {
    [ -n "$server_pid" ] || return 0
    end_process "$server_pid"
    wait "$server_pid" 2>/dev/null || true
    server_pid=
    [ -z "$server_pid_file" ] || rm -f "$server_pid_file"
}

# end_process PID: sends SIGTERM, and SIGKILL after 35 s.
end_process() {
    local tries=0
    kill -TERM "$1" 2>/dev/null || true
    while is_running "$1"; do
        tries=$((tries + 1))
        [ "$tries" -le 700 ] || kill -KILL "$1" 2>/dev/null || true
        sleep 0.05
    done
}

# is_running PID: true for a process that is not a zombie.
is_running() {
    local state
    state=$(sed 's/.*) //; s/ .*//' "/proc/$1/stat" 2>/dev/null) && [ "$state" != Z ]
}

# server_end_leftover PID-FILE: a command that was killed with -9 leaves its server running.
server_end_leftover() {
    local pid
    [ -e "$1" ] || return 0
    pid=$(<"$1")
    if [[ $(readlink "/proc/$pid/exe") == "$top"/.build/*/paysheet* ]]; then
        note "stopping the server that an earlier run left running"
        end_process "$pid"
    fi
    rm -f "$1"
}
