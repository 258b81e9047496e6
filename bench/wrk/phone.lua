-- Validates a contact of 1 KB with a phone number; nothing is stored.
dofile(os.getenv("BENCH_FOLDER") .. "/wrk/common.lua")
local text
function init() text = call("POST", "/v1/contacts/validate", secret_key, body("phone")) end
function request() return text end
