import type { Deps } from '../ports/deps.ts';

/** The customer's text should not wait longer for its photo. */
const linkPatienceMs = 2000;

/**
 * A photo's address as customers can open it. It goes into a text only if a HEAD request to it
 * succeeds, without its query string. Source: specification, section 5, "Photos in texts".
 *
 * @param url a photo's address on our own server
 * @returns the whole address, or null when it could not be fetched as an image
 */
export async function reachableLink(
  { publicUrl, log }: Pick<Deps, 'publicUrl' | 'log'>,
  url: string,
): Promise<string | null> {
  if (publicUrl === null) return null;
  const link = new URL(url.split('?', 1)[0] ?? '', publicUrl);
  // Only ever our own host: the address must not make us send requests anywhere else.
  if (link.origin !== new URL(publicUrl).origin) return null;
  try {
    const response = await fetch(link, {
      method: 'HEAD',
      redirect: 'error',
      signal: AbortSignal.timeout(linkPatienceMs),
    });
    const isImage = response.headers.get('content-type')?.startsWith('image/') ?? false;
    return response.ok && isImage ? link.href : null;
  } catch (error) {
    log.warn({ error: String(error) }, 'The photo cannot be reached at PUBLIC_URL');
    return null;
  }
}
