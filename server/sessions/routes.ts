import { Problem } from '../../domain/problems.ts';
import { isoTime } from '../clock.ts';
import type { Http } from '../http/operations.ts';
import { endedSessionCookie, sessionCookie, sessionToken } from '../http/session-cookie.ts';
import type { SessionActions } from './actions.ts';

export function sessionRoutes(
  http: Http,
  { sessions, isSecure }: { sessions: SessionActions; isSecure: boolean },
): void {
  http.handle('logIn', async ({ body, request, reply }) => {
    const token = await sessions.logIn(body.password, request.ip);
    reply.header('set-cookie', sessionCookie(token, isSecure));
  });

  http.handle('getSession', async ({ request }) => {
    const token = sessionToken(request.headers.cookie);
    const expiry = token === null ? null : await sessions.expiry(token);
    if (token === null || expiry === null) throw new Problem('not-logged-in');
    return { id: sessions.publicId(token), expiresAt: isoTime(expiry) };
  });

  http.handle('logOut', async ({ request, reply }) => {
    const token = sessionToken(request.headers.cookie);
    if (token !== null) await sessions.logOut(token);
    reply.header('set-cookie', endedSessionCookie(isSecure));
  });
}
