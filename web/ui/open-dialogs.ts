import { useEffect, useId, useState } from 'react';
import { onPhone } from './scroll.ts';

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
    forget: () => setSubject(null),
  };
}

/** The dialogs and questions that are open now, for input from elsewhere, such as a scan. */

interface OpenDialog {
  /** Closing it would lose something, or leave a question without its answer. */
  isGuarded: boolean;
  /** It is saving, which continues whether it is open or not. */
  isBusy?: boolean;
  /** The page behind it cannot be used meanwhile. */
  isInTheWay: boolean;
  /** It asks before something else takes its place. */
  asks?: boolean;
  close: () => void;
}

const open = new Map<string, OpenDialog>();

export const openDialogs = {
  areInTheWay: (): boolean => [...open.values()].some(({ isInTheWay }) => isInTheWay),
  /**
   * @param but leaves those that ask alone, and closes those that are busy
   * @returns false, with all of them left open, if one is guarded, or busy without `but`
   */
  closeAll({ but }: { but?: 'those that ask' } = {}): boolean {
    const all = [...open.values()].filter(({ asks = false }) => but === undefined || !asks);
    const isHeld = ({ isGuarded, isBusy = false }: OpenDialog) =>
      isGuarded || (isBusy && but === undefined);
    if (all.some(isHeld)) return false;
    for (const { close } of all) close();
    return true;
  },
};

export function useOpenDialog(
  isOpen: boolean,
  { isGuarded, isBusy = false, isInTheWay, asks = false, close }: OpenDialog,
): void {
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    open.set(id, { isGuarded, isBusy, isInTheWay, asks, close });
    return () => void open.delete(id);
  }, [id, isOpen, isGuarded, isBusy, isInTheWay, asks, close]);
}

const listeners = new Set<() => void>();

/** Registers what is called when a dialog opens over a phone's whole screen. @returns a function that stops it */
export function onPhoneCovered(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function useCoversPhone(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen || !matchMedia(onPhone).matches) return;
    for (const listener of listeners) listener();
  }, [isOpen]);
}
