-- A buyer's whole session: create, contact, method, authorize; a buyer takes some time for each
-- step.
--
-- wrk does not say which request an answer belongs to, so a checkout's next step waits for enough
-- other answers to be sure that the previous step has been answered.
dofile(os.getenv("BENCH_FOLDER") .. "/wrk/common.lua")
local steps = {
    { "/shipping-contact", body("contact-2") },
    { "/shipping-method", body("method") },
    { "/authorize", body("authorize") },
}
local pause = 192
local answers = 0
-- Number of paid sheets, which is the result.
paid = 0
local list
function init() list = assert(io.open(os.getenv("BENCH_LIST"), "a")) end

-- A queue for each step; the first entry has waited longest.
local waiting = { { first = 1, last = 0 }, { first = 1, last = 0 }, { first = 1, last = 0 } }

local function put(number, one)
    local queue = waiting[number]
    queue.last = queue.last + 1
    queue[queue.last] = { one = one, from = answers + pause }
end

local function take(number)
    local queue = waiting[number]
    local entry = queue[queue.first]
    if not entry or entry.from > answers then return nil end
    queue[queue.first] = nil
    queue.first = queue.first + 1
    return entry.one
end

function request()
    for number = #steps, 1, -1 do
        local one = take(number)
        if one then
            if number < #steps then put(number + 1, one) end
            return call("POST", one.path .. steps[number][1], one.secret, steps[number][2], true)
        end
    end
    return call("POST", "/v1/checkouts", secret_key, cart(), true)
end

function response(status, headers, text)
    answers = answers + 1
    local id, secret = opened(text)
    if secret then list:write(id, " ", secret, "\n") end
    if text:find('"status":0', 1, true) then paid = paid + 1 end
    if secret then put(1, { path = "/v1/checkouts/" .. id, secret = secret }) end
end

function setup(thread) only = thread end

local report = done
function done(summary, latency)
    print("paid " .. only:get("paid"))
    report(summary, latency)
end
