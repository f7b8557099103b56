import type { Http } from '../../http/operations.ts';
import type { BackupActions } from './actions.ts';

export function backupRoutes(http: Http, { backups }: { backups: BackupActions }): void {
  http.handle('getBackups', () => backups.state());
  http.handle('startBackup', async () => {
    await backups.start();
    return backups.state();
  });
}
