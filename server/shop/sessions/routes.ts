import type { FastifyReply, FastifyRequest } from 'fastify';
import { deviceName } from '../../../domain/logins.ts';
import { Problem } from '../../../domain/problems.ts';
import { isoTime } from '../../base/clock.ts';
import type { ChangeFeed } from '../../database/changes.ts';
import type { Http } from '../../ports/http.ts';
import type { Opened, Opener, Sessions } from './actions.ts';
import { longestMs } from './store.ts';

/** @param form what its values look like */
function cookie(name: string, form: RegExp, seconds: number, isSecure: boolean) {
  // Browsers take such names only from this very host: no neighbor under the same domain can plant one.
  const fullName = isSecure ? `__Host-${name}` : name;
  const header = (value: string, maxAge: number) =>
    `${fullName}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAge}${isSecure ? '; Secure' : ''}`;
  return {
    /** @returns its value in a Cookie header, or null */
    read(cookieHeader = ''): string | null {
      const pairs = cookieHeader.split(';').map((pair) => pair.trim().split('=', 2));
      const found = pairs.find(([key, value = '']) => key === fullName && form.test(value));
      return found?.[1] ?? null;
    },
    /** The Set-Cookie header that gives it to a browser. */
    given: (value: string): string => header(value, seconds),
    /** The Set-Cookie header that takes it away. */
    ended: (): string => header('', 0),
  };
}

/**
 * The cookie that carries a session's token, 32 random bytes in base64url, and the one by which a
 * browser that has logged in before is known, renewed with each login.
 *
 * @param isSecure whether the shop is reached over https
 */
export const sessionCookies = (isSecure: boolean) => ({
  session: cookie('shop_session', /^[\w-]{43}$/, longestMs / 1000, isSecure),
  device: cookie('shop_device', /^[\w-]{22}\.[\w-]{43}$/, 365 * 24 * 60 * 60, isSecure),
});

const openerOf = (request: FastifyRequest): Opener => ({
  address: request.ip,
  device: deviceName(request.headers['user-agent']),
});

/** Logged, to see later who logged in and out. */
const note = (request: FastifyRequest, what: string) => request.log.info(openerOf(request), what);

export function sessionRoutes(
  http: Http,
  {
    sessions,
    cookies,
    feed,
  }: { sessions: Sessions; cookies: ReturnType<typeof sessionCookies>; feed: ChangeFeed },
): void {
  const tokenOf = (request: FastifyRequest) => cookies.session.read(request.headers.cookie);
  const knownAs = (request: FastifyRequest) => cookies.device.read(request.headers.cookie);
  const giveCookies = (reply: FastifyReply, { token, device }: Opened) =>
    reply.header('set-cookie', [cookies.session.given(token), cookies.device.given(device)]);

  http.handle('logIn', async ({ body, request, reply }) => {
    const before = tokenOf(request);
    const opened = await sessions.logIn(body.password, openerOf(request), knownAs(request));
    // The browser forgets the session that it had: nobody could end it anymore.
    if (before !== null) await sessions.logOut(before);
    giveCookies(reply, opened);
    note(request, 'Logged in');
  });

  http.handle('getSession', async ({ request }) => {
    const token = tokenOf(request);
    const expiry = token === null ? null : await sessions.expiry(token);
    if (token === null || expiry === null) throw new Problem('not-logged-in');
    return { id: sessions.publicId(token), expiresAt: isoTime(expiry), store: feed.epoch };
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
