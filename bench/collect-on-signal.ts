/** Loaded before a program that runs with --expose-gc: what is not needed any more goes at SIGUSR2. */
process.on('SIGUSR2', () => globalThis.gc?.());
