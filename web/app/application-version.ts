import { createStore } from '../data/store.ts';

/**
 * The service worker's registration, and whether a newer version of the application than the one
 * on the screen has arrived.
 */

const newer = createStore(false);
export const useHasNewVersion = newer.useValue;

/** Often enough for a tab that stays open for weeks. */
const lookAgainMs = 60 * 60_000;

/** If the server can be reached and yet a file of its version did not arrive. */
const lookSoonMs = 15_000;

let lookAgain: () => void = () => undefined;

/** Asks the server at once; without a worker nothing happens. */
export const lookForNewVersion = (): void => lookAgain();

/**
 * Keeps the application in this browser. Without HTTPS (or localhost) browsers offer no service
 * worker: then it needs the server to open, and everything else works.
 */
export async function keepApplication(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  // The first worker takes over a page of its own build; a later one brings another build.
  let hadWorker = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (hadWorker) newer.set(true);
    hadWorker = true;
  });
  try {
    const registration = await serviceWorker.register('/service-worker.js', {
      updateViaCache: 'none',
    });
    // If something blocks workers there may be none, without an error.
    if (!registration) return;
    let soon: ReturnType<typeof setTimeout> | undefined;
    const lookSoon = () => {
      clearTimeout(soon);
      soon = setTimeout(lookAgain, lookSoonMs);
    };
    lookAgain = () => void registration.update().catch(lookSoon);
    setInterval(lookAgain, lookAgainMs);
    registration.addEventListener('updatefound', () => {
      const { installing } = registration;
      const follow = () => {
        installing?.removeEventListener('statechange', follow);
        // It takes over once the previous one has nothing more to do, which may take minutes.
        if (installing?.state === 'installed' && hadWorker) newer.set(true);
        // Given up if one of its files did not arrive; browsers do not try again on their own.
        if (installing?.state === 'redundant') lookSoon();
      };
      installing?.addEventListener('statechange', follow);
    });
  } catch {
    // A browser that forbids storage forbids this, too; the next page load tries again.
  }
}
