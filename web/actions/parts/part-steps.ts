import type { Part } from '../../../domain/api-parts.ts';
import { isolated } from '../../../domain/isolated.ts';
import type { PartValues } from '../../../domain/parts.ts';
import { call } from '../../data/call.ts';
import { putRepair } from '../../data/repair-cache.ts';
import { toasts } from '../../data/toasts.ts';
import { withUndo } from '../../data/undoable.ts';

/** One-press actions on a part, each with an undo. They report the outcome themselves and never reject. */

export type PartDate = 'orderedOn' | 'receivedOn' | 'returnedOn';

const marked: Readonly<Record<PartDate, string>> = {
  orderedOn: 'Part ordered',
  receivedOn: 'Part received',
  returnedOn: 'Part returned',
};

const toast = (title: string, { description }: PartValues) => ({
  title,
  detail: isolated(description),
  what: 'this part',
});

async function change(id: string, body: Partial<PartValues>, seenVersion: string): Promise<Part> {
  const { part, repair } = await call('changePart', { params: { id }, body, seenVersion });
  putRepair(repair);
  return part;
}

/** Records the day on which a part was ordered, arrived or went back. */
export const markPart = (part: Part, date: PartDate, day: string): Promise<void> =>
  withUndo(toast(marked[date], part), async () => {
    const after = await change(part.id, { [date]: day }, part.updatedAt);
    return () => change(part.id, { [date]: part[date] }, after.updatedAt);
  });

/** Removes a part; undone, it is back as it was. */
export const removePart = ({ id, ticketNumber, ...part }: Part): Promise<void> =>
  withUndo(toast('Part removed', part), async () => {
    const { createdAt: _, updatedAt, ...values } = part;
    const { repair } = await call('removePart', { params: { id }, seenVersion: updatedAt });
    putRepair(repair);
    return async () => {
      const body = { partId: id, ...values };
      putRepair((await call('addPart', { params: { ticketNumber }, body })).repair);
      toasts.show({ kind: 'success', title: 'Part restored', detail: ticketNumber });
    };
  });
