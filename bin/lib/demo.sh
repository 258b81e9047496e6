# shellcheck shell=bash
# The commands that bin/run prints for pasting.

# say_how FOLDER URL: two commands that take a checkout from a cart to a payment.
#
# They work when pasted in any folder of another terminal, and show no key on the screen.
say_how() {
    local folder
    # A path with a space must survive pasting.
    folder=$(printf %q "$1")
    # The answer contains the checkout's secret.
    (umask 077 && : >"$1/checkout.json")
    cat <<TEXT

Paysheet serves at $2. A shop to try it in: $2/demo

Paste this into another terminal to open a checkout by hand:

    . $folder/demo.env
    curl -sS -w '\\n' "\$PAYSHEET_URL/v1/checkouts" -H "Authorization: Bearer \$PAYSHEET_SECRET_KEY" \\
        -H 'Content-Type: application/json' -d '{"countryCode": "US", "currencyCode": "USD",
            "items": [{"name": "Scarf", "quantity": 1, "unitPrice": "25.00"}]}' |
        tee $folder/checkout.json

And this to pay it, with a simulated token for the sandbox's card:

    secret=\$(grep -o 'cs_[0-9A-Za-z_-]*' $folder/checkout.json | head -n 1)
    checkout=\$(grep -o 'chk_[0-9a-z]*' $folder/checkout.json | head -n 1)
    curl -sS -w '\\n' "\$PAYSHEET_URL/v1/checkouts/\$checkout/authorize" -H "Authorization: Bearer \$secret" \\
        -H 'Content-Type: application/json' -d '{"payment": {"token": {
            "paymentMethod": {"displayName": "Visa 1234", "network": "Visa", "type": "debit"},
            "transactionIdentifier": "Simulated Identifier", "paymentData": {}}}}'

Ctrl-C stops it; the data stays in $folder.
TEXT
}
