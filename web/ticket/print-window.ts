import { printWindow } from '../../domain/printed-ticket.ts';

/**
 * Opens the print window. Call it straight from the press of a button: later, browsers take it for
 * an advertisement.
 *
 * @returns null when the browser blocked it
 */
export function openPrintWindow(): Window | null {
  const { width, height } = printWindow;
  const opened = window.open('', '', `popup,width=${width},height=${height}`);
  return opened === null || opened.closed ? null : opened;
}
