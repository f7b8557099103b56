import { useMutation } from '@tanstack/react-query';
import type { ProblemCode } from '../../../domain/problems.ts';
import { CallProblem } from '../../data/call.ts';
import { type Failure, failureOf, showFailure } from '../../data/failure-toast.ts';
import { toasts } from '../../data/toasts.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import type { useDialogSubject } from '../../ui/open-dialogs.ts';

/** Asks before something that is listed is deleted, and says how that went. */
export function DeleteDialog({
  of: { isOpen, close, forget },
  title,
  description,
  label = 'Delete',
  remove,
  done,
  failed,
  gone,
  refresh,
  onDeleted,
}: {
  of: Pick<ReturnType<typeof useDialogSubject>, 'isOpen' | 'close' | 'forget'>;
  title: string;
  description: string;
  label?: string;
  remove: () => Promise<unknown>;
  /** Said when it is deleted. */
  done: string;
  failed: (error: Error) => Failure;
  /** What the server says if someone else got there first: then the question goes, too. */
  gone: readonly ProblemCode[];
  refresh: () => Promise<void>;
  onDeleted?: () => void;
}) {
  const deleting = useMutation({
    mutationFn: remove,
    onSuccess: () => {
      toasts.show({ kind: 'success', title: done });
      close();
      onDeleted?.();
    },
    onError: (error) => {
      showFailure(error, failed(error));
      if (error instanceof CallProblem && gone.some((code) => code === error.code)) close();
    },
    onSettled: refresh,
  });
  return (
    <ConfirmDialog
      open={isOpen}
      onClose={close}
      onClosed={forget}
      title={title}
      description={description}
      confirmLabel={label}
      pending={deleting.isPending}
      problem={deleting.error && failureOf(deleting.error, failed(deleting.error))}
      onConfirm={() => {
        if (!deleting.isSuccess) deleting.mutate();
      }}
    />
  );
}
