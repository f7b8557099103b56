import type { Warranty } from '../../../domain/api-warranties.ts';
import { isolated } from '../../../domain/isolated.ts';
import { call } from '../../data/call.ts';
import { isChangedMeanwhile } from '../../data/changed-meanwhile.ts';
import { putRepair, refreshRepairs } from '../../data/repair-cache.ts';
import { showRepairProblem } from '../../data/repair-problem.ts';
import { toasts } from '../../data/toasts.ts';

/** Removes a warranty recorded by mistake, unless it has changed since it was shown. */
export async function removeWarranty({ id, what, updatedAt }: Warranty): Promise<void> {
  try {
    const { repair } = await call('removeWarranty', { params: { id }, seenVersion: updatedAt });
    putRepair(repair);
    toasts.show({ kind: 'success', title: 'Warranty removed', detail: isolated(what) });
  } catch (error) {
    const problem = error as Error;
    if (isChangedMeanwhile(problem)) {
      toasts.show({
        kind: 'error',
        title: 'Someone else changed this warranty',
        detail: 'Nothing was changed. Check it, then try again.',
      });
    } else showRepairProblem(problem);
  }
  await refreshRepairs();
}
