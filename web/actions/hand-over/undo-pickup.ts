import type { Repair, Sibling } from '../../../domain/api-answers.ts';
import { call, isUnsure } from '../../data/call.ts';
import { queryClient, repairQuery } from '../../data/queries.ts';
import { putRepair, refreshRepairs } from '../../data/repair-cache.ts';
import { repairProblem, showRepairProblem } from '../../data/repair-problem.ts';
import { type ToastMessage, toasts } from '../../data/toasts.ts';
import { sentToast } from '../../parts/text/text-words.ts';
import { type Undone, undoneToast } from './undone-toast.ts';

type Left = Pick<Repair, 'ticketNumber' | 'collectedAt' | 'shippedBy'>;

interface NotUndone {
  watch: Left;
  error: Error;
}

/**
 * Undoes the pickup or shipment of watches that left together. One message says what became of all. For a
 * single watch, it offers the others of its visit that left with it.
 */
export async function undoPickup(watches: readonly Left[]): Promise<void> {
  // Not by a hook: a list has an item for each repair, and a message outlives what it is about.
  const undoing = queryClient.getMutationCache().build(queryClient, {
    mutationFn: async () => {
      const done: Undone[] = [];
      const failed: NotUndone[] = [];
      for (const watch of watches) {
        const { ticketNumber, collectedAt } = watch;
        try {
          const { repair, unsentTextId } = await call('undoCollectRepair', {
            params: { ticketNumber },
            body: { collectedAt: collectedAt ?? '' },
          });
          putRepair(repair);
          done.push({ ticketNumber, unsentTextId });
        } catch (error) {
          failed.push({ watch, error: error as Error });
        }
      }
      const others = watches.length > 1 ? [] : await leftWith(watches[0]);
      tell(watches[0]?.shippedBy ? 'Shipment' : 'Pickup', done, failed, others);
    },
    onSettled: refreshRepairs,
  });
  await undoing.execute(undefined);
}

/** Those of its visit that left at the same moment; none if that can't be known. */
async function leftWith(watch: Left | undefined): Promise<Sibling[]> {
  if (watch === undefined) return [];
  const reading = queryClient.fetchQuery(repairQuery(watch.ticketNumber));
  const { siblings } = await reading.catch(() => ({ siblings: [] }));
  return siblings.filter(({ collectedAt }) => collectedAt === watch.collectedAt);
}

function tell(
  what: 'Pickup' | 'Shipment',
  done: readonly Undone[],
  failed: readonly NotUndone[],
  others: readonly Sibling[],
): void {
  const [first] = failed;
  if (first !== undefined && done.length + failed.length === 1) {
    showRepairProblem(first.error);
    return;
  }
  const refused = failed.flatMap(({ watch: { ticketNumber }, error }) => {
    const problem = repairProblem(error);
    return problem === null ? [] : [{ ticketNumber, why: problem.detail ?? problem.title }];
  });
  // The login that takes the screen's place says it.
  if (refused.length < failed.length) return;
  const again = failed.filter(({ error }) => isUnsure(error)).map(({ watch }) => watch);
  const unsent = done.filter(({ unsentTextId }) => unsentTextId !== null);
  const [other] = others;
  const [action, otherAction] = [
    again.length > 0 && { label: 'Try again', run: () => void undoPickup(again) },
    unsent.length > 0 && {
      label: unsent.length === 1 ? 'Send text' : `Send ${unsent.length} texts`,
      run: () => void sendUnsent(unsent),
    },
    other !== undefined &&
      done.length > 0 && {
        label:
          others.length === 1
            ? `Undo ${other.ticketNumber}, too`
            : `Undo the other ${others.length}, too`,
        run: () => void undoPickup(others),
      },
  ].filter((offer) => offer !== false);
  toasts.show({
    ...undoneToast(what, done, refused),
    ...(action && { action }),
    ...(otherAction && { otherAction }),
  });
}

/** Sends the texts that a pickup stopped, and says which one did not go out. */
async function sendUnsent(unsent: readonly Undone[]): Promise<void> {
  const outcomes: ToastMessage[] = [];
  for (const { ticketNumber, unsentTextId } of unsent) {
    const sending = call('resendText', { params: { id: unsentTextId ?? '' } });
    const outcome = await sending.then(({ sms }) => sentToast(sms, 'Text sent'), repairProblem);
    if (outcome === null) return;
    const { detail } = outcome;
    const about = unsent.length === 1 ? detail : [ticketNumber, detail].filter(Boolean).join(': ');
    outcomes.push({ ...outcome, detail: about });
  }
  const all = unsent.length === 1 ? 'Text sent' : `${unsent.length} texts sent`;
  toasts.show(
    outcomes.find(({ kind }) => kind === 'error') ??
      outcomes.find(({ kind }) => kind === 'info') ?? { kind: 'success', title: all },
  );
  await refreshRepairs();
}
