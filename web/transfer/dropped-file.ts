import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;

/**
 * Takes a file that is dropped on the area. One that is dropped beside it does not take the page's
 * place.
 *
 * @returns whether files hang over the area at this moment
 */
export function useDroppedFile(
  area: RefObject<HTMLElement | null>,
  onFile: (file: File) => void,
): boolean {
  const [isOver, setIsOver] = useState(false);
  const isInside = (event: DragEvent) => area.current?.contains(event.target as Node) === true;

  const drag = useEffectEvent((event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setIsOver(isInside(event));
  });
  const drop = useEffectEvent((event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setIsOver(false);
    const file = event.dataTransfer?.files[0];
    if (file && isInside(event)) onFile(file);
  });

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener('dragover', (event) => drag(event), { signal });
    document.addEventListener('drop', (event) => drop(event), { signal });
    document.addEventListener(
      'dragleave',
      (event) => {
        // Out of the window, not only out of one of its parts.
        if (event.relatedTarget === null) setIsOver(false);
      },
      { signal },
    );
    return () => stop.abort();
  }, []);

  return isOver;
}
