import fastify from 'fastify';
import { expect, it } from 'vitest';
import type { Change } from '../../domain/api-answers.ts';
import type { ChangeFeed } from '../database/changes.ts';
import type { Sessions } from '../shop/sessions/actions.ts';
import { changeRoutes } from './live-changes.ts';

const change = (revision: number): Change => ({
  revision,
  entity: 'repair',
  id: `repair-${revision}`,
  what: 'edited',
  ticketNumber: null,
});

/** Sessions in which every token is valid. */
const openToAll = {
  expiry: async () => Number.MAX_SAFE_INTEGER,
  onEnd: () => undefined,
  tokenIn: () => 'A'.repeat(43),
} as unknown as Sessions;

it('a change that comes while the missed ones are being looked up is neither lost nor repeated', async () => {
  const listeners = new Set<(changes: readonly Change[]) => void>();
  let revision = 5;
  const feed: ChangeFeed = {
    epoch: '',
    get revision() {
      return revision;
    },
    get readers() {
      return listeners.size;
    },
    catchUp: async () => undefined,
    onOtherStore: () => undefined,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async since(from) {
      const found = [change(4), change(5)].filter((one) => one.revision > from);
      // Committed after the query and received before its answer; 5 is in both.
      for (const late of [[change(5), change(6)], [change(7)]]) {
        revision = late.at(-1)?.revision ?? revision;
        for (const listener of listeners) listener(late);
      }
      return found;
    },
  };
  const app = fastify();
  changeRoutes(app, { feed, sessions: openToAll });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const response = await fetch(`${origin}/api/events`, {
    headers: { 'last-event-id': '3', cookie: `shop_session=${'a'.repeat(43)}` },
  });
  const closing = app.close();
  const ids = [...(await response.text()).matchAll(/^event: change\ndata: \{"revision":(\d+)/gm)];
  await closing;
  expect(ids.map(([, id]) => Number(id))).toEqual([4, 5, 6, 7]);
  expect(listeners.size).toBe(0);
});
