import type { Warranty } from '../../../domain/api-warranties.ts';
import { isolated } from '../../../domain/isolated.ts';
import { call } from '../../data/call.ts';
import { putRepair, refreshRepairs } from '../../data/repair-cache.ts';
import { toasts } from '../../data/toasts.ts';
import { showRefusal } from '../../data/undoable.ts';

/** Removes a warranty recorded by mistake, unless it has changed since it was shown. */
export async function removeWarranty({ id, what, updatedAt }: Warranty): Promise<void> {
  try {
    const { repair } = await call('removeWarranty', { params: { id }, seenVersion: updatedAt });
    putRepair(repair);
    toasts.show({ kind: 'success', title: 'Warranty removed', detail: isolated(what) });
  } catch (error) {
    showRefusal(error, 'this warranty');
  }
  await refreshRepairs();
}
