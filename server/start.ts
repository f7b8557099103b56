import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ConfigError, readConfig } from './base/config.ts';
import { createLog } from './base/log.ts';
import { commandHere, installation, productVersion, programFolder } from './base/program.ts';
import { traceToSources } from './base/stack-traces.ts';
import { photoLocationText } from './photos/location.ts';
import { serve } from './serving.ts';

traceToSources();

const webFolder = join(programFolder, 'dist', 'web');

function readVersion(): { shown: string; build: string } {
  const page = join(webFolder, 'index.html');
  const built = existsSync(page) ? readFileSync(page) : '';
  const hash = createHash('sha256').update(built).digest('hex').slice(0, 12);
  return { shown: productVersion, build: `${productVersion}+${hash}` };
}

function configOrExit() {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

const config = configOrExit();
const log = createLog(config.logLevel);
const version = readVersion();
const say = (line: string) => process.stdout.write(`${line}\n`);

/** By then the first lists have been answered, and the code they need is compiled. */
const startedAfterMs = 2_000;

/**
 * Makes V8 collect garbage before the heap has grown by more than a fifth, counted from a collection now.
 * Not at the start: V8 takes compiled code only under the flags it was compiled with, and Node's own is
 * compiled without this one.
 */
function limitHeapGrowth(): void {
  flushCompileCache();
  setFlagsFromString('--heap-growing-percent=20');
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

function explain(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  if (code === 'EADDRINUSE') {
    return `Port ${config.port} is taken: another program is using it, or this one is already running. Set PORT to another number.`;
  }
  if (code === 'EACCES') return `Not allowed to use port ${config.port} or ${config.dataDir}.`;
  return message ?? String(error);
}

async function start() {
  // The demo starts the product with options of its own, so only this one is looked for.
  const acceptsLoss = process.argv.includes('--accept-loss');
  const serving = await serve({ config, log, version: version.build, webFolder, acceptsLoss });
  let drain: NodeJS.Timeout | undefined;
  const close = () => {
    clearTimeout(drain);
    // Another signal ends the process immediately.
    process.removeListener('SIGTERM', stop);
    process.removeListener('SIGINT', stop);
    void serving.close();
  };
  serving.ended.then(
    () => process.exit(0),
    (error: unknown) => {
      log.error({ err: error }, 'The product ended with an error');
      process.exit(1);
    },
  );
  const stop = (signal: string) => {
    log.info({ signal }, 'Stopping');
    // A second signal means: do not wait.
    if (config.drainSeconds === 0 || drain !== undefined) return close();
    serving.app.drain();
    drain = setTimeout(close, config.drainSeconds * 1000);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  setTimeout(limitHeapGrowth, startedAfterMs).unref();

  const { app, origin } = serving;
  const password = await app.password;
  say(`Watch repair back office ${version.shown}`);
  say(`  Open      ${config.publicUrl ?? origin}`);
  switch (password.kind) {
    case 'made':
      say(
        `  Password  ${password.password}  (shown only this once; "${commandHere('set-password')}" sets another)`,
      );
      break;
    case 'configured':
      say('  Password  the one in SHOP_PASSWORD');
      break;
    case 'kept':
      say(`  Password  the one set earlier ("${commandHere('set-password')}" sets another)`);
      break;
  }
  if (config.twilio !== null) {
    const { sender } = config.twilio;
    const from = 'number' in sender ? sender.number : 'the messaging service';
    say(`  Texts     real, from ${from} ("${commandHere('check-texting')}" checks the setup)`);
  }
  say(`  Data      ${config.databaseUrl === null ? config.dataDir : 'PostgreSQL'}`);
  if (config.photoBucket !== null) say(`  Photos    ${photoLocationText(config)}`);
  if (app.metricsAddress !== null) say(`  Metrics   ${app.metricsAddress}`);
  if (!existsSync(join(webFolder, 'index.html'))) {
    const remedy = installation === 'release' ? 'unpack the release again' : 'run "npm run build"';
    say(`  Screens   missing: ${remedy}`);
  }
}

start().catch((error: unknown) => {
  log.debug({ err: error }, 'The start failed');
  if (error instanceof ConfigError) {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
  process.stderr.write(`The product could not start: ${explain(error)}\n`);
  process.exit(1);
});
