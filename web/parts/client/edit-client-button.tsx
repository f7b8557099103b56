import { useMutation } from '@tanstack/react-query';
import Pencil from 'lucide/pencil';
import type { Client } from '../../../domain/api-answers.ts';
import { showFailure } from '../../data/failure-toast.ts';
import { loadAction } from '../../data/open-action.ts';
import { clientQuery, queryClient } from '../../data/queries.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useDialogSubject } from '../../ui/open-dialogs.ts';

const { Part: EditClientDialog } = lazyPart(() => loadAction('edit-client'));

/**
 * Edits a client whose details are at hand; the dialog is loaded when it is first needed.
 *
 * @param phoneFault why the number needs another look: it has the focus, with the reason below it
 */
export function useClientEditor(phoneFault?: string) {
  const edit = useDialogSubject<Client>();
  const dialog = edit.subject && (
    <EditClientDialog
      open={edit.isOpen}
      onClose={edit.close}
      onClosed={edit.forget}
      client={edit.subject}
      phoneFault={phoneFault}
    />
  );
  return { open: edit.open, dialog };
}

export function useEditClient(clientId: string, phoneFault?: string) {
  const editor = useClientEditor(phoneFault);
  const opening = useMutation({
    mutationFn: () => queryClient.fetchQuery(clientQuery(clientId)),
    onSuccess: ({ client }) => editor.open(client),
    onError: (error) => showFailure(error, 'Something went wrong'),
  });
  return {
    open: () => opening.mutate(),
    isOpening: opening.isPending,
    dialog: editor.dialog,
  };
}

export function EditClientButton({
  clientId,
  phoneFault,
  ...button
}: { clientId: string; phoneFault?: string | undefined } & Pick<
  ButtonProps,
  'variant' | 'children'
>) {
  const { open, isOpening, dialog } = useEditClient(clientId, phoneFault);
  return (
    <>
      <Button {...button} icon={Pencil} pending={isOpening} onClick={open} />
      {dialog}
    </>
  );
}
