import { randomBytes, randomUUID } from 'node:crypto';
import { BackupFailure } from '../backups/failure.ts';
import { isOfThisStore } from '../backups/manifest.ts';
import type { Row } from '../backups/snapshot.ts';
import { isoTime } from '../clock.ts';
import type { StoreNote } from '../database/closing.ts';
import { openGate, type StoreGate } from './gate.ts';
import { databaseName, type ShopPlace } from './places.ts';
import type { MoveListener } from './progress.ts';
import { openWholeSnapshot } from './row-copy.ts';
import { differingTables, sumsOf } from './row-sums.ts';
import { StillClosed } from './task.ts';

export interface CancelTask {
  /** The place that the shop was to leave. */
  from: ShopPlace;
  /** Where it has gone; null where nobody said so. */
  to: ShopPlace | null;
  /** Whether what was done in the new place may be given up. */
  abandonsChanges: boolean;
  listener: MoveListener;
  /** Milliseconds since 1970. */
  clock: () => number;
}

const stillRuns =
  'The product still runs here with its former settings. Stop it, then say the same again.';

const abandonWord = '--abandon-new-changes';

/** What the product writes by itself as soon as it runs, whether or not anybody works with it. */
const unasked: readonly string[] = ['checked', 'missed-texts'];

/** Who is logged in is no work that could be lost. */
function workedOn(table: string, rows: readonly Row[]): readonly Row[] {
  if (table === 'sessions' || table === 'login_failures') return [];
  if (table !== 'settings') return rows;
  return rows.filter(({ key }) => !isOfThisStore(String(key)) && !unasked.includes(String(key)));
}

class Cancellation {
  readonly #task: CancelTask;
  readonly #source: StoreGate;
  readonly #note: StoreNote;

  constructor(task: CancelTask, source: StoreGate, note: StoreNote) {
    this.#task = task;
    this.#source = source;
    this.#note = note;
  }

  #noted(note: StoreNote, state: StoreNote['state'], database: string | null): StoreNote {
    const { clock } = this.#task;
    return { ...note, state, run: randomUUID(), at: isoTime(clock()), database, photos: null };
  }

  /** @param isOther whether browsers may have seen revisions that will mean something else here */
  async reopen(isOther: boolean): Promise<void> {
    const open = this.#noted(this.#note, 'open', null);
    try {
      if (!isOther) return await this.#source.set(open);
      // Whoever runs here since before would go on with the revisions as they were.
      if (await this.#source.setAlone(open, { epoch: randomBytes(6).toString('hex') })) return;
    } catch (error) {
      throw new StillClosed('The shop could not be opened here. Say the same again.', error);
    }
    throw new StillClosed(stillRuns);
  }

  /** Asked before anything is closed. @throws BackupFailure when somebody still runs here */
  async #mustBeStopped(): Promise<void> {
    if (!(await this.#source.setAlone(this.#note))) throw new BackupFailure(stillRuns);
  }

  /** @returns the tables in which the new store has more than came with the move */
  async #changedTables(place: ShopPlace): Promise<string[]> {
    const { from, listener } = this.#task;
    const sums = [];
    for (const each of [from, place]) {
      const snapshot = await openWholeSnapshot(each);
      try {
        sums.push(await sumsOf(snapshot, listener, workedOn));
      } finally {
        await snapshot.close();
      }
    }
    const [before = {}, after = {}] = sums;
    return differingTables(before, after);
  }

  /** @throws BackupFailure when work has gone on there */
  async #mustBeUnchanged(place: ShopPlace): Promise<void> {
    const changed = await this.#changedTables(place);
    if (changed.length === 0) return;
    throw new BackupFailure(
      `In the new place work has gone on (${changed.join(', ')}): that would be missing here. To bring it back with all of that, move it: npm run move with the settings of the new place. To give it up, say ${abandonWord}.`,
    );
  }

  /** The product was started there. */
  async #leaveUsed(gate: StoreGate, theirs: StoreNote, place: ShopPlace): Promise<void> {
    const { from, abandonsChanges, listener } = this.#task;
    const former = this.#noted(theirs, 'moved', databaseName(from));
    // Nobody shall be kept from working for a look that ends with no.
    if (!abandonsChanges) await this.#mustBeUnchanged(place);
    await this.#mustBeStopped();
    if (!abandonsChanges) {
      await gate.set({ ...former, state: 'moving' });
      listener.say('The new place is closed for changes now, for a last look.');
      try {
        await this.#mustBeUnchanged(place);
      } catch (error) {
        await gate.set(theirs);
        throw error;
      }
    }
    await gate.set(former);
    await this.reopen(true);
  }

  #movedOn(place: ShopPlace, { database }: StoreNote): BackupFailure {
    return new BackupFailure(`The shop has moved on from ${databaseName(place)}, to ${database}.`);
  }

  async #leave(place: ShopPlace): Promise<void> {
    const gate = await openGate(place, true);
    try {
      const theirs = await gate.note();
      if (theirs?.shop !== this.#note.shop) {
        throw new BackupFailure(`${databaseName(place)} does not hold this shop.`);
      }
      switch (theirs.state) {
        case 'arriving':
        case 'waiting':
          // Nobody can have changed anything there.
          await gate.set({ ...theirs, state: 'arriving' });
          return await this.reopen(false);
        case 'open':
          return await this.#leaveUsed(gate, theirs, place);
        case 'moved':
          // It was told before, by one that was killed or could not go on.
          if (theirs.database === databaseName(this.#task.from)) return await this.reopen(true);
          throw this.#movedOn(place, theirs);
        case 'moving': {
          if (theirs.database !== databaseName(this.#task.from)) throw this.#movedOn(place, theirs);
          // Closed for the last look, or for coming back, by somebody who was killed.
          const opened: StoreNote = { ...theirs, state: 'open', database: null, photos: null };
          await gate.set(opened);
          return await this.#leaveUsed(gate, opened, place);
        }
      }
    } finally {
      await gate.close();
    }
  }

  /** The shop has gone: it may come back when nothing is lost by that. */
  async comeBack(): Promise<void> {
    const { to, abandonsChanges } = this.#task;
    if (to !== null && databaseName(to) === this.#note.database) return this.#leave(to);
    if (!abandonsChanges || to !== null) {
      throw new BackupFailure(
        `The shop has moved to ${this.#note.database}. Name that place with --to, so that it can be seen whether work has gone on there; or say ${abandonWord} without --to, which gives up whatever was done there.`,
      );
    }
    // Nobody can tell the other store: it must not be used any more.
    await this.#mustBeStopped();
    await this.reopen(true);
  }
}

/**
 * Opens the store again that a move has closed.
 *
 * @throws StillClosed when it could not be opened, and the new one is closed already
 * @throws BackupFailure when that would lose what was done in the new place, and nobody said so
 */
export async function cancelMove(task: CancelTask): Promise<void> {
  const source = await openGate(task.from, true);
  try {
    const note = await source.note();
    const cancellation = note && new Cancellation(task, source, note);
    if (note?.state === 'moving') return await cancellation?.reopen(false);
    if (note?.state === 'moved') return await cancellation?.comeBack();
    // Only its photos have moved, and nobody has used them yet.
    if (note?.state === 'waiting' && note.database === null) {
      return await cancellation?.reopen(false);
    }
    throw new BackupFailure('There is nothing to cancel: the shop is not being moved from here.');
  } finally {
    await source.close();
  }
}
