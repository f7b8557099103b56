import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What the machine's own Chromium is usually called, the best first. */
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function installedChromium(): string | undefined {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

async function bundledChromium(): Promise<string> {
  const { default: chromium } = await import('@sparticuz/chromium');
  return chromium.executablePath();
}

const isBundledHere = process.platform === 'linux' && process.arch === 'x64';

/**
 * The browser of the tests: the program that the environment's CHROMIUM names, else the one that
 * comes from npm, which is the same everywhere and a quarter faster, else the machine's own.
 *
 * @returns its path; unpacking the bundled one takes a few seconds the first time
 */
export async function chromiumPath(): Promise<string> {
  const asked = process.env.CHROMIUM;
  if (asked === 'installed' || (!asked && !isBundledHere)) {
    return installedChromium() ?? bundledChromium();
  }
  if (!asked || asked === 'bundled') return bundledChromium();
  if (!existsSync(asked)) throw new Error(`CHROMIUM names ${asked}, and there is no such file`);
  return asked;
}

/** The bundled build's own list is not used: it turns web security off. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A camera that shows a rolling pattern, without asking for permission.
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
];
