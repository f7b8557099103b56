/**
 * Keeps the built application in this browser, so that it opens when the shop's server cannot be
 * reached. It keeps nothing else: what is not a file of the build is not even looked at, so no
 * answer of the interface, no photo and no live event can ever come from here.
 *
 * The build puts the list of its files in place of `builtApplication` (scripts/service-worker.ts).
 */

interface BuiltFile {
  path: string;
  /** SHA-256 of its content, hexadecimal. */
  hash: string;
}

declare const builtApplication: { version: string; files: readonly BuiltFile[] };

/** What `self` is in a worker of this kind, which the compiler cannot know about a plain script. */
const worker = globalThis as unknown as ServiceWorkerGlobalScope;

const namePrefix = 'application-';
const currentName = namePrefix + builtApplication.version;
const page = '/';

/** Files differ only by their address; how they were compressed on the way does not matter. */
const plainly = { ignoreVary: true };

/** A server that has not sent the page by then is not waited for. */
const patienceMs = 4_000;

const filePaths = new Set(builtApplication.files.map(({ path }) => path));

/** Names in this folder carry a hash of their content: one name is one content, in every build. */
const isHashed = (path: string) => path.startsWith('/assets/');

async function hashOf(answer: Response): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await answer.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Takes one file of the build into the cache.
 *
 * @throws Error if the server gives different content: it is being updated, or another network answers in its
 *   place. The browser then tries all of it again later
 */
async function keep(cache: Cache, { path, hash }: BuiltFile): Promise<void> {
  const known = isHashed(path) ? await caches.match(path, plainly) : undefined;
  const answer = known ?? (await fetch(path, { cache: 'no-cache', credentials: 'omit' }));
  if (!answer.ok || answer.redirected || (await hashOf(answer.clone())) !== hash) {
    throw new Error(`${path} is not the file of this build`);
  }
  await cache.put(path, answer);
}

/** All of the build or nothing: half an application is worse than none. */
async function keepBuild(): Promise<void> {
  const cache = await caches.open(currentName);
  try {
    await Promise.all(builtApplication.files.map((file) => keep(cache, file)));
  } catch (error) {
    await caches.delete(currentName);
    throw error;
  }
}

/** Of older builds the latest stays: a tab that still runs it finds the parts it has yet to load. */
async function forgetOldBuilds(): Promise<void> {
  const older = (await caches.keys()).filter(
    (name) => name.startsWith(namePrefix) && name !== currentName,
  );
  await Promise.all(older.slice(0, -1).map((name) => caches.delete(name)));
}

async function kept(path: string): Promise<Response | undefined> {
  const cache = await caches.open(currentName);
  return cache.match(path, plainly);
}

/** The page as the server has it now, or as it was kept if the server cannot be asked. */
async function answerWithPage(request: Request): Promise<Response> {
  const copy = await kept(page);
  if (copy === undefined) return fetch(request);
  const late = new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null));
  const answer = await Promise.race([fetch(request).catch(() => null), late]);
  // A proxy is up in front of a server that is down.
  return answer === null || answer.status >= 500 ? copy : answer;
}

/** A file whose name never changes: the server's, to match a page from the server. */
async function answerWithFile(request: Request, path: string): Promise<Response> {
  const answer = await fetch(request).catch(() => null);
  return answer?.ok ? answer : ((await kept(path)) ?? Response.error());
}

async function answerWithHashed(request: Request): Promise<Response> {
  return (await caches.match(request, plainly)) ?? fetch(request);
}

worker.addEventListener('install', (event) => {
  event.waitUntil(keepBuild().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(forgetOldBuilds().then(() => worker.clients.claim()));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (isHashed(pathname)) event.respondWith(answerWithHashed(request));
  else if (request.mode === 'navigate') {
    // Every other address of the application is its 404 screen, which can wait for the server.
    if (pathname === page) event.respondWith(answerWithPage(request));
  } else if (filePaths.has(pathname) && pathname !== page) {
    event.respondWith(answerWithFile(request, pathname));
  }
});
