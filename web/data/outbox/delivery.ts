import { call } from '../call.ts';
import { currentConnection, onConnectionChange, sleep } from '../connection.ts';
import { whoAnswers } from '../failure-toast.ts';
import { refreshClients, refreshRepairs } from '../repair-cache.ts';
import { toasts } from '../toasts.ts';
import { uploadPhoto } from '../upload-photo.ts';
import { createdToast } from './created-toast.ts';
import { alone, outbox } from './outbox.ts';
import {
  judgeFailure,
  type OutboxEntry,
  pauseMs,
  provisionalNumber,
  type Refusal,
  type Verdict,
} from './outbox-entry.ts';

/**
 * What delivery needs to know about each waiting entry: a repair, with a ticket's number once only
 * its photo is left, a note, or another photo.
 */
export type Waiting = Pick<OutboxEntry, 'repairId' | 'ticketNumber' | 'refusal'>;

export interface DeliveryPorts<Entry extends Waiting = OutboxEntry> {
  entries(): Promise<readonly Entry[]>;
  /** Sends the ticket, and notes its number. Sent again, it is still one ticket. */
  sendTicket(entry: Entry): Promise<void>;
  /** Sends the photo, and notes that nothing is left. */
  sendPhoto(entry: Entry, ticketNumber: string): Promise<void>;
  noteRefusal(entry: Entry, refusal: Refusal): Promise<void>;
  /** Whether the shop's server answers something small. */
  isShopThere(): Promise<boolean>;
  /** Does some work unless another tab is doing it. */
  alone<Result>(work: () => Promise<Result>): Promise<Result | 'taken'>;
}

/**
 * How far it got.
 * - `done`: nothing waits that could be sent
 * - `left-out`: some could not be sent; the others are delivered
 * - `taken`: another tab delivers
 * - else why it stopped, or for how long what is left out has to wait
 */
export type DeliveryOutcome =
  | { kind: 'done' | 'left-out' | 'taken' }
  | Extract<Verdict, { kind: 'away' | 'wait' | 'login' }>;

/** What a proxy refuses, or the server fails at, this many times will not go through on its own. */
export const maxFailures = 5;

/**
 * How many times that happened to each, kept from one delivery to the next. A photo is in it after any other
 * trouble, too.
 */
export type Troubles = Map<string, number>;

interface DeliveryPass {
  troubles: Troubles;
  leftOut: Set<string>;
  /** How long the server wants what is left out to wait. */
  waitMs: number;
}

/** A photo that ran into trouble goes behind everything else: nothing new waits for it. */
function nextOf<Entry extends Waiting>(
  entries: readonly Entry[],
  { troubles, leftOut }: DeliveryPass,
): Entry | undefined {
  const waiting = entries.filter(
    ({ repairId, refusal }) => refusal === null && !leftOut.has(repairId),
  );
  const isTroubled = ({ repairId, ticketNumber }: Entry) =>
    ticketNumber !== null && troubles.has(repairId);
  return waiting.find((entry) => !isTroubled(entry)) ?? waiting[0];
}

/** @returns why the delivery stops; null if the others go on */
async function handleFailure<Entry extends Waiting>(
  ports: DeliveryPorts<Entry>,
  entry: Entry,
  verdict: Verdict,
  pass: DeliveryPass,
): Promise<DeliveryOutcome | null> {
  const { repairId } = entry;
  const isPhoto = entry.ticketNumber !== null;
  const failures = pass.troubles.get(repairId) ?? 0;
  const leaveOut = (count: number) => {
    pass.troubles.set(repairId, count);
    pass.leftOut.add(repairId);
    return null;
  };
  if (verdict.kind === 'login') return verdict;
  if (verdict.kind === 'wait') {
    if (!isPhoto) return verdict;
    // Where photos are kept is not where tickets are kept.
    pass.waitMs = Math.max(pass.waitMs, verdict.afterMs);
    return leaveOut(failures);
  }
  if (verdict.kind === 'away') {
    // A photo may be more than the connection, or a proxy, takes at once; a ticket is not.
    return isPhoto && (await ports.isShopThere()) ? leaveOut(failures) : verdict;
  }
  if (verdict.kind === 'barred' && !(await ports.isShopThere())) return { kind: 'away' };
  if (verdict.kind !== 'refused' && failures + 1 < maxFailures) return leaveOut(failures + 1);
  pass.troubles.delete(repairId);
  await ports.noteRefusal(entry, verdict.refusal);
  return null;
}

/** @returns how the delivery ends; null while it goes on */
async function deliverNext<Entry extends Waiting>(
  ports: DeliveryPorts<Entry>,
  pass: DeliveryPass,
): Promise<DeliveryOutcome | null> {
  const entry = nextOf(await ports.entries(), pass);
  if (entry === undefined) {
    if (pass.waitMs > 0) return { kind: 'wait', afterMs: pass.waitMs };
    return { kind: pass.leftOut.size > 0 ? 'left-out' : 'done' };
  }
  try {
    if (entry.ticketNumber === null) await ports.sendTicket(entry);
    else await ports.sendPhoto(entry, entry.ticketNumber);
    pass.troubles.delete(entry.repairId);
    return null;
  } catch (error) {
    return handleFailure(ports, entry, judgeFailure(error), pass);
  }
}

