import { BackupFailure } from '../backups/failure.ts';
import type { StoreNote } from '../database/closing.ts';
import { openGate } from './gate.ts';
import { databaseName, photoHome } from './places.ts';
import { runMove } from './run.ts';
import { type Moved, type MoveTask, nothingMoved } from './task.ts';

/** A shop that has moved already: the last step may be missing. */
async function finishMoved(task: MoveTask, note: StoreNote): Promise<Moved> {
  const place = databaseName(task.to);
  if (!task.parts.database || note.database !== place) {
    throw new BackupFailure(
      `The shop has moved to ${note.database} (${note.at}). To move it from there, start this command with the settings of that place.`,
    );
  }
  const gate = await openGate(task.to, false);
  try {
    const theirs = await gate.note();
    if (theirs?.shop !== note.shop) {
      throw new BackupFailure(
        `${place} no longer holds this shop. See "npm run move -- --cancel".`,
      );
    }
    if (theirs.photos !== null && theirs.photos !== photoHome(task.to)) {
      throw new BackupFailure(`Its photos went to ${theirs.photos}: say that again, too.`);
    }
    if (theirs.state === 'arriving') await gate.set({ ...theirs, state: 'waiting' });
  } finally {
    await gate.close();
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
      default:
        return await runMove(task, source, note);
    }
  } finally {
    await source.close();
  }
}
