import { longestMs } from '../sessions/actions.ts';

const name = 'shop_session';

/** 32 random bytes in base64url. */
const tokenPattern = /^[\w-]{43}$/;

/** @returns the session token in a Cookie header, or null */
export function sessionToken(cookieHeader: string | undefined): string | null {
  if (cookieHeader === undefined) return null;
  for (const pair of cookieHeader.split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name && value !== undefined && tokenPattern.test(value)) return value;
  }
  return null;
}

/** The Set-Cookie header that gives a browser its session. */
export function sessionCookie(token: string, isSecure: boolean): string {
  const maxAge = Math.floor(longestMs / 1000);
  return `${name}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAge}${isSecure ? '; Secure' : ''}`;
}

/** The Set-Cookie header that takes it away. */
export function endedSessionCookie(isSecure: boolean): string {
  return `${name}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0${isSecure ? '; Secure' : ''}`;
}
