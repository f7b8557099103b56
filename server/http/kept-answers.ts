import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SessionActions } from '../sessions/actions.ts';
import { namesOtherSite } from './cross-site.ts';

/**
 * What the lists last answered, as the bytes that were sent, until the data changes: after a change
 * every open screen asks for the same, and gets it without another look at the data. Kept is only what
 * depends on the address and the revision alone, so that what one session was told may be told to
 * every other one (docs/decisions/reads.md).
 */

/** A list's first pages for some tabs and technicians; a shop that looks at more makes them anew. */
const usualLimits = { answers: 200, bytes: 8 * 1024 * 1024 };

/** No one answer may push all others out. */
const largestShare = 8;

interface KeptAnswer {
  body: Buffer;
  /** As they were sent with it, names and values in turn; null until it has been sent once. */
  headers: readonly string[] | null;
}

export type KeptAnswers = ReturnType<typeof keptAnswers>;

/** @param currentTag what the data is labelled with now: whatever is labelled otherwise is forgotten */
export function keptAnswers(currentTag: () => string, limits = usualLimits) {
  let tag = '';
  let bytes = 0;
  const kept = new Map<string, KeptAnswer>();
  const underWay = new Map<string, Promise<Buffer>>();

  /** Forgets what is labelled otherwise. */
  function turnTo(current: string): void {
    if (current === tag) return;
    tag = current;
    bytes = 0;
    kept.clear();
    underWay.clear();
  }

  function keep(address: string, body: Buffer): void {
    const size = body.length + address.length;
    if (size > limits.bytes / largestShare) return;
    for (const [oldest, { body: its }] of kept) {
      if (kept.size < limits.answers && bytes + size <= limits.bytes) break;
      kept.delete(oldest);
      bytes -= its.length + oldest.length;
    }
    kept.set(address, { body, headers: null });
    bytes += size;
  }

  async function makeAndKeep(
    address: string,
    label: string,
    make: () => Promise<Buffer>,
  ): Promise<Buffer> {
    try {
      const body = await make();
      if (label === tag) keep(address, body);
      return body;
    } finally {
      if (label === tag) underWay.delete(address);
    }
  }

  return {
    /**
     * The answer at an address, made once for everybody who asks for it at the same time.
     *
     * @param label the tag that was read before anything else
     * @param make makes it from data that is at least as new as its label
     */
    get(address: string, label: string, make: () => Promise<Buffer>): Promise<Buffer> {
      turnTo(currentTag());
      // Whoever has been overtaken by a change makes an answer that nobody else will ask for.
      if (label !== tag) return make();
      const known = kept.get(address);
      if (known) return Promise.resolve(known.body);
      const making = underWay.get(address) ?? makeAndKeep(address, label, make);
      underWay.set(address, making);
      return making;
    },

    /** Learns what else went with an answer, so that the same goes with it from now on. */
    noteHeaders(address: string, headers: Readonly<Record<string, unknown>>): void {
      const answer = kept.get(address);
      if (!answer || answer.headers !== null || headers.etag !== tag) return;
      const pairs = Object.entries(headers);
      // What is set for one reader is for nobody else; and nothing here sets it.
      if ('set-cookie' in headers) return;
      answer.headers = pairs.flatMap(([name, value]) => [name, String(value)]);
    },

    /** @returns what was answered at this address, if nothing has changed since */
    find(address: string): KeptAnswer | undefined {
      turnTo(currentTag());
      return kept.get(address);
    },

    /** For those who watch that it stays within its bounds. */
    get size() {
      return { answers: kept.size, bytes };
    },
  };
}

/**
 * Answers with what is kept before anything else is set in motion: the session is remembered, nothing
 * has changed, and no other site can have asked.
 *
 * @returns whether it answered
 */
export function answersFromKept(answers: KeptAnswers, sessions: SessionActions) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url = '', headers } = request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    const answer = answers.find(url);
    if (!answer?.headers || namesOtherSite(headers)) return false;
    const token = sessions.tokenIn(headers.cookie);
    if (token === null || !sessions.isRemembered(token)) return false;
    response.writeHead(200, [...answer.headers]);
    response.end(method === 'HEAD' ? undefined : answer.body);
    return true;
  };
}
