/** Loaded before a program: its clock starts at the moment in BENCH_CLOCK, milliseconds since 1970. */
const now = Date.now;
const ahead = Number(process.env.BENCH_CLOCK) - now();
Date.now = () => now() + ahead;
