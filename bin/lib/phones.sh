# shellcheck shell=bash
# Google's phone metadata of this year, which the binary embeds for libphonenumber: bin/phones
# extracts it once from a Python package.

phone_package=phonenumbers
phone_version=9.0.43
phone_sha256=349bc799f15e010e35bd2c7d28149950ae74479cb1e11fb054ed9a95ecb4b437

# make_phones: builds the metadata again when bin/phones has changed. Without a network the build
# uses the library's own, of 2022: it knows fewer area codes, and accepts numbers of the others as
# possible ones.
make_phones() {
    local folder=$top/.paysheet/phones work stamp
    stamp=$folder/made-$(cat "$top/bin/phones" "$top/bin/lib/phones.sh" | sha256sum | cut -c1-16)
    [ ! -e "$stamp" ] || return 0
    note "creating the telephone number metadata"
    python_venv
    work=$(mktemp -d)
    if ! fetch_wheel "$phone_package" "$phone_version" "$phone_sha256" "$work"; then
        rm -rf "$work"
        note "$phone_package could not be fetched: fewer area codes will be recognized"
        return 0
    fi
    rm -rf "$folder"
    "$venv/bin/python" "$top/bin/phones" "$work/unpacked/phonenumbers" "$folder"
    rm -rf "$work"
    # The compiler notices edits of an embedded file, but not that a missing one now exists.
    touch "$top/Sources/System/CPhoneNumber/Metadata.cpp" "$stamp"
}
