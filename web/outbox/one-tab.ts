import { newRepairId } from '../intake/repair-id.ts';
import { inOutbox } from './outbox-database.ts';

/** One tab at a time delivers or changes what is to be delivered. */

const lockName = 'outbox';

/** How long a turn lasts that nobody renews: its tab was killed. */
const turnMs = 20_000;
const renewEveryMs = 5_000;

const thisTab = newRepairId();

/** Where there are no locks (pages without HTTPS): the turn stands in the database itself. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result | 'taken'> {
  const isMine = await inOutbox('readwrite', async (outbox) => {
    const turn = await outbox.turn();
    const now = Date.now();
    if (turn !== undefined && turn.until > now && turn.until <= now + turnMs) return false;
    outbox.putTurn({ holder: thisTab, until: now + turnMs });
    return true;
  });
  if (!isMine) return 'taken';
  const giveBack = () =>
    inOutbox('readwrite', async (outbox) => {
      const turn = await outbox.turn();
      if (turn?.holder === thisTab) outbox.putTurn(null);
    });
  // A tab that goes away hands over at once; one that is killed, when its turn is over.
  const leave = () => void giveBack().catch(() => undefined);
  addEventListener('pagehide', leave);
  const renewing = setInterval(() => {
    const until = Date.now() + turnMs;
    void inOutbox('readwrite', async (outbox) => outbox.putTurn({ holder: thisTab, until })).catch(
      () => undefined,
    );
  }, renewEveryMs);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
    removeEventListener('pagehide', leave);
    await giveBack();
  }
}

/** @returns `taken` where another tab, or this one, is at it */
export async function alone<Result>(work: () => Promise<Result>): Promise<Result | 'taken'> {
  if (!('locks' in navigator)) return inTurn(work);
  return navigator.locks.request(lockName, { ifAvailable: true }, async (lock) =>
    lock === null ? 'taken' : work(),
  );
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Waits for its turn: for what the user has pressed. */
export async function inOwnTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const locks: LockManager | undefined = navigator.locks;
  if (locks !== undefined) return locks.request(lockName, work);
  for (;;) {
    const done = await inTurn(async () => ({ result: await work() }));
    if (done !== 'taken') return done.result;
    await pause(200);
  }
}
