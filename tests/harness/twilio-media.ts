import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hex, type StandInText } from './twilio-texts.ts';

/** How the host that stores the provider's pictures, or the provider itself, answers a request for one. */
type MediaAnswer = (request: IncomingMessage, response: ServerResponse) => void;

/** A picture as the stand-in has it: how its own address answers, which usually redirects to the storage. */
interface Stored {
  answer: MediaAnswer;
}

/** What the storage, or the provider itself, may answer when asked for a picture. */
export const mediaAnswers = {
  bytes:
    (bytes: Uint8Array, type = 'image/jpeg', headers: Record<string, string> = {}): MediaAnswer =>
    (_request, response) => {
      response.writeHead(200, { 'content-type': type, ...headers }).end(bytes);
    },
  status:
    (status: number): MediaAnswer =>
    (_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"status":0}');
    },
  redirect:
    (location: string): MediaAnswer =>
    (_request, response) => {
      response.writeHead(307, { location }).end();
    },
  /** Never ends, without saying how long it is. */
  endless: (): MediaAnswer => (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/jpeg' });
    const chunk = Buffer.alloc(256 * 1024, 1);
    const more = () => {
      if (response.destroyed) return;
      response.write(chunk, () => setImmediate(more));
    };
    more();
  },
  /** Begins, and then sends a byte at a time without end. */
  dripping: (): MediaAnswer => (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/jpeg' }).write('\xff\xd8\xff');
    const drip = setInterval(() => response.write('\0'), 50);
    response.on('close', () => clearInterval(drip));
  },
  /** Breaks off in the middle of what it announced. */
  cut:
    (bytes: Uint8Array): MediaAnswer =>
    (request, response) => {
      response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': bytes.length });
      response.write(bytes.subarray(0, bytes.length / 2), () => request.socket.destroy());
    },
};

/**
 * What came with the texts of the provider's stand-in, and the host that it redirects to for it.
 *
 * @param account the path that the addresses of the account begin with
 */
export async function mediaOfProvider(account: string) {
  const stored = new Map<string, Stored>();
  const ofTexts = new Map<string, string[]>();
  /** What the storage was asked for, with the headers. */
  const storageRequests: IncomingMessage[] = [];
  const answers = new Map<string, MediaAnswer>();

  const storage = createServer((request, response) => {
    storageRequests.push(request);
    const answer = answers.get(request.url ?? '') ?? mediaAnswers.status(404);
    answer(request, response);
  });
  await new Promise<void>((resolve) => storage.listen(0, '127.0.0.1', resolve));
  const storageUrl = `http://127.0.0.1:${(storage.address() as AddressInfo).port}`;

  /** @returns where the storage has it */
  function store(answer: MediaAnswer): string {
    const path = `/${hex(20)}`;
    answers.set(path, answer);
    return `${storageUrl}${path}`;
  }

  return {
    storageRequests,
    store,

    /** Adds what a customer sent with a text; the provider redirects to its storage for it. @returns its id */
    attach(text: StandInText, answer: MediaAnswer): string {
      return this.attachAt(text, mediaAnswers.redirect(store(answer)));
    },

    /** The same, if the provider itself answers. */
    attachAt({ sid }: StandInText, answer: MediaAnswer, id = `ME${hex(16)}`): string {
      stored.set(`${account}/Messages/${sid}/Media/${id}`, { answer });
      ofTexts.set(sid, [...(ofTexts.get(sid) ?? []), id]);
      return id;
    },

    /** Another answer from now on. */
    replace({ sid }: StandInText, id: string, answer: MediaAnswer): void {
      stored.set(`${account}/Messages/${sid}/Media/${id}`, { answer });
    },

    /** @returns whether this was about media */
    answer(request: IncomingMessage, response: ServerResponse, path: string): boolean {
      const [, sid = ''] =
        new RegExp(`^${account}/Messages/(MM\\w+)/Media\\.json$`).exec(path) ?? [];
      const ids = ofTexts.get(sid);
      if (ids) {
        const list = ids.map((id) => ({ sid: id, parent_sid: sid, content_type: 'image/jpeg' }));
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ media_list: list, next_page_uri: null }));
        return true;
      }
      const found = stored.get(path);
      found?.answer(request, response);
      return found !== undefined;
    },

    async close(): Promise<void> {
      storage.closeAllConnections();
      await new Promise((resolve) => storage.close(resolve));
    },
  };
}
