import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, it } from 'vitest';
import { password, startProduct } from '../browser/product.ts';
import { cameraPhoto } from '../fixtures/camera-photos.ts';
import { freePort } from '../harness/process.ts';

/**
 * Firefox and WebKitGTK as Debian ships them, driven with WebDriver's commands: WebKit by its own driver
 * over HTTP, Firefox by Marionette, the socket beneath its driver, which Debian has no package for.
 */

type Command = 'NewSession' | 'Navigate' | 'ExecuteScript' | 'ElementClick' | 'ElementSendKeys';
type Send = (
  command: Command | 'SetWindowRect' | 'DeleteSession',
  given?: object,
) => Promise<unknown>;

const otherBrowsers = ['Firefox', 'WebKitGTK'] as const;
type OtherBrowser = (typeof otherBrowsers)[number];

const miniBrowser = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
const isInstalled = (program: string) => spawnSync('which', [program]).status === 0;

/** @returns the packages of Debian that are missing for a browser, by name */
function missingPackages(browser: OtherBrowser): string[] {
  const needed: Record<string, boolean> =
    browser === 'Firefox'
      ? { 'firefox-esr': isInstalled('firefox-esr') }
      : {
          'webkit2gtk-driver': isInstalled('WebKitWebDriver') && existsSync(miniBrowser),
          xvfb: isInstalled('Xvfb'),
        };
  return Object.keys(needed).filter((name) => needed[name] === false);
}

async function within<Found>(
  seconds: number,
  what: string,
  look: () => Promise<Found | undefined>,
) {
  const deadline = Date.now() + seconds * 1_000;
  let last: unknown;
  while (Date.now() < deadline) {
    try {
      const found = await look();
      if (found !== undefined) return found;
    } catch (error) {
      last = error;
    }
    await sleep(100);
  }
  throw new Error(`Not within ${seconds} s: ${what}${last === undefined ? '' : ` (${last})`}`);
}

async function openFirefox(run: Run): Promise<Send> {
  const profile = await mkdtemp(join(tmpdir(), 'firefox-'));
  await writeFile(join(profile, 'user.js'), 'user_pref("marionette.port", 0);\n');
  const firefox = run('firefox-esr', ['--headless', '--marionette', '--profile', profile]);
  firefox.once('close', () => rm(profile, { recursive: true, force: true }));
  const portFile = join(profile, 'MarionetteActivePort');
  const port = await within(60, 'the port of Firefox', async () =>
    Number(await readFile(portFile, 'utf8')),
  );
  const socket = connect(port, '127.0.0.1');
  firefox.once('close', () => socket.destroy());
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let unread = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    unread = Buffer.concat([unread, chunk]);
    for (let colon = unread.indexOf(':'); colon > 0; colon = unread.indexOf(':')) {
      const end = colon + 1 + Number(unread.subarray(0, colon));
      if (unread.length < end) return;
      const message = JSON.parse(unread.subarray(colon + 1, end).toString());
      unread = unread.subarray(end);
      // The first says only which protocol it speaks.
      if (!Array.isArray(message)) continue;
      const [, id, error, answer] = message;
      if (error === null) waiting.get(id)?.resolve('value' in answer ? answer.value : answer);
      else waiting.get(id)?.reject(new Error(error.message));
    }
  });
  let sent = 0;
  return (command, given = {}) => {
    sent += 1;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(sent, answer);
    const message = JSON.stringify([0, sent, `WebDriver:${command}`, given]);
    socket.write(`${Buffer.byteLength(message)}:${message}`);
    return answer.promise;
  };
}

async function openWebKit(run: Run): Promise<Send> {
  const screen = run('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1200x24']);
  const display = await new Promise<string>((resolve) =>
    screen.stdout?.once('data', (line) => resolve(`:${String(line).trim()}`)),
  );
  const port = await freePort();
  run('WebKitWebDriver', [`--port=${port}`], { DISPLAY: display });
  let session = '';
  const paths: Record<string, (id: string) => string> = {
    NewSession: () => '',
    Navigate: () => '/url',
    ExecuteScript: () => '/execute/sync',
    ElementClick: (id) => `/element/${id}/click`,
    ElementSendKeys: (id) => `/element/${id}/value`,
    SetWindowRect: () => '/window/rect',
    DeleteSession: () => '',
  };
  const send: Send = async (command, given = {}) => {
    const path = paths[command]?.('id' in given ? String(given.id) : '');
    const method = command === 'DeleteSession' ? 'DELETE' : 'POST';
    const answer = await fetch(`http://127.0.0.1:${port}/session${session}${path}`, {
      method,
      ...(method === 'POST' ? { body: JSON.stringify(given) } : {}),
    });
    const { value } = (await answer.json()) as {
      value: { error?: string; message?: string; sessionId?: string };
    };
    if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
    if (command === 'NewSession') session = `/${value.sessionId}`;
    return value;
  };
  await within(20, 'the driver of WebKit', async () =>
    (await fetch(`http://127.0.0.1:${port}/status`)).ok ? true : undefined,
  );
  return send;
}

