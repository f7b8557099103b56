import { useMutation, useQueryClient } from '@tanstack/react-query';
import Pencil from 'lucide-react/icons/pencil';
import { lazy, type ReactNode, Suspense } from 'react';
import type { Client } from '../../domain/api-answers.ts';
import { showFailure } from '../api/failure-toast.ts';
import { clientQuery } from '../api/queries.ts';
import { Button } from '../ui/button.tsx';
import { useDialogSubject } from '../ui/dialog-subject.ts';

const EditClientDialog = lazy(async () => ({
  default: (await import('../clients/edit-client-dialog.tsx')).EditClientDialog,
}));

/** Leads from what is wrong with a client to where it is corrected. */
export function EditClientButton({
  clientId,
  children,
}: {
  clientId: string;
  children: ReactNode;
}) {
  const queryClient = useQueryClient();
  const edit = useDialogSubject<Client>();
  const opening = useMutation({
    mutationFn: () => queryClient.fetchQuery(clientQuery(clientId)),
    onSuccess: ({ client }) => edit.open(client),
    onError: (error) =>
      showFailure(error, { title: 'Something went wrong', detail: error.message }),
  });
  return (
    <>
      <Button icon={Pencil} pending={opening.isPending} onClick={() => opening.mutate()}>
        {children}
      </Button>
      <Suspense>
        {edit.subject && (
          <EditClientDialog
            open={edit.isOpen}
            onClose={edit.close}
            onClosed={edit.forget}
            client={edit.subject}
          />
        )}
      </Suspense>
    </>
  );
}
