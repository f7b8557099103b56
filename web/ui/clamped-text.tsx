import { useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';

/** A text of which four lines are shown, and all of it when asked for. */
export function ClampedText({ children }: { children: string }) {
  const text = useRef<HTMLSpanElement>(null);
  const [isAll, setIsAll] = useState(false);
  const [isTooLong, setIsTooLong] = useState(false);

  useEffect(() => {
    const shown = text.current;
    if (shown === null || isAll) return;
    const observer = new ResizeObserver(() => {
      setIsTooLong(shown.scrollHeight > shown.clientHeight + 1);
    });
    observer.observe(shown);
    return () => observer.disconnect();
  }, [isAll]);

  return (
    <>
      <span ref={text} className={isAll ? 'block' : 'line-clamp-4'}>
        {children}
      </span>
      {isTooLong && (
        <span className="-ml-4 block desk:-ml-3" dir="ltr">
          <Button variant="quiet" aria-expanded={isAll} onClick={() => setIsAll(!isAll)}>
            {isAll ? 'Show less' : 'Show all'}
          </Button>
        </span>
      )}
    </>
  );
}
