-- Creates checkouts and lists them for other lines.
dofile(os.getenv("BENCH_FOLDER") .. "/wrk/create.lua")
local list = assert(io.open(os.getenv("BENCH_LIST"), "a"))
function response(status, headers, text)
    local id, secret = opened(text)
    if secret then list:write(id, " ", secret, "\n") end
end
