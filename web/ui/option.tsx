import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from './classes.ts';

/**
 * One to choose in the list of a combobox, whose field keeps the focus and with it the keys. The
 * active one is kept in view, with the heading above it.
 */
export function Option({
  id,
  isActive,
  onActive,
  onChoose,
  children,
}: {
  id: string;
  isActive: boolean;
  onActive: () => void;
  onChoose: () => void;
  children: ReactNode;
}) {
  const option = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);

  return (
    <button
      ref={option}
      type="button"
      role="option"
      id={id}
      aria-selected={isActive}
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      // Not pointerenter: a list that moves under a resting mouse has not been pointed at.
      onPointerMove={onActive}
      onClick={onChoose}
      className={classNames(
        'flex min-h-control w-full min-w-0 scroll-mt-10 scroll-mb-2 items-center gap-3 rounded px-3 py-1 text-left',
        isActive && 'bg-accent-soft',
      )}
    >
      {children}
    </button>
  );
}
