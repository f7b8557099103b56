import { parsePrice } from './money.ts';
import { type RepairStatus, repairStatuses } from './repair-status.ts';
import { searchable } from './search-text.ts';
import type { Technician } from './shop-config.ts';

/** What other programs write into their cells → our values. A message where that fails. */

export type Read<Value> = { value: Value } | { message: string };

const ok = <Value>(value: Value): Read<Value> => ({ value });

/** Where a message quotes a cell: as much as can be read at a glance. */
function shown(cell: string): string {
  const text = cell.trim();
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** Hyphens for spaces and underscores, as our own statuses have them. */
const statusWord = (cell: string) => searchable(cell).replace(/[\s_-]+/g, '-');

/** How other programs call them. */
const statusAliases: Readonly<Record<string, RepairStatus>> = {
  new: 'pending',
  open: 'pending',
  received: 'pending',
  waiting: 'pending',
  'checked-in': 'pending',
  working: 'in-progress',
  'in-repair': 'in-progress',
  done: 'completed',
  complete: 'completed',
  finished: 'completed',
  closed: 'completed',
  delivered: 'completed',
  collected: 'completed',
  'picked-up': 'completed',
  repaired: 'completed',
  'ready-for-pickup': 'ready',
  'ready-for-collection': 'ready',
};

/** @returns null for an empty cell */
export function readStatus(cell: string): Read<RepairStatus | null> {
  const word = statusWord(cell);
  if (word === '') return ok(null);
  const status = repairStatuses.find((one) => one === word) ?? statusAliases[word];
  return status
    ? ok(status)
    : {
        message: `Status "${shown(cell)}" is not one that a repair can have (${repairStatuses.join(', ')})`,
      };
}

const yes = new Set(['yes', 'y', 'true', '1', 'x']);
const no = new Set(['', 'no', 'n', 'false', '0']);

export function readFlag(label: string, cell: string): Read<boolean> {
  const word = searchable(cell);
  if (yes.has(word)) return ok(true);
  return no.has(word) ? ok(false) : { message: `${label} must be yes or no, not "${shown(cell)}"` };
}

/** @returns dollars, null for an empty cell */
export function readPrice(label: string, cell: string): Read<number | null> {
  if (cell.trim() === '') return ok(null);
  const dollars = parsePrice(cell);
  return dollars === null
    ? {
        message: `${label} must be dollars as 1,250.00, at most 999999.99, not "${shown(cell)}"`,
      }
    : ok(dollars);
}

/**
 * Finds one of the shop's technicians: by id, else by name.
 *
 * @returns null where both cells are empty
 */
export function readTechnician(
  id: string,
  name: string,
  technicians: readonly Pick<Technician, 'id' | 'name'>[],
): Read<Pick<Technician, 'id' | 'name'> | null> {
  if (id.trim() === '' && name.trim() === '') return ok(null);
  const found =
    technicians.find((one) => one.id === id.trim()) ??
    technicians.find((one) => searchable(one.name) === searchable(name) && name.trim() !== '');
  return found
    ? ok(found)
    : {
        message: `Technician "${shown(name.trim() === '' ? id : name)}" is not one of this shop’s (${technicians.map((one) => one.name).join(', ')})`,
      };
}
