#!/bin/sh
# A shop's server in shell: PAYSHEET_SECRET_KEY=sk_… PAYSHEET_URL=http://127.0.0.1:8080 sh
# server.sh prints the answer, whose clientSecret the page needs.
set -eu
: "${PAYSHEET_SECRET_KEY:?is not set}" "${PAYSHEET_URL:?is not set}"
# The key comes on standard input: arguments can be seen by others on the machine.
answer=$(printf 'Authorization: Bearer %s\n' "$PAYSHEET_SECRET_KEY" |
    curl --silent --show-error "$PAYSHEET_URL/v1/checkouts" \
        --header @- --header 'Content-Type: application/json' \
        --data '{"countryCode": "US", "currencyCode": "USD",
            "items": [{"name": "Scarf", "quantity": 1, "unitPrice": "25.00"}]}')
case $answer in
    '{'*'"clientSecret":'*) printf '%s\n' "$answer" ;;
    '{'*) printf '%s\n' "$answer" >&2 && exit 1 ;;
    *) echo "no JSON from $PAYSHEET_URL" >&2 && exit 1 ;;
esac
