import type { Http } from '../../ports/http.ts';
import type { Backups } from './actions.ts';

export function backupRoutes(http: Http, backups: Backups): void {
  http.handle('getBackups', () => backups.state());
  http.handle('startBackup', async () => {
    await backups.start();
    return backups.state();
  });
}
