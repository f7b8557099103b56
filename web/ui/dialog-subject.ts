import { useState } from 'react';

/**
 * What a dialog is about, where there is one dialog for a whole list. It is kept while the dialog
 * closes, and outlives the row that it was opened from.
 */
export function useDialogSubject<Subject>() {
  const [subject, setSubject] = useState<Subject | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  return {
    subject,
    isOpen,
    open(next: Subject) {
      setSubject(() => next);
      setIsOpen(true);
    },
    close: () => setIsOpen(false),
    /** After the closing movement. */
    forget: () => setSubject(null),
  };
}
