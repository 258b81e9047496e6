-- Each checkout is paid once, by the balance that is attached to it.
dofile(os.getenv("BENCH_FOLDER") .. "/wrk/authorize.lua")
text = body("balance")
