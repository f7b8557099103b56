import { answerOf } from '../base/public-reach.ts';
import type { Deps } from '../ports/deps.ts';

/** The customer's text should not wait longer for its photo. */
const patienceMs = 2000;

/**
 * A photo's address as customers can open it. It goes into a text only if a HEAD request to it
 * succeeds, without its query string. Source: specification, section 5, "Photos in texts".
 *
 * @param publicUrl our address; if it was typed, what lies in a private network is left alone
 * @param url a photo's address on our own server
 * @returns the whole address, or null when it could not be fetched as an image
 */
export async function reachableLink(
  { publicUrl, isTyped, log }: { publicUrl: string; isTyped: boolean } & Pick<Deps, 'log'>,
  url: string,
): Promise<string | null> {
  const link = new URL(url.split('?', 1)[0] ?? '', publicUrl);
  // Only ever our own host: the address must not make us send requests anywhere else.
  if (link.origin !== new URL(publicUrl).origin) return null;
  const answer = await answerOf(link.href, {
    method: 'HEAD',
    mayBePrivate: !isTyped,
    patienceMs,
  });
  if (typeof answer !== 'string') {
    const isFound = answer.status >= 200 && answer.status < 300;
    return isFound && answer.type.startsWith('image/') ? link.href : null;
  }
  log.warn({ error: answer }, 'The photo cannot be reached at the public address');
  return null;
}
