# shellcheck shell=bash
# Swagger UI's static files, which the binary carries to render the contract at /docs.

swagger_version=1.1.0
swagger_sha256=f7526f7bb99923e10594c54247265839bec97e96b0438561ac86faf40d40dd57
swagger_files=(swagger-ui-bundle.js swagger-ui.css favicon-32x32.png)

# fetch_swagger: fetches them once. Without a network the build goes on, and /docs says so.
fetch_swagger() {
    local folder=$top/.paysheet/vendor/swagger-ui work
    [ ! -e "$folder/version-$swagger_version" ] || return 0
    note "fetching Swagger UI for /docs"
    python_venv
    work=$(mktemp -d)
    if ! pip download --no-deps --only-binary :all: --dest "$work" \
        "swagger-ui-bundle==$swagger_version"; then
        rm -rf "$work"
        note "Swagger UI could not be fetched; /docs will say that it is missing"
        return 0
    fi
    echo "$swagger_sha256  $(echo "$work"/*.whl)" | sha256sum --check --quiet ||
        die "Swagger UI $swagger_version is not the file that was reviewed; nothing was unpacked"
    rm -rf "$folder"
    mkdir -p "$folder"
    "$venv/bin/python" - "$work"/*.whl "$folder" "${swagger_files[@]}" <<'PYTHON'
import os, sys, zipfile

wheel, folder, *wanted = sys.argv[1:]
with zipfile.ZipFile(wheel) as archive:
    for name in archive.namelist():
        if os.path.basename(name) in wanted:
            with open(os.path.join(folder, os.path.basename(name)), "wb") as file:
                file.write(archive.read(name))
PYTHON
    rm -rf "$work"
    # The compiler tracks edits of an embedded file, but not that a missing one has come.
    touch "$top/Sources/CAssets/CAssets.c" "$folder/version-$swagger_version"
}
