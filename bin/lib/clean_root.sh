# shellcheck shell=bash
# A clean Debian in a folder, for a test of the package.

clean_root=
clean_server=

# clean_root_make FOLDER: a minimal Debian 12.
clean_root_make() {
    [ "$(id -u)" = 0 ] || die "only root can create a clean Debian: sudo bin/package --test"
    install_packages debootstrap
    clean_root=$1
    rm -rf "$clean_root"
    attend debootstrap --variant=minbase bookworm "$clean_root" "${PAYSHEET_DEBIAN_MIRROR:-http://deb.debian.org/debian}"
    mount -t proc proc "$clean_root/proc"
    # Only the test starts services, by name.
    printf '#!/bin/sh\nexit 101\n' >"$clean_root/usr/sbin/policy-rc.d"
    chmod +x "$clean_root/usr/sbin/policy-rc.d"
}

# Called by the EXIT trap.
# shellcheck disable=SC2317
clean_root_remove() {
    [ -n "$clean_root" ] || return 0
    [ -z "$clean_server" ] || kill "$clean_server" 2>/dev/null || true
    inside pg_ctlcluster 15 main stop --mode immediate 2>/dev/null || true
    umount "$clean_root/proc" 2>/dev/null || true
    rm -rf "$clean_root"
}

# inside COMMAND…: runs it in the clean Debian, with nothing of this machine's environment.
inside() { env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive chroot "$clean_root" "$@"; }

# of_unit KEY: the unit's value of a key.
of_unit() { sed -n "s/^$1=//p" "$clean_root/lib/systemd/system/paysheet.service"; }

# as_service COMMAND: runs a line of the unit with the unit's user and environment; ends its shell.
as_service() {
    exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot --userspec="$(of_unit User):$(of_unit Group)" "$clean_root" \
        /bin/sh -c "set -a; . $(of_unit EnvironmentFile); PORT=8097; exec $1"
}

# clean_root_test PACKAGE
clean_root_test() {
    local said port=8097
    systemd-analyze verify --man=no "$top/deploy/paysheet.service" 2>&1 | grep -v 'is not executable' | grep . &&
        die "systemd-analyze rejects the unit"
    cp "$1" "$clean_root/tmp/paysheet.deb"
    inside apt-get install -q -y --no-install-recommends /tmp/paysheet.deb postgresql-15 curl
    inside pg_ctlcluster 15 main start
    inside su postgres -c 'createuser paysheet && createdb --owner paysheet paysheet'
    # systemd would create this.
    inside install -d -o paysheet -g paysheet -m 700 "/var/lib/$(of_unit StateDirectory)"
    (as_service "$(of_unit ExecStartPre)")
    as_service "$(of_unit ExecStart)" >"$clean_root/tmp/server.log" 2>&1 &
    clean_server=$!
    for _ in $(seq 100); do
        said=$(inside curl -s "http://127.0.0.1:$port/readyz") && break
        sleep 0.1
    done
    [ "$said" = '{"status":"ok"}' ] || die "the server is not ready: $(tail -n 3 "$clean_root/tmp/server.log")"
    said=$(echo '{"country": "États-Unis", "postalCode": "95014", "locality": "Cupertino", "addressLines": ["1"]}' |
        inside paysheet contacts check)
    case $said in *'"region":"US-CA"'*) ;; *) die "the installed server does not recognize États-Unis: $said" ;; esac
    inside curl -s "http://127.0.0.1:$port/paysheet.js" | grep -q Paysheet || die "the installed server does not serve /paysheet.js"
    note "installed, migrated and serving; États-Unis is recognized as the United States"
}
