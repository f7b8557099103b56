import { isChangedMeanwhile } from './changed-meanwhile.ts';
import { refreshRepairs } from './repair-cache.ts';
import { showRepairProblem } from './repair-problem.ts';
import { toasts } from './toasts.ts';

/** One-press actions on a row of a ticket. They say how it went, and never reject. */

/** Says why nothing was changed. @param what it is, if a colleague has changed it: "this part" */
export function showRefusal(error: unknown, what: string): void {
  if (error instanceof Error && isChangedMeanwhile(error)) {
    toasts.show({
      kind: 'error',
      title: `Someone else changed ${what}`,
      detail: 'Nothing was changed. Check it, then try again.',
    });
  } else showRepairProblem(error);
}

/**
 * Does it, says so, offers the undo, and reads again what is on the screen.
 *
 * @param what as for {@link showRefusal}
 * @param act does it. Returns how to undo it
 */
export async function withUndo(
  { title, detail, what }: { title: string; detail: string; what: string },
  act: () => Promise<() => Promise<unknown>>,
): Promise<void> {
  try {
    const undo = await act();
    const run = async () => {
      await undo().catch((error: unknown) => showRefusal(error, what));
      await refreshRepairs();
    };
    const action = { label: 'Undo', run: () => void run() };
    toasts.show({ kind: 'success', title, detail, action });
  } catch (error) {
    showRefusal(error, what);
  }
  await refreshRepairs();
}
