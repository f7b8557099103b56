import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Sheet } from './sheet.ts';

/** A sheet as it will lie on the counter, beside the form that is being filled in. */
export function SheetDrawing({
  title,
  of,
  load,
  className,
}: {
  title: string;
  /** Says what is on it: it is drawn again for another. */
  of: string;
  load: () => Promise<Sheet>;
  className: string;
}) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [owner, setOwner] = useState<Document | null>(null);
  // At once in most browsers; some put another blank page in its place when it has loaded.
  const open = () => setOwner(frame.current?.contentDocument ?? null);
  useEffect(() => setOwner(frame.current?.contentDocument ?? null), []);
  const loadOf = useEffectEvent((_: string) => load());
  useEffect(() => {
    if (owner === null) return;
    let isOver = false;
    // What a drawing needs comes with the first one; a failure leaves the paper blank.
    Promise.all([import('./printing.ts'), loadOf(of)]).then(
      ([{ drawInFrame }, sheet]) => {
        if (!isOver) drawInFrame(sheet, owner);
      },
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [owner, of]);
  return (
    <iframe
      ref={frame}
      title={title}
      tabIndex={-1}
      onLoad={open}
      className={`overflow-hidden rounded border ${className}`}
    />
  );
}
