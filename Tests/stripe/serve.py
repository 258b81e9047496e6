"""serve.py PORT-FILE: localstripe on 127.0.0.1, extended with Stripe's documented behavior.

localstripe keeps the state: payments, charges, refunds, customers, cards. This script adds behavior
that Stripe documents and localstripe lacks:

- idempotency: a repeated key gets the first answer, 400 for other parameters, 409 while the first
  request runs;
- parameters: those unknown to Stripe are refused, those unknown to localstripe are removed before
  they reach it, and a decrypted network token becomes a card that localstripe knows;
- amounts of currencies with special cases, and a limit on refunds;
- fields of answers: the received amount, the capturable amount, the card;
- payments of a span of time, newest first.

A payment has at most one capture, which may be partial. Increments and disputes are missing.

POST /_config/faults plans a fault {"key": a part of an Idempotency-Key or a path, "fault": "drop",
"lose", "garbage", "delay" or a status, "times": 1}; /_config/heal ends it. /_config/forget deletes
stored answers. GET /_config/charges?merchant=&attempt= returns the amounts of an attempt,
/_config/requests the requests, and /_config/hooks the webhooks that /_config/hook has received.

The script writes its port to PORT-FILE, and ends when its standard input ends.
"""

import asyncio
import hashlib
import json
import os
import sys
import threading

from aiohttp import web
from localstripe import resources, server

WORKING_SECONDS = 0.01

answers = {}
working = set()
faults = []
hooks = []
requests = []

# Otherwise all processes write the same dump file.
resources.store.dump_to_disk = lambda: None


# Fields of Stripe's objects that localstripe lacks.


def released(charge):
    """The amount that a partial capture released; localstripe records it as a refund."""
    return getattr(charge, "_released", 0)


def amount_captured(charge):
    return charge.amount - released(charge) if charge.captured and charge.paid else 0


def details(charge):
    method = resources.PaymentMethod._api_retrieve(charge.payment_method)
    card = method.card if method.type == "card" else {}
    wanted = ("brand", "last4", "country")
    return {"type": "card", "card": {name: card.get(name) for name in wanted}}


def amount_received(intent):
    return amount_captured(intent.latest_charge) if intent.latest_charge else 0


def amount_capturable(intent):
    return intent.amount if intent.status == "requires_capture" else 0


resources.Charge.amount_captured = property(amount_captured)
resources.Charge.payment_method_details = property(details)
resources.PaymentIntent.amount_received = property(amount_received)
resources.PaymentIntent.amount_capturable = property(amount_capturable)
resources.SetupIntent.latest_attempt = None


def list_payments(url, limit=10, starting_after=None, created=None):
    """At most a hundred payments of a span of time, newest first. localstripe lists the oldest
    first, and has no span."""
    span = {side: int(moment) for side, moment in (created or {}).items()}
    if set(span) - {"gte", "lt"} or not 1 <= int(limit) <= 100:
        raise server.UserError(400, "parameter_invalid")
    known = [thing for thing in resources.store.values() if isinstance(thing, resources.PaymentIntent)]
    listed = resources.List(url, limit=limit, starting_after=starting_after)
    listed._list = [
        intent for intent in reversed(known)
        if span.get("gte", 0) <= intent.created < span.get("lt", intent.created + 1)
    ]
    return listed


resources.PaymentIntent._api_list_all = list_payments


def refused(status, code, kind="invalid_request_error"):
    return web.json_response({"error": {"type": kind, "code": code}}, status=status)


# Parameters that Stripe accepts. The functions remove those that localstripe does not implement.

CREATED = {
    "amount", "currency", "capture_method", "customer", "metadata", "payment_method_types",
    "setup_future_usage", "statement_descriptor_suffix", "payment_method_options",
}
CONFIRMED = {
    "payment_method", "payment_method_data", "payment_method_options", "off_session", "expand",
}
WITHOUT_FRACTION = {"isk": 100, "ugx": 100, "bhd": 10, "jod": 10, "kwd": 10, "omr": 10, "tnd": 10}


def create_payment(data):
    if set(data) - CREATED:
        return refused(400, "parameter_unknown")
    if int(data["amount"]) % WITHOUT_FRACTION.get(data["currency"], 1):
        return refused(400, "invalid_charge_amount_no_decimal_compatible")
    suffix = data.get("statement_descriptor_suffix")
    if suffix is not None and (len(suffix) > 22 or not any(c.isalpha() for c in suffix)):
        return refused(400, "invalid_statement_descriptor")
    for name in ("setup_future_usage", "statement_descriptor_suffix", "payment_method_options"):
        data.pop(name, None)


