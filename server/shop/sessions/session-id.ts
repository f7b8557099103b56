/**
 * What a session is called where it is shown: the first 12 hexadecimal digits of its token's hash.
 * It opens nothing, and no token can be found by it.
 *
 * @param tokenHash as stored, in base64url
 */
export const sessionId = (tokenHash: string): string =>
  Buffer.from(tokenHash, 'base64url').toString('hex').slice(0, 12);
