import type { FastifyInstance, FastifyRequest } from 'fastify';
import { uploadPartBytes } from '../domain/api-backups.ts';
import { maxImportBytes } from '../domain/api-transfer.ts';
import { maxPhotoBytes } from '../domain/photos.ts';
import { maxSignatureBytes } from '../domain/signatures.ts';
import type { TicketTableName } from '../domain/ticket-tables.ts';
import type { Config } from './base/config.ts';
import type { Secrets } from './base/secrets.ts';
import { clientRoutes } from './clients/routes.ts';
import type { ChangeFeed } from './database/changes.ts';
import { estimateRoutes } from './estimates/routes.ts';
import { docsRoutes } from './http/docs.ts';
import { changeRoutes } from './http/live-changes.ts';
import { contractHttp, guard } from './http/operations.ts';
import { revisionTag } from './http/revision.ts';
import { takeFiles } from './http/server.ts';
import { measurementRoutes } from './measurements/routes.ts';
import { noteRoutes } from './notes/routes.ts';
import { partRoutes } from './parts/routes.ts';
import { paymentRoutes } from './payments/routes.ts';
import { photoRoutes, ticketPhotoRoutes } from './photos/routes.ts';
import type { Deps } from './ports/deps.ts';
import type { Http } from './ports/http.ts';
import { deletionRoutes, repairRoutes } from './repairs/routes.ts';
import { sendingRoutes } from './sendings/routes.ts';
import type { TryBackupFolder } from './settings/actions.ts';
import { settingsRoutes } from './settings/routes.ts';
import { readShopSettings } from './settings/store.ts';
import { type BackupRouteDeps, backupRoutes, uploadRoutes } from './shop/backups/routes.ts';
import { shopRoutes } from './shop/routes.ts';
import type { Sessions } from './shop/sessions/actions.ts';
import { type sessionCookies, sessionRoutes } from './shop/sessions/routes.ts';
import { exportRoutes } from './shop/transfer/export.ts';
import { importRoutes } from './shop/transfer/import.ts';
import { signatureRoutes, signingRoutes } from './signatures/routes.ts';
import { accountRoutes } from './texts/account-routes.ts';
import { simulatorRoutes, textRoutes } from './texts/routes.ts';
import { webhookRoutes } from './texts/webhooks.ts';
import { warrantyRoutes } from './warranties/routes.ts';
import { watchRoutes } from './watches/routes.ts';

interface RouteDeps extends Deps, Omit<BackupRouteDeps, 'confirm'> {
  config: Config;
  tryBackupFolder: TryBackupFolder;
  sessions: Sessions;
  secrets: Secrets;
  cookies: ReturnType<typeof sessionCookies>;
  feed: ChangeFeed;
  heartbeatMs: number | undefined;
  downloadStallMs: number | undefined;
  providerPatienceMs: number | undefined;
}

/** Of each table of a ticket (domain/ticket-tables.ts). */
const ticketTableRoutes: Record<TicketTableName, (http: Http, deps: Deps) => void> = {
  payments: paymentRoutes,
  parts: partRoutes,
  notes: noteRoutes,
  measurements: measurementRoutes,
  sendings: sendingRoutes,
  photos: ticketPhotoRoutes,
  signatures: signatureRoutes,
  warranties: warrantyRoutes,
  // A come-back is taken in as a repair.
  comebacks: () => undefined,
};

/** Every route of the product but those that need no shop (./http/health.ts, the screens). */
export async function addRoutes(http: FastifyInstance, deps: RouteDeps): Promise<void> {
  const { database, sessions, cookies, feed, version } = deps;
  const { dialect } = database;
  const served = {
    sessions,
    store: () => feed.epoch,
    currentTag: revisionTag(feed, deps.clock, version),
    settings: () => readShopSettings(database.read),
  };
  const contract = contractHttp(http, served);
  sessionRoutes(contract, deps);
  shopRoutes(contract, deps);
  settingsRoutes(contract, deps);
  repairRoutes(contract, deps);
  watchRoutes(contract, deps);
  clientRoutes(contract, deps);
  estimateRoutes(contract, deps);
  for (const routes of Object.values(ticketTableRoutes)) routes(contract, deps);
  deletionRoutes(contract, deps);
  textRoutes(contract, deps);
  const confirm = (password: string, { ip, headers }: FastifyRequest) =>
    sessions.confirm(password, ip, cookies.device.read(headers.cookie));
  accountRoutes(contract, { ...deps, confirm });
  backupRoutes(contract, { ...deps, confirm });
  exportRoutes(contract, deps);
  await http.register(async (part) => {
    takeFiles(part, dialect, {
      bytes: maxImportBytes,
      problem: 'import-too-large',
      unnamed: 'import-unreadable',
    });
    importRoutes(contractHttp(part, served), deps);
  });
  await http.register(async (part) => {
    takeFiles(part, dialect, {
      bytes: maxPhotoBytes,
      problem: 'photo-too-large',
      unnamed: 'photo-unreadable',
    });
    const files = contractHttp(part, served);
    photoRoutes(files, deps);
    simulatorRoutes(files, deps);
  });
  await http.register(async (part) => {
    takeFiles(part, dialect, {
      bytes: maxSignatureBytes,
      problem: 'signature-unreadable',
      unnamed: 'signature-unreadable',
    });
    signingRoutes(contractHttp(part, served), deps);
  });
  await http.register(async (part) => {
    takeFiles(part, dialect, {
      bytes: uploadPartBytes,
      problem: 'payload-too-large',
      unnamed: 'unsupported-media-type',
    });
    uploadRoutes(contractHttp(part, served), deps.restores);
  });
  await webhookRoutes(http, deps);
  changeRoutes(http, deps);
  docsRoutes(http, { version, needsSession: { onRequest: guard(sessions) } });
}
