import type { Part } from '../../../domain/api-parts.ts';
import { isolated } from '../../../domain/isolated.ts';
import { call } from '../../data/call.ts';
import { isChangedMeanwhile } from '../../data/changed-meanwhile.ts';
import { putRepair, refreshRepairs } from '../../data/repair-cache.ts';
import { showRepairProblem } from '../../data/repair-problem.ts';
import { toasts } from '../../data/toasts.ts';

/** What is done to a part with one press, each with its undo. They say how it went, and never fail. */

export type PartDate = 'orderedOn' | 'receivedOn' | 'returnedOn';

const marked: Readonly<Record<PartDate, string>> = {
  orderedOn: 'Part ordered',
  receivedOn: 'Part received',
  returnedOn: 'Part returned',
};

function showFailure(error: unknown): void {
  if (error instanceof Error && isChangedMeanwhile(error)) {
    const title = 'Someone else changed this part';
    toasts.show({
      kind: 'error',
      title,
      detail: 'Nothing was changed. Look at it, then try again.',
    });
  } else showRepairProblem(error);
}

/** Writes the day down on which a part was ordered, came or went back. */
export async function markPart(part: Part, date: PartDate, day: string): Promise<void> {
  const params = { id: part.id };
  try {
    const { part: after, repair } = await call('changePart', {
      params,
      body: { [date]: day },
      seenVersion: part.updatedAt,
    });
    putRepair(repair);
    const undo = async () => {
      try {
        const body = { [date]: part[date] };
        const undone = await call('changePart', { params, body, seenVersion: after.updatedAt });
        putRepair(undone.repair);
      } catch (error) {
        showFailure(error);
      }
      await refreshRepairs();
    };
    toasts.show({
      kind: 'success',
      title: marked[date],
      detail: isolated(part.description),
      action: { label: 'Undo', run: () => void undo() },
    });
  } catch (error) {
    showFailure(error);
  }
  await refreshRepairs();
}

/** Removes a part; undone, it is back as it was. */
export async function removePart({ id, ticketNumber, ...part }: Part): Promise<void> {
  const { createdAt: _, updatedAt, ...values } = part;
  try {
    const { repair } = await call('removePart', { params: { id }, seenVersion: updatedAt });
    putRepair(repair);
    const undo = async () => {
      try {
        const body = { partId: id, ...values };
        const added = await call('addPart', { params: { ticketNumber }, body });
        putRepair(added.repair);
        toasts.show({ kind: 'success', title: 'Part is back', detail: ticketNumber });
      } catch (error) {
        showRepairProblem(error);
      }
      await refreshRepairs();
    };
    toasts.show({
      kind: 'success',
      title: 'Part removed',
      detail: isolated(part.description),
      action: { label: 'Undo', run: () => void undo() },
    });
  } catch (error) {
    showFailure(error);
  }
  await refreshRepairs();
}
