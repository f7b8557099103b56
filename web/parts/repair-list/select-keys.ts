import { useEffect } from 'react';
import type { Selection } from './selected.ts';
import { useSelection } from './selection.tsx';

/** On a repair's number, Space selects it, and Shift with an arrow adds the next one. */
function selectByKey(event: KeyboardEvent, { add, toggle }: Selection): void {
  const { key, target, shiftKey } = event;
  if (!(target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return;
  const { ticket } = target.dataset;
  const item = target.closest('[data-selectable] [data-item]');
  if (ticket === undefined || item === null) return;
  if (key === ' ') {
    event.preventDefault();
    toggle(ticket, shiftKey);
  }
  if (!shiftKey || (key !== 'ArrowDown' && key !== 'ArrowUp')) return;
  const beside = key === 'ArrowDown' ? item.nextElementSibling : item.previousElementSibling;
  const link = beside?.querySelector<HTMLElement>('a[data-ticket]');
  if (!link?.dataset.ticket) return;
  event.preventDefault();
  add(ticket, link.dataset.ticket);
  link.focus();
}

/** While a list is on the screen. */
export function useSelectKeys(): void {
  const selection = useSelection();
  useEffect(() => {
    const listener = (event: KeyboardEvent) => selectByKey(event, selection);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [selection]);
}
