import type { StoredSettings } from '../../domain/api-settings.ts';
import { zoneInForce } from '../../domain/clock.ts';
import { settingsEvents } from '../history/store.ts';
import type { Http } from '../ports/http.ts';
import { changeSettings, finishSetUp, type SettingsDeps } from './actions.ts';
import { isSetUp, readStoredSettings } from './store.ts';

export function settingsRoutes(http: Http, deps: SettingsDeps): void {
  const { read } = deps.database;
  const tagged = <Answer extends StoredSettings>(
    reply: { header(name: string, value: string): unknown },
    answer: Answer,
  ) => {
    reply.header('etag', `"${answer.revision}"`);
    return answer;
  };

  http.handle('getSettings', async ({ reply }) => {
    const stored = await readStoredSettings(read);
    return tagged(reply, {
      ...stored,
      timeZone: zoneInForce(stored.settings),
      isSetUp: await isSetUp(read),
    });
  });

  http.handle('changeSettings', async ({ body, request, reply }) => {
    return tagged(reply, await changeSettings(deps, body, request.headers['if-match']));
  });

  http.handle('finishSetUp', () => finishSetUp(deps));

  http.handle('listSettingsEvents', async () => ({ items: await settingsEvents(read) }));
}