def method_of(data):
    """The stored payment method, or a new card of localstripe for a network token."""
    if "payment_method" in data:
        return resources.PaymentMethod._api_retrieve(data["payment_method"])
    given = data["payment_method_data"]
    token = given["card"]["network_token"]
    proof = data["payment_method_options"]["card"]["network_token"]
    if token["tokenization_method"] != "apple_pay" or len(proof["cryptogram"]) < 20:
        return refused(400, "parameter_invalid")
    if len(proof.get("electronic_commerce_indicator", "07")) != 2:
        return refused(400, "parameter_invalid")
    return resources.PaymentMethod(
        type="card", billing_details=given.get("billing_details"),
        card={"number": token["number"], "exp_month": token["exp_month"],
              "exp_year": token["exp_year"], "cvc": "123"})


def confirm(data, name):
    if set(data) - CONFIRMED:
        return refused(400, "parameter_unknown")
    kind = resources.SetupIntent if name.startswith("seti_") else resources.PaymentIntent
    intent = kind._api_retrieve(name)
    method = method_of(data)
    if isinstance(method, web.Response):
        return method
    if kind is resources.PaymentIntent:
        if intent.status not in ("requires_payment_method", "requires_confirmation"):
            return refused(400, "payment_intent_unexpected_state")
        intent.payment_method = method.id
        intent.latest_charge = None
    expand = data.get("expand")
    data.clear()
    if kind is resources.SetupIntent:
        data["payment_method"] = method.id
    if expand:
        data["expand"] = expand
    if intent.customer and not method.customer and not method._attaching_is_declined():
        method.customer = intent.customer


def capture(data, name):
    intent = resources.PaymentIntent._api_retrieve(name)
    if set(data) - {"amount_to_capture", "final_capture", "metadata"}:
        return refused(400, "parameter_unknown")
    amount = int(data["amount_to_capture"])
    if data.pop("final_capture", "true") != "true":
        return refused(400, "multicapture_unavailable")
    if intent.status != "requires_capture":
        return refused(400, "payment_intent_unexpected_state")
    if amount > intent.amount:
        return refused(400, "amount_too_large")
    intent.metadata.update(data.pop("metadata", {}))
    intent.latest_charge._released = intent.amount - amount


def create_refund(data):
    intent = resources.PaymentIntent._api_retrieve(data["payment_intent"])
    if set(data) - {"payment_intent", "amount", "metadata"}:
        return refused(400, "parameter_unknown")
    charge = intent.latest_charge
    if charge is None or intent.status != "succeeded":
        return refused(400, "payment_intent_unexpected_state")
    left = charge.amount - charge.amount_refunded
    if left == 0:
        return refused(400, "charge_already_refunded")
    if int(data["amount"]) > left:
        return refused(400, "")


def translate(path, data):
    parts = path.strip("/").split("/")[1:]
    if parts == ["payment_intents"]:
        return create_payment(data)
    if parts == ["refunds"]:
        return create_refund(data)
    if len(parts) == 3 and parts[2] == "confirm":
        return confirm(data, parts[1])
    if len(parts) == 3 and parts[2] == "capture":
        return capture(data, parts[1])


def flat(data, prefix=""):
    for name, value in data.items():
        name = f"{prefix}[{name}]" if prefix else name
        if isinstance(value, dict):
            yield from flat(value, name)
        elif isinstance(value, list):
            for item in value:
                yield f"{name}[]", item
        else:
            yield name, value


# Wrappers around localstripe.


def planned(*texts):
    for fault in faults:
        if any(fault["key"] in text for text in texts):
            fault["times"] -= 1
            if fault["times"] <= 0:
                faults.remove(fault)
            return fault["fault"]


async def work(request, handler):
    if request.method == "POST" and request.path.startswith("/v1/"):
        data = await server.get_post_data(request) or {}
        requests.append({"key": request.headers.get("Idempotency-Key"), "names": sorted(name for name, _ in flat(data)),
                         "suffix": data.get("statement_descriptor_suffix"),
                         "off_session": data.get("off_session"),
                         "usage": data.get("setup_future_usage") or data.get("usage")})
        try:
            answer = translate(request.path, data)
        except (KeyError, ValueError):
            return refused(400, "parameter_missing")
        if answer is not None:
            return answer
        request._read_bytes = json.dumps(data).encode()
        request._post = None
    return await handler(request)


