import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../../domain/problems.ts';
import type { Http } from '../../ports/http.ts';
import type { Backups } from './actions.ts';
import type { Inspections } from './inspection.ts';
import type { Restores } from './restoring.ts';
import type { Uploads } from './uploads.ts';

/** A download that no one reads ends after this, in milliseconds. */
const usualStallMs = 60_000;

export interface BackupRouteDeps {
  backups: Backups;
  restores: Restores;
  inspections: Inspections;
  uploads: Uploads;
  /** Used instead of {@link usualStallMs}. */
  downloadStallMs: number | undefined;
  /** @throws Problem invalid-password, too-many-logins */
  confirm: (password: string, request: FastifyRequest) => Promise<void>;
}

export function backupRoutes(
  http: Http,
  { backups, restores, inspections, uploads, confirm, downloadStallMs }: BackupRouteDeps,
): void {
  const state = async () => ({ ...(await backups.state()), restoring: await restores.state() });

  http.handle('getBackups', state);
  http.handle('startBackup', async () => {
    await restores.refuseWhileRunning();
    await backups.start();
    return state();
  });

  http.handle('inspectBackup', async ({ params: { name } }) => {
    try {
      return await inspections.look(await restores.pathOf(name));
    } catch (error) {
      // What can't be restored has no use here.
      if (error instanceof Problem && error.code === 'backup-unusable') await uploads.discard(name);
      throw error;
    }
  });

  http.handle('getBackupFile', async ({ params: { name }, request, reply }) => {
    const path = await backups.pathOf(name);
    // Restarted with each byte that is sent.
    reply.raw.setTimeout(downloadStallMs ?? usualStallMs);
    reply
      .header('content-type', 'application/x-tar')
      .header('content-length', (await stat(path)).size)
      .header('content-disposition', `attachment; filename="${name}"`);
    // For HEAD, Fastify would read to its end a file that it does not send.
    return request.method === 'HEAD' ? Readable.from([]) : createReadStream(path);
  });

  http.handle('beginUpload', async ({ body }) => ({ name: await uploads.begin(body.bytes) }));
  http.handle('discardUpload', ({ params }) => restores.discard(params.name));

  http.handle('startRestore', async ({ params, body, request }) => {
    await restores.start(params.name, () => confirm(body.password, request));
    return state();
  });
}

/** In a part of the server that takes files. */
export function uploadRoutes(http: Http, restores: Restores): void {
  http.handle('uploadPart', async ({ params, query, request: { body } }) => {
    const part = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    return { bytes: await restores.write(params.name, query.at, part) };
  });
}
