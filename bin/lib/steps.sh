# shellcheck shell=bash
# Shared by all commands: the tree's path, one line per failure, and steps with their durations.
#
# A command that sources this runs under `set -e`: a failing line ends it, and the EXIT trap prints
# the step. No function here is called in a condition, because that would disable -e.

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
command_name=${0##*/}

# die TEXT: prints one clear line on standard error and exits with a nonzero status.
die() {
    printf '%s: %s\n' "$command_name" "$*" >&2
    exit 1
}

note() { printf '%s: %s\n' "$command_name" "$*"; }

# help_if_asked ARGUMENT…: prints the comment at the head of the command.
help_if_asked() {
    local argument
    for argument in "$@"; do
        case $argument in
        -h | --help)
            sed -n '2,/^[^#]/{s/^# \{0,1\}//p}' "$0"
            exit 0
            ;;
        esac
    done
}

step_number=0
step_count=0
step_title=
step_began=

# step TITLE: closes the step before, then prints the progress.
step() {
    step_done
    step_number=$((step_number + 1))
    step_title=$1
    step_began=$EPOCHREALTIME
    printf '[%d/%d] %s\n' "$step_number" "$step_count" "$step_title"
}

# step_done [VERDICT]: prints how long the open step took.
step_done() {
    [ -n "$step_title" ] || return 0
    printf '[%d/%d] %s: %s in %s s\n' "$step_number" "$step_count" "$step_title" "${1-done}" \
        "$(seconds_since "$step_began")"
    step_title=
}

# seconds_since TIME: the elapsed seconds, with one decimal.
seconds_since() {
    local tenths=$(((${EPOCHREALTIME/[.,]/} - ${1/[.,]/}) / 100000))
    printf '%d.%d' $((tenths / 10)) $((tenths % 10))
}

child=

# attend COMMAND…: runs a program as a child and returns its status.
#
# Bash handles a signal only between foreground commands, but at once while it waits for a child.
# The child has a session of its own, so that Ctrl-C reaches this shell only, which then ends the
# child and its descendants. The child does not inherit a lock that this shell holds on descriptor
# 9.
attend() {
    local attended
    attend_status attended "$@"
    return "$attended"
}

# attend_status VARIABLE COMMAND…: the same, with the status in VARIABLE, so that a failure does not
# end the command.
attend_status() {
    local -n answer=$1
    shift
    answer=0
    setsid -- "$@" 9>&- &
    child=$!
    wait "$child" || answer=$?
    child=
}

# end_child: ends the attended program's whole session and waits for it.
end_child() {
    [ -n "$child" ] || return 0
    kill -TERM -- "-$child" 2>/dev/null || true
    wait "$child" 2>/dev/null || true
    child=
}

# finish_with FUNCTION: runs it when the command ends for any reason except kill -9.
finish_with() {
    finish=$1
    trap 'on_exit' EXIT
    trap 'on_signal 1' HUP
    trap 'on_signal 2' INT
    trap 'on_signal 15' TERM
}

on_signal() {
    trap '' HUP INT TERM
    exit $((128 + $1))
}

on_exit() {
    local status=$?
    # Cleanup may fail in parts and must go on; a second Ctrl-C must not interrupt it.
    set +e
    trap '' HUP INT TERM
    end_child
    if [ "$status" -gt 128 ]; then step_done stopped; elif [ "$status" != 0 ]; then step_done failed; fi
    "$finish"
    exit "$status"
}