/**
 * Delivers what waits, one after the other: each ticket, then its photo. What is refused or meets
 * an error stays where it is and holds up nobody, and no ticket waits for a photo that can't be delivered.
 */
export async function deliver<Entry extends Waiting>(
  ports: DeliveryPorts<Entry>,
  troubles: Troubles,
): Promise<DeliveryOutcome> {
  const pass: DeliveryPass = { troubles, leftOut: new Set(), waitMs: 0 };
  for (;;) {
    const outcome = await ports.alone(() => deliverNext(ports, pass));
    if (outcome === 'taken') return { kind: 'taken' };
    if (outcome !== null) return outcome;
  }
}

/** A server that has not answered by then is away; it knows a repair that did arrive. */
export const ticketPatienceMs = 15_000;

/** Holds back what was kept for a shop that a backup has replaced since. */
export const lookForOtherStore = async () => (await import('./other-store.ts')).noticeOtherStore();

const ports: DeliveryPorts = {
  alone,
  entries: async () => {
    await lookForOtherStore();
    return outbox.read();
  },
  async sendTicket({ repairId, repair, isPrinted, initials }) {
    const created = await call('createRepair', {
      body: repair,
      initials,
      signal: AbortSignal.timeout(ticketPatienceMs),
    });
    const { ticketNumber } = created.repair;
    const isFailed = created.sms?.state === 'failed';
    const smsFailure = isFailed ? (created.sms?.detail ?? '') : null;
    await outbox.noteTicket(repairId, { ticketNumber, smsFailure, isWhole: false });
    const number = provisionalNumber(repairId);
    toasts.show(
      isFailed
        ? createdToast(created.sms)
        : {
            kind: 'info',
            title: `${number} is now ${ticketNumber}`,
            detail: isPrinted
              ? 'The repair was synced. Reprint the ticket.'
              : 'The repair was synced.',
          },
    );
    void refreshRepairs();
    void refreshClients();
  },
  async sendPhoto({ repairId, photo, initials }, ticketNumber) {
    if (photo !== null) await uploadPhoto(ticketNumber, 'initial', photo, undefined, initials);
    await outbox.remove(repairId);
    void refreshRepairs();
  },
  noteRefusal: ({ repairId }, refusal) => outbox.noteRefusal(repairId, refusal),
  isShopThere: async () => (await whoAnswers()) === 'shop',
};

/** Another tab delivers, or the browser's database did not answer: looked at again after this. */
const lookAgainMs = 5_000;

/** Longer than any page stays open, and the longest that a timer takes. */
const untilSomethingHappens = 2 ** 31 - 1;

/** Where what waits is kept. */
interface Kept {
  subscribe: (listener: () => void) => () => void;
  /** How many could be sent. */
  count: () => number;
  refresh: () => Promise<void>;
}

/** Delivers automatically while a user is logged in. @returns a function that stops it */
export function keepDelivering<Entry extends Waiting>(
  ports: DeliveryPorts<Entry>,
  kept: Kept,
): () => void {
  const troubles: Troubles = new Map();
  let failures = 0;
  let pause = new AbortController();
  const over = new AbortController();
  const wake = () => pause.abort();

  /** @returns how long until the next try */
  async function tryOnce(): Promise<number> {
    const outcome = await deliver(ports, troubles).catch(() => ({ kind: 'taken' as const }));
    failures = outcome.kind === 'away' || outcome.kind === 'left-out' ? failures + 1 : 0;
    switch (outcome.kind) {
      case 'done':
      // The login takes the screen's place, and this starts over after it.
      case 'login':
        return untilSomethingHappens;
      case 'wait':
        return outcome.afterMs;
      case 'taken':
        return lookAgainMs;
      default:
        return pauseMs(failures);
    }
  }

  async function run(): Promise<void> {
    while (!over.signal.aborted) {
      pause = new AbortController();
      const { signal } = pause;
      await sleep(await tryOnce(), signal);
    }
  }

  let known = 0;
  const stopWatching = kept.subscribe(() => {
    const waiting = kept.count();
    if (waiting > known) wake();
    known = waiting;
  });
  const stopListening = onConnectionChange(() => {
    if (currentConnection() === 'live') wake();
  });
  addEventListener('online', wake, { signal: over.signal });
  void kept.refresh().catch(() => undefined);
  void run();

  return () => {
    over.abort();
    wake();
    stopWatching();
    stopListening();
  };
}

const kept: Kept = {
  subscribe: outbox.subscribe,
  count: () => outbox.current().entries.filter(({ refusal }) => refusal === null).length,
  refresh: () => outbox.refresh().then(() => outbox.forgetOldReceipts()),
};

/** @returns a function that stops it */
export const keepDeliveringRepairs = (): (() => void) => keepDelivering(ports, kept);
