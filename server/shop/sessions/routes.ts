import type { FastifyReply, FastifyRequest } from 'fastify';
import { deviceName } from '../../../domain/logins.ts';
import { Problem } from '../../../domain/problems.ts';
import { isoTime } from '../../clock.ts';
import type { Http } from '../../http/operations.ts';
import type { Cookies } from '../../http/session-cookie.ts';
import type { Opened, Opener, SessionActions } from './actions.ts';

const openerOf = (request: FastifyRequest): Opener => ({
  address: request.ip,
  device: deviceName(request.headers['user-agent']),
});

/** Logged, to see later who came and went. */
const note = (request: FastifyRequest, what: string) => request.log.info(openerOf(request), what);

export function sessionRoutes(
  http: Http,
  { sessions, cookies }: { sessions: SessionActions; cookies: Cookies },
): void {
  const tokenOf = (request: FastifyRequest) => cookies.session.read(request.headers.cookie);
  const knownAs = (request: FastifyRequest) => cookies.device.read(request.headers.cookie);
  const giveCookies = (reply: FastifyReply, { token, device }: Opened) =>
    reply.header('set-cookie', [cookies.session.given(token), cookies.device.given(device)]);

  http.handle('logIn', async ({ body, request, reply }) => {
    const before = tokenOf(request);
    const opened = await sessions.logIn(body.password, openerOf(request), knownAs(request));
    // The browser forgets the session that it had: nobody could end it any more.
    if (before !== null) await sessions.logOut(before);
    giveCookies(reply, opened);
    note(request, 'Logged in');
  });

  http.handle('getSession', async ({ request }) => {
    const token = tokenOf(request);
    const expiry = token === null ? null : await sessions.expiry(token);
    if (token === null || expiry === null) throw new Problem('not-logged-in');
    return { id: sessions.publicId(token), expiresAt: isoTime(expiry) };
  });

  http.handle('logOut', async ({ request, reply }) => {
    const token = tokenOf(request);
    if (token !== null) await sessions.logOut(token);
    reply.header('set-cookie', cookies.session.ended());
    note(request, 'Logged out');
  });

  http.handle('listSessions', async ({ request }) => ({
    items: await sessions.list(tokenOf(request)),
    passwordIsSetOutside: sessions.passwordIsSetOutside,
  }));

  http.handle('endSession', async ({ params, request }) => {
    await sessions.end(params.id);
    note(request, 'Ended a session');
  });

  http.handle('endSessions', async ({ query, request, reply }) => {
    if (query.scope === 'all') reply.header('set-cookie', cookies.session.ended());
    const ended = await sessions.endAll(query.scope === 'all' ? null : tokenOf(request));
    note(request, 'Ended sessions');
    return { ended };
  });

  http.handle('changePassword', async ({ body, request, reply }) => {
    giveCookies(reply, await sessions.changePassword(body, openerOf(request), knownAs(request)));
    note(request, 'Changed the password');
  });
}
