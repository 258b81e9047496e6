# shellcheck shell=bash
# What bin/run tells a reader to paste.

# say_where FILE URL: puts this start's address into the demo merchant's environment file.
say_where() {
    local file=$1
    (
        umask 077
        {
            echo "PAYSHEET_URL=$2"
            grep -v '^PAYSHEET_URL=' "$file"
        } >"$file.new"
    )
    mv "$file.new" "$file"
}

# say_how FOLDER: two commands that carry a checkout from a cart to a payment, in any shell.
say_how() {
    local folder
    # A path with a space must survive being pasted.
    folder=$(printf %q "$1")
    cat <<TEXT

Paysheet serves at $server_url. Paste this into another terminal to open a checkout:

    . $folder/demo.env
    curl -sS "\$PAYSHEET_URL/v1/checkouts" -H "Authorization: Bearer \$PAYSHEET_SECRET_KEY" \\
        -H 'Content-Type: application/json' -o $folder/checkout.json -w '%{http_code}\\n' -d '{
            "currencyCode": "USD", "countryCode": "US", "captureMethod": "manual",
            "items": [{"name": "Scarf", "quantity": 1, "unitPrice": "25.00"}]}'

And this to pay it with a simulated token of the sandbox:

TEXT
}
