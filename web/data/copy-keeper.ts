import type { QueryClient } from '@tanstack/react-query';
import type { Change, Client, Repair } from '../../domain/api-answers.ts';
import { untilIdle } from '../ui/idle.ts';
import { toasts } from '../ui/toasts.ts';
import { copyKeys, repairCopyKeys } from './copy-keys.ts';
import { loadNewestClients, loadNewestRepairs } from './copy-pages.ts';
import { merged, partitioned } from './copy-rows.ts';
import { mayKeepCopies, readCopy, readNote, writeCopy, writeNote } from './copy-store.ts';
import { onHeardChange } from './heard-changes.ts';
import { hearAnswer, hearChange, isNothing, nothingHeard } from './heard-rows.ts';
import { isCopied } from './outage.ts';

/** Answers come in bursts: what they bring is written together. */
const gatherMs = 500;

/** Changes are gathered for this long before everything is loaded anew … */
const settleMs = 3_000;

/** … which happens at most this often: what the screens show is written at once anyway. */
const loadEveryMs = 60_000;

/** Even when no change was reported. Costs empty answers. */
const loadAnywayMs = 10 * 60_000;

interface Loaded {
  repairs?: Repair[];
  clients?: Client[];
}

let hasSaid = false;

/** Once as long as the page stands: the shop works without copies. */
function sayNotKept(): void {
  if (hasSaid) return;
  hasSaid = true;
  toasts.show({
    kind: 'info',
    title: 'This browser keeps no local copy',
    detail:
      'Its storage is full or switched off. Everything works, but nothing can be shown while the shop’s server is away.',
  });
}

/**
 * Keeps this browser's copies of the shop's newest data up to date while a user is logged in: with
 * every answer that a screen gets, and by loading everything in quiet moments, so that rows deleted
 * or moved elsewhere leave the copies.
 *
 * Each write reads what is stored, changes it and writes it whole, in one step: tabs that keep the
 * same copies follow each other, and none writes stale data of its own.
 *
 * @param signal ends it; nothing is written after that
 */
export function keepCopies(queryClient: QueryClient, signal: AbortSignal): void {
  // A login that could not be noted either: the storage is forbidden, or full.
  if (!mayKeepCopies() || !writeNote(readNote())) {
    sayNotKept();
    return;
  }
  let heard = nothingHeard();
  let isLoading = false;
  let isWriteDue = false;
  let due = { repairs: false, clients: false };
  let loadTimer: ReturnType<typeof setTimeout> | undefined;
  let lastLoadAt = Number.NEGATIVE_INFINITY;

  function write(loaded: Loaded = {}, at: string | null = null): void {
    if (signal.aborted || !mayKeepCopies()) return;
    const { repairs, clients, deleted, overview } = heard;
    heard = nothingHeard();
    let isKept = true;
    if (loaded.repairs !== undefined || repairs.size > 0 || deleted.size > 0) {
      const known = loaded.repairs ?? repairCopyKeys.flatMap((key) => readCopy(key) ?? []);
      const rows = merged(known, [...repairs.values()]).filter(({ id }) => !deleted.has(id));
      const parts = partitioned(rows);
      for (const key of repairCopyKeys) isKept = writeCopy(key, parts[key]) && isKept;
    }
    if (loaded.clients !== undefined || clients.size > 0 || deleted.size > 0) {
      const known = loaded.clients ?? readCopy(copyKeys.clients) ?? [];
      const rows = merged(known, [...clients.values()]).filter(({ id }) => !deleted.has(id));
      isKept = writeCopy(copyKeys.clients, rows) && isKept;
    }
    const note = readNote();
    isKept = writeNote({ at: at ?? note.at, overview: overview ?? note.overview }) && isKept;
    if (!isKept) sayNotKept();
  }

  async function writeSoon(): Promise<void> {
    if (isWriteDue || isNothing(heard)) return;
    isWriteDue = true;
    await new Promise((resolve) => setTimeout(resolve, gatherMs));
    await untilIdle();
    isWriteDue = false;
    // A load that is under way writes it together with what it brings.
    if (!isLoading) write();
  }

  async function load(): Promise<void> {
    const wanted = due;
    due = { repairs: false, clients: false };
    isLoading = true;
    const at = new Date().toISOString();
    try {
      const loaded: Loaded = {};
      if (wanted.repairs) loaded.repairs = await loadNewestRepairs(signal);
      if (wanted.clients) loaded.clients = await loadNewestClients(signal);
      await untilIdle();
      write(loaded, at);
    } catch {
      // The server is away or the session is over: the screens say so, the next load makes it good.
      write();
      loadLater(wanted);
    } finally {
      isLoading = false;
      lastLoadAt = Date.now();
    }
    if (due.repairs || due.clients) loadLater(due);
  }

  function loadLater({ repairs, clients }: typeof due): void {
    due = { repairs: due.repairs || repairs, clients: due.clients || clients };
    if (signal.aborted || isLoading || loadTimer !== undefined) return;
    const wait = Math.max(settleMs, lastLoadAt + loadEveryMs - Date.now());
    loadTimer = setTimeout(() => {
      loadTimer = undefined;
      void load();
    }, wait);
  }

  function follow(change: Change | null): void {
    if (change !== null) hearChange(heard, change);
    void writeSoon();
    if (change?.entity === 'message') return;
    const isClient = change?.entity === 'client';
    // A ticket shows its client's details.
    loadLater({
      repairs: !isClient || change.what === 'updated',
      clients: isClient || change === null,
    });
  }

  const everything = { repairs: true, clients: true };
  const seen = new WeakMap<object, unknown>();
  const stops = [
    onHeardChange(follow),
    queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success') return;
      const { query } = event;
      const { data } = query.state;
      // What a screen changed by itself comes as the answer to a mutation.
      if (event.action.manual || isCopied(query.queryHash) || seen.get(query) === data) return;
      seen.set(query, data);
      hearAnswer(heard, data);
      void writeSoon();
    }),
    queryClient.getMutationCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success') return;
      hearAnswer(heard, event.action.data);
      void writeSoon();
    }),
  ];
  for (const { state, queryHash } of queryClient.getQueryCache().getAll()) {
    if (!isCopied(queryHash)) hearAnswer(heard, state.data);
  }
  const anyway = setInterval(() => {
    if (document.visibilityState === 'visible') loadLater(everything);
  }, loadAnywayMs);
  signal.addEventListener('abort', () => {
    for (const stop of stops) stop();
    clearInterval(anyway);
    clearTimeout(loadTimer);
  });
  due = everything;
  void load();
}
