import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react';

/**
 * Like React's `lazy`, but what has been loaded already is drawn at once, and the rest as soon as it
 * arrives: `lazy` shows its fallback even then, and React holds what follows a fallback back
 * for 300 ms.
 *
 * @param waiting in its place until then
 * @returns the part, and what loads it ahead of time
 */
export function lazyPart<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
) {
  let loaded: ComponentType<Props> | null = null;

  async function loadOnce(): Promise<ComponentType<Props>> {
    loaded ??= await load();
    return loaded;
  }

  function Part(props: Props) {
    const [Drawn, setDrawn] = useState(() => loaded);
    const [failure, setFailure] = useState<{ error: unknown } | null>(null);
    useEffect(() => {
      if (Drawn !== null) return;
      loadOnce().then(
        (part) => startTransition(() => setDrawn(() => part)),
        (error: unknown) => setFailure({ error }),
      );
    }, [Drawn]);
    // For the error boundary around it.
    if (failure !== null) throw failure.error;
    return Drawn === null ? waiting : <Drawn {...props} />;
  }

  return { Part, load: loadOnce };
}
