/**
 * A random UUID for a repair, a text, a payment. Put together here if the page did not come over a secure connection
 * (http://192.168.…): there browsers leave `randomUUID` out, but not the randomness itself.
 */
export function newId(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID();
  const source: Crypto = crypto;
  const bytes = source.getRandomValues(new Uint8Array(16));
  // Version 4, variant 1 (RFC 9562, section 5.4).
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
