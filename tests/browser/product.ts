import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverProgram, startProcess } from '../harness/process.ts';

const exampleShop = join(import.meta.dirname, '..', '..', 'shop.config.example.json');

export const password = 'loupe and tweezers';

export interface Product {
  readonly url: string;
  readonly dataDir: string;
  /** Ends it; from here, that looks like a power failure of the server's machine. Its data stays. */
  halt(): Promise<void>;
  resume(): Promise<void>;
  /** The password: the usual one, or the one that the product made automatically. */
  readonly password: string;
  /** Ends it and deletes its data. @throws Error when an error was logged while it ran */
  stop(): Promise<void>;
}

/** A port that nobody uses. Asked for here, because the product must know its own address. */
async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port was given');
  return address.port;
}

/**
 * Starts the product on an empty data folder and waits until it answers.
 *
 * @param isConfigured whether the shop has its own file, or runs on the neutral defaults
 * @param makesPassword whether it keeps its password itself, instead of having it set from outside
 * @param more further settings of its environment
 */
export async function startProduct({
  isConfigured = true,
  makesPassword = false,
  more = {} as Readonly<Record<string, string>>,
} = {}): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'watch-repair-browser-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    ...(makesPassword ? {} : { SHOP_PASSWORD: password }),
    ...(isConfigured ? { SHOP_CONFIG: exampleShop } : {}),
    ...more,
  };
  // Not from the project's folder, where a developer's own shop.config.json may be.
  const start = async () => {
    const started = startProcess(serverProgram, settings, dataDir);
    await started.until(/^ {2}Open /m);
    return started;
  };
  let server = await start();
  const [, made = ''] = await server.until(/^ {2}Password {2}(\S+)/m);
  let said = '';
  async function halt() {
    server.signal('SIGTERM');
    await server.ended;
    said += server.output();
  }
  return {
    url,
    dataDir,
    password: makesPassword ? made : password,
    halt,
    async resume() {
      server = await start();
    },
    async stop() {
      await halt();
      await rm(dataDir, { recursive: true, force: true });
      if (said.includes('"msg":"Something went wrong"')) {
        throw new Error(`The server logged an error:\n${said}`);
      }
    },
  };
}