/** Elements by their accessible names, as the stories in Chromium find them. */
const finder = `
  const [selector, name, scope] = arguments;
  const textOf = (element) => {
    const copy = element.cloneNode(true);
    for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove();
    return copy.textContent.replace(/\\s+/g, ' ').trim();
  };
  const nameOf = (element) => element.getAttribute('aria-label')
    ?? ([...(element.ariaLabelledByElements ?? element.labels ?? [])].map(textOf).join(' ')
      || textOf(element));
  const isUsable = (element) => element.type === 'file'
    || (element.checkVisibility() && !element.disabled && !element.closest('[inert]'));
  const scopes = scope === null ? [document]
    : [...document.querySelectorAll('[role=dialog], dialog, article, li, tr')]
      .filter((element) => element.checkVisibility()
        && (nameOf(element).includes(scope) || element.textContent.includes(scope)));
  for (const within of scopes)
    for (const element of within.querySelectorAll(selector))
      if (isUsable(element) && (nameOf(element) === name || nameOf(element).startsWith(name + ' (')))
        return element;
  return null;`;

const reference = 'element-6066-11e4-a52e-4f735466cecf';
type Run = (program: string, words: string[], environment?: object) => ChildProcess;

/** What a person does with a browser. Each waits until it can be done, for up to a minute: a busy machine is not the product's fault. */
async function openBrowser(browser: OtherBrowser) {
  const children: ChildProcess[] = [];
  const run: Run = (program, words, environment = {}) => {
    const env = { ...process.env, ...environment };
    const child = spawn(program, words, { env, stdio: ['ignore', 'pipe', 'ignore'] });
    children.push(child);
    return child;
  };
  const close = async () => {
    await send('DeleteSession');
    for (const child of children.toReversed()) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      if (child.exitCode === null && child.kill('SIGTERM')) await ended;
    }
  };
  const isFirefox = browser === 'Firefox';
  const send = await (isFirefox ? openFirefox : openWebKit)(run);
  const binary = { binary: miniBrowser, args: ['--automation'] };
  await send('NewSession', {
    capabilities: { alwaysMatch: isFirefox ? {} : { 'webkitgtk:browserOptions': binary } },
  });
  const script = (body: string, ...args: unknown[]) =>
    send('ExecuteScript', { script: body, args });
  const waitFor = <Found>(what: string, look: () => Promise<Found | undefined>) =>
    within(60, what, look);
  const buttons = 'button, a, [role=tab], [role=radio], [role=menuitem]';
  const fields = 'input, textarea, select';
  /** Found again at each try, because live screens replace what is on them. */
  const act = (
    selector: string,
    name: string,
    scope: string | undefined,
    then: (id: string | undefined) => Promise<unknown>,
  ) =>
    waitFor(`${name}${scope === undefined ? '' : ` in ${scope}`}`, async () => {
      const found = await script(finder, selector, name, scope ?? null);
      if (found === null) return undefined;
      await then((found as Record<string, string>)[reference]);
      return true;
    });
  return {
    go: (url: string) => send('Navigate', { url }),
    resize: (width: number, height: number) => send('SetWindowRect', { width, height }),
    see: (name: string, scope?: string) => act(buttons, name, scope, async () => undefined),
    press: (name: string, scope?: string) =>
      act(buttons, name, scope, (id) => send('ElementClick', { id })),
    type: (label: string, text: string, scope?: string) =>
      act(fields, label, scope, (id) => send('ElementSendKeys', { id, text })),
    read: (pattern: RegExp) =>
      waitFor(`${pattern} on the screen`, async () => {
        const text = String(await script('return document.body.innerText'));
        return pattern.exec(text)?.[0];
      }),
    close,
  };
}

const cleanUp: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).toReversed()) await step();
});

describe.each(otherBrowsers)('a day at the counter in %s', (browser) => {
  it('logs in, takes in a watch with a file, estimates, reads the answer, assigns and completes', async ({
    skip,
  }) => {
    const missing = missingPackages(browser).join(' ');
    if (missing !== '') {
      console.log(`Not tried in ${browser}: apt-get install ${missing}`);
      skip();
    }
    const product = await startProduct();
    cleanUp.push(product.stop);
    const photo = join(product.dataDir, 'camera.jpg');
    await writeFile(photo, await cameraPhoto({ megapixels: 2 }));
    const { go, resize, see, press, type, read, close } = await openBrowser(browser);
    cleanUp.push(close);

    await resize(1440, 900);
    await go(product.url);
    await type('Password', password);
    await press('Login');
    await press('New repair');
    await type('Customer name', 'Ada Lovelace');
    await type('Email', 'ada@engine.example');
    await type('Phone', '2155550142');
    await type('Watch brand', 'Omega');
    await type('Watch model', 'Speedmaster');
    await type('Request', 'Stops overnight');
    await type('Initial photo', photo);
    await see('Remove photo');
    await press('Create repair');
    await see('Create New Repair');
    const ticket = await read(/WH\d{6}[A-Z]{3}/);

    await press('Overview');
    await press('Send estimate', ticket);
    await type('Estimate amount', '150.50', 'Send estimate');
    await press('Send estimate', 'Estimate amount');
    await read(/Estimate sent successfully!/);
    await press('Simulated texts');
    await press('ACCEPT', 'Simulated phone');
    await read(/you accepted \$150\.50/);
    await press('Close', 'Simulated phone');

    await press('Estimates');
    await type('Technician', 'Finn', ticket);
    await press('Assign', ticket);
    await read(/Repair assigned to technician!/);
    await press('Assigned');
    await press('Start work', ticket);
    // The next step takes the place of the one that was done.
    await read(/Stops overnight(?!.*Start work)/s);
    await press('Complete', ticket);
    await type('Completion notes', 'New mainspring', 'Complete repair');
    await type('Completion photo', photo, 'Complete repair');
    await see('Remove photo', 'Complete repair');
    await press('Mark complete', 'Complete repair');
    await press('Completed');
    await read(new RegExp(`${ticket}.*Completed`, 's'));
  });
});
