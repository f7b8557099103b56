import type { FastifyRequest } from 'fastify';
import type { Texting } from '../../domain/api-texting.ts';
import { versionTag } from '../../domain/edits.ts';
import { refuseWhileClosed } from '../database/settings.ts';
import type { Http } from '../ports/http.ts';
import { changeTexting, refuseUnusable, turnOffTexting } from './account-actions.ts';
import { checkAccount, sendTestText } from './account-check.ts';
import { type AccountDeps, refuseSetOutside, shownTexting } from './account-view.ts';
import { shownMessage } from './conversation-store.ts';

interface AccountRouteDeps extends AccountDeps {
  /** Asks for the shop's password. @throws Problem invalid-password, too-many-logins */
  confirm: (password: string, request: FastifyRequest) => Promise<void>;
}

export function accountRoutes(http: Http, deps: AccountRouteDeps): void {
  const { read } = deps.database;
  const tagged = (reply: { header(name: string, value: string): unknown }, answer: Texting) => {
    reply.header('etag', versionTag(answer.version));
    return answer;
  };

  http.handle('getTexting', async ({ reply }) => tagged(reply, await shownTexting(deps, read)));

  http.handle('changeTexting', async ({ body, request, reply }) => {
    const { password, ...given } = body;
    await refuseWhileClosed(read);
    refuseUnusable(deps, given);
    await deps.confirm(password, request);
    return tagged(reply, await changeTexting(deps, given, request.headers['if-match']));
  });

  http.handle('turnOffTexting', async ({ body, request, reply }) => {
    await refuseWhileClosed(read);
    refuseSetOutside(deps);
    await deps.confirm(body.password, request);
    return tagged(reply, await turnOffTexting(deps, request.headers['if-match']));
  });

  http.handle('checkTexting', async ({ body }) => ({
    findings: await checkAccount(deps, body.account),
  }));

  http.handle('sendTestText', async ({ body }) => {
    const { id, sms } = await sendTestText(deps, body);
    return { message: await shownMessage(read, id), sms };
  });
}