@web.middleware
async def stripe(request, handler):
    if not request.path.startswith("/v1/"):
        return await handler(request)
    key = request.headers.get("Idempotency-Key", "")
    body = await request.read()
    fault = planned(key, request.path)
    if isinstance(fault, int) and fault in (403, 409, 429, 503):
        return refused(fault, "lock_timeout" if fault == 409 else "rate_limit")
    if fault == "drop":
        request.transport.abort()
        return web.Response()
    if fault == "delay":
        await asyncio.sleep(1)
    response = await once(key, request, body, handler, fault)
    if fault == "lose":
        request.transport.abort()
    if fault == "garbage":
        return web.Response(text="<html>", content_type="text/html")
    return response


async def once(key, request, body, handler, fault):
    digest = hashlib.sha256(request.path.encode() + b" " + body).hexdigest()
    if not key:
        return await work(request, handler)
    if key in working:
        return refused(409, "idempotency_key_in_use", "idempotency_error")
    if key in answers:
        first, status, text = answers[key]
        if first != digest:
            return refused(400, "", "idempotency_error")
        return web.Response(status=status, text=text, content_type="application/json")
    working.add(key)
    try:
        await asyncio.sleep(WORKING_SECONDS)
        try:
            response = await work(request, handler)
        except server.UserError as error:
            response = error.to_response()
        if fault == 500:
            response = refused(500, "", "api_error")
        # Stripe authenticates a request before it stores the key, so a 401 is not stored.
        if response.status != 401:
            answers[key] = (digest, response.status, response.text)
        return response
    finally:
        working.discard(key)


# Endpoints for the tests.


async def plan_fault(request):
    faults.append(await request.json())
    return web.json_response({})


async def charges(request):
    wanted = (request.query["merchant"], request.query["attempt"])
    known = {"count": 0, "held": 0, "taken": 0, "refunded": 0}
    for thing in list(resources.store.values()):
        if not isinstance(thing, resources.PaymentIntent):
            continue
        tags = (thing.metadata.get("paysheet_merchant"), thing.metadata.get("paysheet_attempt"))
        charge = thing.latest_charge
        if tags != wanted or charge is None or not charge.paid:
            continue
        known["held"] += thing.amount if thing.status == "requires_capture" else 0
        taken = amount_captured(charge)
        refunded = charge.amount_refunded - released(charge)
        known["taken"] += taken
        known["refunded"] += refunded
        known["count"] += thing.status != "canceled" and (taken == 0 or taken > refunded)
    return web.json_response(known)


async def heal(request):
    """Ends the planned faults whose key contains the text."""
    part = (await request.json())["key"]
    faults[:] = [fault for fault in faults if part not in fault["key"]]
    return web.json_response({})


async def forget(request):
    """Deletes stored answers, as Stripe does after a day."""
    part = (await request.json())["key"]
    for key in [key for key in answers if part in key]:
        del answers[key]
    return web.json_response({})


async def asked(request):
    return web.json_response(requests)


async def hook(request):
    body = await request.text()
    hooks.append({"body": body, "signature": request.headers.get("Stripe-Signature")})
    return web.Response()


async def heard(request):
    return web.json_response(hooks)


def main():
    app = server.app
    app.middlewares.insert(0, stripe)
    app.router.add_post("/_config/faults", plan_fault)
    app.router.add_post("/_config/heal", heal)
    app.router.add_post("/_config/forget", forget)
    app.router.add_get("/_config/charges", charges)
    app.router.add_get("/_config/requests", asked)
    app.router.add_post("/_config/hook", hook)
    app.router.add_get("/_config/hooks", heard)
    # The script ends when its parent process ends, even if that one crashes.
    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()

    async def run():
        runner = web.AppRunner(app)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        port = site._server.sockets[0].getsockname()[1]
        with open(sys.argv[1] + ".part", "w") as file:
            file.write(str(port))
        os.rename(sys.argv[1] + ".part", sys.argv[1])
        print("plays Stripe until its input ends", flush=True)
        await asyncio.Event().wait()

    asyncio.run(run())


if __name__ == "__main__":
    main()
