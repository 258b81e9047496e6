-- Each checkout is paid once, by a processor that takes two seconds to answer.
dofile(os.getenv("BENCH_FOLDER") .. "/wrk/authorize.lua")
text = body("authorize-slow")
