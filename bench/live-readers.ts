import { Agent, get } from 'node:http';
import { eventReader } from '../web/live/event-stream.ts';

/**
 * Browsers that are open somewhere, without their screens: each has a stream of live events open.
 * With FETCH they also fetch what the overview shows after each change, one round after the other,
 * as browsers do. A process of its own, so that it does not measure itself.
 */

const url = process.env.PRODUCT_URL ?? '';
const cookie = process.env.COOKIE ?? '';
const fetched = (process.env.FETCH ?? '').split(' ').filter((path) => path !== '');
/** As long as a page waits for the other changes of the same press, in milliseconds. */
const gatherMs = 4;

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** One browser of many, with connections of its own as every browser has. */
function openReader(): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 6 });
  let hasNews = false;
  let isFetching = false;

  const fetchOne = (path: string) =>
    new Promise<void>((resolve, reject) => {
      const request = get(`${url}${path}`, { agent, headers: { cookie } }, (response) => {
        response.resume().once('end', resolve);
      });
      request.once('error', reject);
    });

  async function fetchNews(): Promise<void> {
    hasNews = true;
    if (isFetching || fetched.length === 0) return;
    isFetching = true;
    while (hasNews) {
      await delay(gatherMs);
      hasNews = false;
      await Promise.all(fetched.map(fetchOne));
    }
    isFetching = false;
  }

  return new Promise((resolve, reject) => {
    const request = get(`${url}/api/events`, { agent: new Agent(), headers: { cookie } });
    request.once('error', reject);
    request.once('response', (response) => {
      if (response.statusCode !== 200) reject(new Error(`Events: ${response.statusCode}`));
      const read = eventReader();
      response.setEncoding('utf8').on('data', (piece: string) => {
        for (const { name } of read(piece)) {
          if (name === 'hello') resolve();
          if (name === 'change') void fetchNews();
        }
      });
    });
  });
}

// The parent says how many more are wanted, and hears when they are there.
process.on('message', (more: number) => {
  void (async () => {
    for (let opened = 0; opened < more; opened += 1) await openReader();
    process.send?.('ready');
  })();
});
process.on('disconnect', () => process.exit(0));
