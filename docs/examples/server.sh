#!/bin/sh
# A shop's server in shell: PAYSHEET_SECRET_KEY=sk_… PAYSHEET_URL=http://127.0.0.1:8080 sh
# server.sh prints the answer, whose clientSecret the page needs.
set -eu
# The key comes on standard input: arguments can be seen by others on the machine.
printf 'Authorization: Bearer %s\n' "$PAYSHEET_SECRET_KEY" |
    curl --silent --show-error --fail-with-body "$PAYSHEET_URL/v1/checkouts" \
        --header @- --header 'Content-Type: application/json' \
        --data '{"countryCode": "US", "currencyCode": "USD",
            "items": [{"name": "Scarf", "quantity": 1, "unitPrice": "25.00"}]}'
