# shellcheck shell=bash
# A test authority that issues a pass type certificate with Apple's extensions. Test merchants may
# use the certificate (PAYSHEET_TEST_CERTIFICATES); phones do not trust it.

# authority_make FOLDER PASS-TYPE DAYS: writes root.pem and relations.pem, both in authorities.pem,
# and pass.pem with pass.key.
authority_make() {
    local folder=$1 type=$2 days=$3
    {
        openssl req -x509 -newkey rsa:2048 -nodes -days "$days" -subj /CN=Root -keyout "$folder/root.key" -out "$folder/root.pem"
        openssl req -new -newkey rsa:2048 -nodes -subj /CN=Relations -keyout "$folder/relations.key" -out "$folder/relations.csr"
        echo basicConstraints=critical,CA:TRUE >"$folder/relations.ext"
        openssl x509 -req -in "$folder/relations.csr" -CA "$folder/root.pem" -CAkey "$folder/root.key" -CAcreateserial \
            -days "$days" -extfile "$folder/relations.ext" -out "$folder/relations.pem"
        cat "$folder/root.pem" "$folder/relations.pem" >"$folder/authorities.pem"
        openssl req -new -newkey rsa:2048 -nodes -subj "/UID=$type/OU=TOAST12345/CN=Pass Type ID\\: $type" \
            -keyout "$folder/pass.key" -out "$folder/pass.csr"
        printf '%s\n' basicConstraints=CA:FALSE keyUsage=digitalSignature \
            extendedKeyUsage=clientAuth,1.2.840.113635.100.4.14 \
            "1.2.840.113635.100.6.1.16=ASN1:UTF8String:$type" >"$folder/pass.ext"
        openssl x509 -req -in "$folder/pass.csr" -CA "$folder/relations.pem" -CAkey "$folder/relations.key" \
            -CAcreateserial -days "$days" -extfile "$folder/pass.ext" -out "$folder/pass.pem"
    } 2>/dev/null
}

# authority_keep FOLDER PASS-TYPE: the same, but keeps an authority that is still valid.
authority_keep() {
    local folder=$1
    ! openssl x509 -noout -checkend 86400 -in "$folder/pass.pem" >/dev/null 2>&1 || return 0
    # Remove an unfinished one.
    rm -rf "$folder" "$folder.new"
    (
        umask 077
        mkdir "$folder.new"
        authority_make "$folder.new" "$2" 3650
    )
    # Only the certificates that it signed are needed.
    rm "$folder.new"/*.csr "$folder.new"/*.ext "$folder.new"/root.key "$folder.new"/relations.key
    mv "$folder.new" "$folder"
}
