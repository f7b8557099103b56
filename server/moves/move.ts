import { BackupFailure } from '../backups/failure.ts';
import type { StoreNote } from '../database/closing.ts';
import { openGate, type StoreGate } from './gate.ts';
import { databaseName, photoHome } from './places.ts';
import { runMove } from './run.ts';
import { type Moved, type MoveTask, nothingMoved, StillClosed } from './task.ts';

const wayBack = '"npm run move -- --cancel" opens it where it was';

const cutShort = `A move was cut short and the shop is closed. The same without --prepare finishes it; ${wayBack}.`;

const movedOn = ({ database, at }: StoreNote) =>
  new BackupFailure(
    `The shop has moved to ${database} (${at}). To move it from there, start this command with the settings of that place.`,
  );

/** Only what the very run brought there that closed the former store is whole. */
async function tellNew(task: MoveTask, note: StoreNote, gate: StoreGate): Promise<void> {
  const place = databaseName(task.to);
  const theirs = await gate.note();
  if (theirs?.shop !== note.shop) {
    throw new StillClosed(`${place} no longer holds this shop, which is closed here. ${wayBack}.`);
  }
  const isArriving = theirs.state === 'arriving';
  if (theirs.run !== note.run) {
    if (!isArriving) throw movedOn(note);
    throw new StillClosed(
      `The copy in ${place} is not the one that was finished when the shop was closed here. ${wayBack}.`,
    );
  }
  if (!isArriving) {
    if (theirs.photos === null || theirs.photos === photoHome(task.to)) return;
    throw new BackupFailure(`Its photos went to ${theirs.photos}: say that again, too.`);
  }
  if (theirs.photos !== photoHome(task.to)) {
    throw new StillClosed(`Its photos went to ${theirs.photos}: say that again, too.`);
  }
  if (task.isPreparing) throw new StillClosed(cutShort);
  await gate.set({ ...theirs, state: 'waiting' });
}

/** A shop that has moved already: the last step may be missing. */
async function finishMoved(task: MoveTask, note: StoreNote): Promise<Moved> {
  if (!task.parts.database || note.database !== databaseName(task.to)) throw movedOn(note);
  try {
    const gate = await openGate(task.to, false);
    await tellNew(task, note, gate).finally(() => gate.close());
  } catch (error) {
    if (error instanceof BackupFailure || error instanceof StillClosed) throw error;
    throw new StillClosed(
      `The shop is closed here and has moved to ${note.database}, which cannot be asked whether it knows. Run the same command again.`,
      error,
    );
  }
  return { ...nothingMoved, kind: 'finished' };
}

/**
 * Takes a running shop elsewhere. Photos are brought over while it works as usual; then it is closed
 * for changes, its rows are copied and everything is compared. Only when all is equal does the shop
 * live in the new place; what fails before opens it again where it was.
 *
 * @throws BackupFailure that says why not; StillClosed when somebody has to look
 */
export async function moveShop(task: MoveTask): Promise<Moved> {
  const source = await openGate(task.from, true);
  try {
    const note = await source.note();
    switch (note?.state) {
      case 'moved':
        return await finishMoved(task, note);
      case 'arriving':
        throw new BackupFailure('What is here is an unfinished copy of a shop, not a shop.');
      case 'waiting':
        if (!task.parts.database && note.photos === photoHome(task.to)) {
          return { ...nothingMoved, kind: 'finished' };
        }
        throw new BackupFailure(
          'The shop has been moved here and the product was not started since. Start it first.',
        );
      case 'moving':
        if (task.isPreparing) throw new StillClosed(cutShort);
        return await runMove(task, source, note);
      default:
        return await runMove(task, source, note);
    }
  } finally {
    await source.close();
  }
}
