import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

/** A modal dialog hides what is behind it; a photo that is pasted then is not meant for there. */
function isBehindDialog(element: Element | null): boolean {
  return element === null || element.closest('[aria-hidden="true"], [inert]') !== null;
}

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;

function pastedImage(data: DataTransfer | null): File | undefined {
  // Text that brings a picture of itself along (from an office program) is meant as text.
  if (data === null || data.types.includes('text/plain')) return undefined;
  return [...data.files].find(({ type }) => type.startsWith('image/'));
}

/**
 * Takes a photo that is dropped on the area, or pasted wherever the focus is. One that is dropped
 * beside the area does not take the page's place.
 *
 * @returns whether files hang over the area at this moment
 */
export function useIncomingPhotos(
  area: RefObject<HTMLElement | null>,
  onFile: (file: File) => void,
): boolean {
  const [isDraggedOver, setIsDraggedOver] = useState(false);

  const paste = useEffectEvent((event: ClipboardEvent) => {
    const image = pastedImage(event.clipboardData);
    if (image === undefined || isBehindDialog(area.current)) return;
    event.preventDefault();
    onFile(image);
  });
  const drag = useEffectEvent((event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setIsDraggedOver(area.current?.contains(event.target as Node) === true);
  });
  const drop = useEffectEvent((event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setIsDraggedOver(false);
    const file = event.dataTransfer?.files[0];
    if (file && area.current?.contains(event.target as Node)) onFile(file);
  });

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener('paste', (event) => paste(event), { signal });
    document.addEventListener('dragover', (event) => drag(event), { signal });
    document.addEventListener('drop', (event) => drop(event), { signal });
    document.addEventListener(
      'dragleave',
      (event) => {
        // Out of the window, not only out of one of its parts.
        if (event.relatedTarget === null) setIsDraggedOver(false);
      },
      { signal },
    );
    return () => stop.abort();
  }, []);

  return isDraggedOver;
}
