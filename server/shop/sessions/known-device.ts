import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** 16 random bytes and 32 of their signature, in base64url. */
const form = /^([\w-]{22})\.([\w-]{43})$/;

/**
 * The stored hash of the password, with its salt, is the key: nobody outside knows it, all processes
 * of the shop share it, and a new password makes every device unknown.
 */
const signatureOf = (nonce: string, passwordHash: string): string =>
  createHmac('sha256', passwordHash).update(`device ${nonce}`).digest('base64url');

/**
 * What a browser keeps that has logged in, so that strangers cannot shut it out. It opens nothing.
 * Source: OWASP, "Slow Down Online Guessing Attacks with Device Cookies".
 *
 * @param passwordHash the stored hash of the password that was right
 */
export function newDevice(passwordHash: string): string {
  const nonce = randomBytes(16).toString('base64url');
  return `${nonce}.${signatureOf(nonce, passwordHash)}`;
}

/**
 * @param device what a browser shows; null when it shows nothing
 * @returns what its attempts are counted under; null when this shop, with this password, did not give
 *   it
 */
export function deviceKey(device: string | null, passwordHash: string | null): string | null {
  const [, nonce, signature] = form.exec(device ?? '') ?? [];
  if (passwordHash === null || nonce === undefined || signature === undefined) return null;
  const right = Buffer.from(signatureOf(nonce, passwordHash));
  return timingSafeEqual(Buffer.from(signature), right) ? `device ${nonce}` : null;
}
