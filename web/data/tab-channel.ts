/**
 * Tells the other tabs of this browser that something kept here has changed. A browser that forbids storage
 * may forbid this, too; then there is nothing to tell either.
 *
 * @param onTold another tab has changed it
 */
export function tabChannel(name: string, onTold: () => void): { tell: () => void } {
  try {
    const channel = new BroadcastChannel(name);
    channel.addEventListener('message', onTold);
    return { tell: () => channel.postMessage('changed') };
  } catch {
    return { tell: () => undefined };
  }
}
