import { type ComponentType, lazy, useState } from 'react';

/**
 * Like React's `lazy`, but what has been loaded already is drawn at once: `lazy` shows the fallback
 * of a first time even then, and React holds what follows a fallback back for 300 ms.
 *
 * @returns the part, and what loads it ahead
 */
export function lazyPart(load: () => Promise<ComponentType>) {
  let loaded: ComponentType | null = null;

  async function loadOnce(): Promise<ComponentType> {
    loaded ??= await load();
    return loaded;
  }

  const Lazy = lazy(async () => ({ default: await loadOnce() }));

  function Part() {
    // What it was first drawn as, it stays: the other would be a new part with an empty form.
    const [Drawn] = useState<ComponentType>(() => loaded ?? Lazy);
    return <Drawn />;
  }

  return { Part, load: loadOnce };
}
