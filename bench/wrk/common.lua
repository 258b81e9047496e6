-- Shared by all lines: bodies, keys, the list of prepared checkouts, and the result in one line.

local folder = os.getenv("BENCH_FOLDER")
local run = os.getenv("BENCH_RUN")
local counted = 0

function body(name)
    local file = assert(io.open(folder .. "/bodies/" .. name .. ".json"))
    local text = file:read("*a"):gsub("%s+$", "")
    file:close()
    return text
end

-- An API request with a key; each POST except a validation has a new Idempotency-Key.
function call(method, path, key, text, makes)
    local headers = { Authorization = "Bearer " .. key }
    if text then headers["Content-Type"] = "application/json" end
    if makes then
        counted = counted + 1
        headers["Idempotency-Key"] = run .. "-" .. counted
    end
    return wrk.format(method, path, headers, text)
end

-- The body of a new checkout: each has a reference of its own, as orders of a real shop do.
local carts = 0
local text = body("create")
function cart()
    carts = carts + 1
    return (text:gsub("^{", '{"reference":"' .. run .. "-" .. carts .. '",', 1))
end

-- The checkouts that an earlier run created: {id, secret}.
function prepared()
    local list = {}
    for line in io.lines(os.getenv("BENCH_LIST")) do
        local id, secret = line:match("^(%S+) (%S+)$")
        list[#list + 1] = { id = id, secret = secret }
    end
    assert(#list > 0, "no checkout was prepared")
    return list
end

-- Identifier and secret from the answer that created a checkout.
function opened(text)
    return text:match('"id":"(chk_[^"]+)"'), text:match('"clientSecret":"(cs_[^"]+)"')
end

secret_key = os.getenv("PAYSHEET_SECRET_KEY")

-- requests, microseconds, p50 and p99 in microseconds, errors
function done(summary, latency)
    local errors = summary.errors
    print(string.format("result %d %d %d %d %d", summary.requests, summary.duration,
        latency:percentile(50), latency:percentile(99),
        errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
