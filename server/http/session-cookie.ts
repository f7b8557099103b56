import { longestMs } from '../shop/sessions/actions.ts';

interface CookieKind {
  name: string;
  /** What its values look like. */
  form: RegExp;
  seconds: number;
}

/** 32 random bytes in base64url. */
const session: CookieKind = {
  name: 'shop_session',
  form: /^[\w-]{43}$/,
  seconds: Math.floor(longestMs / 1000),
};

/** Given anew with each login. */
const device: CookieKind = {
  name: 'shop_device',
  form: /^[\w-]{22}\.[\w-]{43}$/,
  seconds: 365 * 24 * 60 * 60,
};

function cookie(kind: CookieKind, isSecure: boolean) {
  const name = isSecure ? `__Host-${kind.name}` : kind.name;
  const header = (value: string, maxAge: number) =>
    `${name}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAge}${isSecure ? '; Secure' : ''}`;

  return {
    /** @returns its value in a Cookie header, or null */
    read(cookieHeader: string | undefined): string | null {
      if (cookieHeader === undefined) return null;
      for (const pair of cookieHeader.split(';')) {
        const [key, value] = pair.trim().split('=', 2);
        if (key === name && value !== undefined && kind.form.test(value)) return value;
      }
      return null;
    },

    /** The Set-Cookie header that gives it to a browser. */
    given: (value: string): string => header(value, kind.seconds),

    /** The Set-Cookie header that takes it away. */
    ended: (): string => header('', 0),
  };
}

export type Cookies = ReturnType<typeof sessionCookies>;

/**
 * The cookie that carries a session's token, and the one by which a browser is known that has logged
 * in before.
 *
 * @param isSecure whether the shop is reached over https. The cookies' names then are such that
 *   browsers take them only from this very host, so that no neighbour under the same domain can plant
 *   one.
 */
export const sessionCookies = (isSecure: boolean) => ({
  session: cookie(session, isSecure),
  device: cookie(device, isSecure),
});
