# shellcheck shell=bash
# Swagger UI's static files, which the binary embeds to render the contract at /docs.
#
# They come from a Python package that ships Swagger UI 5 as published. (swagger-ui-bundle stopped
# at 4.15, which says of an OpenAPI 3.1 document: "Unable to render this definition".)

swagger_package=drf-spectacular-sidecar
swagger_version=2026.10.1
swagger_sha256=fe1d005d8ac9b5d0472f2fe5deeb2e7d6dcffaa24118044f22578b4b8c4b31f2
swagger_files=(swagger-ui-bundle.js swagger-ui.css favicon-32x32.png LICENSE)

# fetch_swagger: downloads them once. Without a network the build goes on, and /docs says so.
fetch_swagger() {
    local folder=$top/.paysheet/vendor/swagger-ui work
    [ ! -e "$folder/version-$swagger_version" ] || return 0
    note "fetching Swagger UI for /docs"
    python_venv
    work=$(mktemp -d)
    if ! pip download --no-deps --only-binary :all: --dest "$work" \
        "$swagger_package==$swagger_version"; then
        rm -rf "$work"
        note "Swagger UI could not be fetched; /docs will show that it is missing"
        return 0
    fi
    echo "$swagger_sha256  $(echo "$work"/*.whl)" | sha256sum --check --quiet ||
        die "$swagger_package $swagger_version does not match the reviewed file's checksum; nothing was unpacked"
    rm -rf "$folder"
    mkdir -p "$folder"
    "$venv/bin/python" - "$work"/*.whl "$folder" "${swagger_files[@]}" <<'PYTHON'
import os, sys, zipfile

wheel, folder, *wanted = sys.argv[1:]
with zipfile.ZipFile(wheel) as archive:
    for name in archive.namelist():
        if "/swagger-ui-dist/" in name and os.path.basename(name) in wanted:
            with open(os.path.join(folder, os.path.basename(name)), "wb") as file:
                file.write(archive.read(name))
PYTHON
    rm -rf "$work"
    # The compiler notices edits of an embedded file, but not that a missing one now exists.
    touch "$top/Sources/System/CAssets/CAssets.c" "$folder/version-$swagger_version"
}
