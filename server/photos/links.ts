import type { Log } from '../log.ts';

export type PhotoLinks = ReturnType<typeof photoLinks>;

/** The customer's text should not wait longer for its photo. */
const patienceMs = 2000;

/**
 * Addresses of photos as customers can open them. A link goes into a text only if a HEAD request to
 * it succeeds, without its query string. Source: specification, section 5, "Photos in texts".
 *
 * @param publicUrl where the product can be reached from outside, or null when it cannot
 */
export function photoLinks(publicUrl: string | null, log: Log) {
  return {
    /**
     * @param url a photo's address on our own server
     * @returns the whole address, or null when it could not be fetched as an image
     */
    async linkIfReachable(url: string): Promise<string | null> {
      if (publicUrl === null) return null;
      const link = new URL(url.split('?', 1)[0] ?? '', publicUrl);
      // Only ever our own host: the address must not make us send requests anywhere else.
      if (link.origin !== new URL(publicUrl).origin) return null;
      try {
        const response = await fetch(link, {
          method: 'HEAD',
          redirect: 'error',
          signal: AbortSignal.timeout(patienceMs),
        });
        const isImage = response.headers.get('content-type')?.startsWith('image/') ?? false;
        return response.ok && isImage ? link.href : null;
      } catch (error) {
        log.warn({ error: String(error) }, 'The photo cannot be reached at PUBLIC_URL');
        return null;
      }
    },
  };
}
