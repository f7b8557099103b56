import { useCallback, useSyncExternalStore } from 'react';

/** The style sheet's own first step: what is below it is a phone. */
export const onPhone = '(width < 40rem)';

/** @returns whether a media query holds, for what should not even be drawn where nobody sees it */
export function useMedia(query: string): boolean {
  const follow = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(follow, () => matchMedia(query).matches);
}
