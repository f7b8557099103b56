import { longestMs } from '../sessions/actions.ts';

/** 32 random bytes in base64url. */
const tokenPattern = /^[\w-]{43}$/;

export type SessionCookie = ReturnType<typeof sessionCookie>;

/**
 * The cookie that carries a session's token.
 *
 * @param isSecure whether the shop is reached over https. The cookie's name then is one that browsers
 *   take only from this very host, so that no neighbour under the same domain can plant a session.
 */
export function sessionCookie(isSecure: boolean) {
  const name = isSecure ? '__Host-shop_session' : 'shop_session';
  const header = (value: string, maxAge: number) =>
    `${name}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAge}${isSecure ? '; Secure' : ''}`;

  return {
    /** @returns the session token in a Cookie header, or null */
    token(cookieHeader: string | undefined): string | null {
      if (cookieHeader === undefined) return null;
      for (const pair of cookieHeader.split(';')) {
        const [key, value] = pair.trim().split('=', 2);
        if (key === name && value !== undefined && tokenPattern.test(value)) return value;
      }
      return null;
    },

    /** The Set-Cookie header that gives a browser its session. */
    given: (token: string): string => header(token, Math.floor(longestMs / 1000)),

    /** The Set-Cookie header that takes it away. */
    ended: (): string => header('', 0),
  };
}
