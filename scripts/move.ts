import { BackupFailure, reasonOf } from '../server/backups/failure.ts';
import { ConfigError } from '../server/config.ts';
import { cancelMove } from '../server/moves/cancel.ts';
import { moveShop } from '../server/moves/move.ts';
import { notePhotosHere } from '../server/moves/photos-here.ts';
import { databaseName, photoPlaceId, type ShopPlace } from '../server/moves/places.ts';
import type { MoveListener } from '../server/moves/progress.ts';
import { type Moved, StillClosed } from '../server/moves/task.ts';
import { countText } from './backups/progress-line.ts';
import { durationText, moveProgress, photosText } from './moves/progress.ts';
import { type MoveWords, readMoveWords, UsageError, usage } from './moves/words.ts';

/** Takes the shop elsewhere, or calls that off. */

const exitCodes = { done: 0, notMoved: 1, mistaken: 2, stillClosed: 3 };

interface Terminal {
  listener: MoveListener;
  say(text: string): void;
}

function openTerminal({ isQuiet }: Pick<MoveWords, 'isQuiet'>): Terminal {
  let isStopped = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      isStopped = true;
    });
  }
  const progress = moveProgress(process.stdout, Date.now);
  const say = (text: string) => {
    progress.endLine();
    console.log(text);
  };
  return {
    say,
    listener: {
      onProgress: isQuiet ? () => undefined : progress.show,
      say: isQuiet ? () => undefined : say,
      checkpoint: () => {
        if (isStopped) throw new BackupFailure('it was stopped');
      },
    },
  };
}

function passwordRemark(databaseUrl: string): string {
  if (new URL(databaseUrl).password !== '') return '   (with its password)';
  return process.env.PGPASSWORD === undefined ? '' : '   (and PGPASSWORD as it is set here)';
}

/** What the product has to be started with, without anything secret. */
function settingsOf({ databaseUrl, dataDir, photoBucket }: ShopPlace): string[] {
  const database =
    databaseUrl === null
      ? 'DATABASE_URL=   (left out)'
      : `DATABASE_URL=${databaseName({ databaseUrl, dataDir })}${passwordRemark(databaseUrl)}`;
  const photos =
    photoBucket === null
      ? ['S3_BUCKET=   (left out, as all S3_… settings)']
      : [
          `S3_ENDPOINT=${photoBucket.endpoint}`,
          `S3_REGION=${photoBucket.region}`,
          `S3_BUCKET=${photoBucket.bucket}`,
          ...(photoBucket.prefix === '' ? [] : [`S3_PREFIX=${photoBucket.prefix}`]),
          'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY as they are set here',
        ];
  return [`DATA_DIR=${dataDir}`, database, ...photos];
}

const totalRows = (moved: Moved) =>
  Object.values(moved.rows ?? {}).reduce((sum, { rows }) => sum + rows, 0);

function report({ from, to, isQuiet }: MoveWords, moved: Moved, say: Terminal['say']): void {
  if (moved.kind === 'prepared') {
    const { copied = 0, present = 0 } = moved.photos ?? {};
    if (!isQuiet) {
      say(`Prepared: ${photosText(copied, present)}. The same without --prepare moves the shop.`);
    }
    return;
  }
  const facts: string[] = [];
  if (moved.rows !== null) facts.push(countText(totalRows(moved), 'row', 'rows'));
  if (moved.photos !== null) {
    facts.push(photosText(moved.photos.copied, moved.photos.present));
  }
  if (!isQuiet && facts.length > 0) {
    say(
      `Moved: ${facts.join(', ')}, all equal. Closed for changes for ${durationText(moved.closedMs)} until here.`,
    );
  }
  if (moved.lostPhotos.length > 0) {
    const lost = countText(moved.lostPhotos.length, 'photo is', 'photos are');
    console.error(`${lost} lost: tickets name them, but they are in neither place.`);
  }
  say(`Stop the product and start it with these settings:
${settingsOf(to)
  .map((line) => `  ${line}`)
  .join('\n')}`);
  if (moved.asideFolder !== null) say(`What lay there before is kept in ${moved.asideFolder}.`);
  if (!isQuiet) {
    say(
      `What is in ${databaseName(from)} stays as it is, closed. "npm run move -- --cancel" with the same words brings the shop back there.`,
    );
  }
}

async function cancel(words: MoveWords, { listener, say }: Terminal): Promise<void> {
  const { from, to, parts, abandonsChanges } = words;
  await cancelMove({
    from,
    to: parts.database ? to : null,
    abandonsChanges,
    listener,
    clock: Date.now,
  });
  if (abandonsChanges && !parts.database) {
    console.error(
      'Where it had moved to was not told, as --to did not name that place: never start the product there again.',
    );
  }
  say(
    `The shop is open again in ${databaseName(from)}. Start the product with its former settings if it does not run.`,
  );
}

async function settlePhotos({ from, acceptsLost }: MoveWords, { say }: Terminal): Promise<void> {
  const missing = await notePhotosHere(from, acceptsLost);
  if (missing.length > 0) {
    console.error(`Not there: ${countText(missing.length, 'photo', 'photos')} that tickets name.`);
  }
  say(`Noted: the photos lie in ${photoPlaceId(from)}. Start the product with these settings.`);
}

async function main(): Promise<void> {
  const words = readMoveWords(process.argv.slice(2), process.env);
  if (words === null) {
    console.log(usage);
    return;
  }
  const terminal = openTerminal(words);
  if (words.isCancelling) return cancel(words, terminal);
  if (words.arePhotosHere) return settlePhotos(words, terminal);
  const moved = await moveShop({ ...words, listener: terminal.listener, clock: Date.now });
  report(words, moved, terminal.say);
}

function explain(error: unknown): { text: string; code: number } {
  if (error instanceof ConfigError) return { text: error.message, code: exitCodes.mistaken };
  if (error instanceof UsageError) {
    return { text: `${error.message}\n\n${usage}`, code: exitCodes.mistaken };
  }
  if (error instanceof StillClosed) {
    const reason = error.cause === undefined ? '' : `\n  ${reasonOf(error.cause)}`;
    return { text: `${error.message}${reason}`, code: exitCodes.stillClosed };
  }
  return { text: `Not moved: ${reasonOf(error)}`, code: exitCodes.notMoved };
}

try {
  await main();
} catch (error) {
  const { text, code } = explain(error);
  process.stderr.write(`${text}\n`);
  process.exitCode = code;
}
