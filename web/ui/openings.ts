import { useState } from 'react';

/**
 * A dialog that is opened with one thing or another. Each opening begins with the thing as it is shown
 * then: `opening`, which counts them, is the dialog's key.
 */
export function useOpenings<Thing>() {
  const [last, setLast] = useState<{ of: Thing; opening: number } | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  return {
    /** Null before the first opening. */
    last,
    open: (of: Thing) => {
      setLast({ of, opening: (last?.opening ?? 0) + 1 });
      setIsOpen(true);
    },
    /** The dialog's own. */
    dialog: { open: isOpen, onClose: () => setIsOpen(false) },
  };
}
