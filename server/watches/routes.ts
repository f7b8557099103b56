import { Problem } from '../../domain/problems.ts';
import { searchLine, searchTerms } from '../../domain/search-text.ts';
import { watchFactNames, watchSummary } from '../../domain/watch-life.ts';
import { measurementsOfTickets } from '../measurements/store.ts';
import { photosOfTickets } from '../photos/store.ts';
import type { Deps } from '../ports/deps.ts';
import type { Http } from '../ports/http.ts';
import { repairsOfWatch, searchedWatchIds } from '../repairs/watch-store.ts';
import { shopDay } from '../settings/calendar.ts';
import { comeBacksOfTickets, warrantiesOfTickets } from '../warranties/store.ts';
import { answerWatch, undoWatchAnswer } from './actions.ts';
import { watchesOf } from './found.ts';
import { seenRepairs, toSeenWatch } from './seen.ts';

const maxListed = 10;

/** A customer's name also finds tickets, which may be about another watch. */
const maxFound = 100;

export function watchRoutes(http: Http, deps: Deps): void {
  const { read } = deps.database;

  http.handle('listWatches', async ({ query }) => {
    const terms = searchTerms(query.q);
    if (terms.length === 0) return { items: [] };
    const watches = await watchesOf(read, await searchedWatchIds(read, terms, maxFound));
    const found = watches.filter((watch) => {
      const line = searchLine(
        watchFactNames.map((name) => watch[name]),
        null,
      );
      return terms.every((term) => line.includes(term));
    });
    return { items: found.slice(0, maxListed) };
  });

  http.handle('findSeenWatches', async ({ query }) => {
    const { watchBrand, serialNumber = null, movementSerial = null } = query;
    const watch = { watchBrand, serialNumber, movementSerial };
    const seen = await seenRepairs(read, watch, query.ticketNumber ?? null);
    const { today } = await shopDay(read, deps.clock());
    return { items: await Promise.all(seen.map((one) => toSeenWatch(read, one, today))) };
  });

  http.handle('getWatch', async ({ params: { id } }) => {
    const repairs = await repairsOfWatch(read, id);
    if (repairs.length === 0) throw new Problem('watch-not-found');
    const numbers = repairs.map(({ ticketNumber }) => ticketNumber);
    const photos = await photosOfTickets(read, numbers);
    return {
      watch: { id, ...watchSummary(repairs, photos) },
      repairs,
      measurements: await measurementsOfTickets(read, numbers),
      photos,
      warranties: await warrantiesOfTickets(read, numbers),
      comebacks: await comeBacksOfTickets(read, numbers),
    };
  });

  http.handle('answerWatch', async ({ params, body, request }) => ({
    repair: await answerWatch(deps, params.ticketNumber, body, request.headers['if-match']),
  }));

  http.handle('undoWatchAnswer', async ({ params, request }) => ({
    repair: await undoWatchAnswer(deps, params.ticketNumber, request.headers['if-match']),
  }));
}
