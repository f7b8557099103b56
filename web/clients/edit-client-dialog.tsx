import { useAwayReason } from '../live/away-reason.ts';
import '../api/zod-setup.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import type { Client } from '../../domain/api-answers.ts';
import { clientEditSchema, clientFieldsMissing } from '../../domain/api-inputs.ts';
import { formatPhone } from '../../domain/phone.ts';
import { call } from '../api/call.ts';
import { failureOf, showFailure } from '../api/failure-toast.ts';
import { afterLeaving } from '../intake/phone-typing.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogClose } from '../ui/dialog.tsx';
import { isolated } from '../ui/isolated.ts';
import { ProblemBanner } from '../ui/problem-banner.tsx';
import { toasts } from '../ui/toasts.ts';
import { refreshClients } from './client-cache.ts';
import { ClientFields, clientFieldLabels, clientFieldNames } from './client-fields.tsx';
import { refusedFields } from './client-refusal.ts';
import { useTextableHint } from './textable-hint.ts';

const failed = {
  title: 'Update failed',
  detail: 'Could not update client information in database',
};

export function EditClientDialog({
  open,
  onClose,
  onClosed,
  client,
}: {
  open: boolean;
  onClose: () => void;
  /** After the closing movement. */
  onClosed: () => void;
  client: Client;
}) {
  const queryClient = useQueryClient();
  const { name, email, phone, address } = client;
  const form = useForm({
    resolver: zodResolver(clientEditSchema),
    defaultValues: { name, email, phone: formatPhone(phone), address: address ?? '' },
  });
  const textable = useTextableHint(useWatch({ control: form.control, name: 'phone' }));
  const { errors, isDirty } = form.formState;

  const awayReason = useAwayReason();
  const editing = useMutation({
    mutationFn: (body: typeof clientEditSchema._zod.output) =>
      call('PATCH /api/clients/{id}', { params: { id: client.id }, body }),
    onSuccess: () => {
      toasts.show({ kind: 'success', title: 'Client updated' });
      onClose();
    },
    onError: (error) => {
      const refused = refusedFields(error);
      for (const { name: field, message } of refused) form.setError(field, { message });
      const [first] = refused;
      if (first) form.setFocus(first.name);
      else {
        showFailure(error, failed);
      }
    },
    onSettled: () => refreshClients(queryClient),
  });

  const submit = form.handleSubmit((edit) => {
    if (editing.isIdle || editing.isError) editing.mutate(edit);
  });

  const isSomeMissing = clientFieldNames.some(
    (field) => errors[field]?.message === clientFieldsMissing,
  );

  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title="Edit client"
      description={isolated(client.name)}
      dirty={isDirty && !editing.isSuccess}
      busy={editing.isPending}
      onSubmit={submit}
      alert={
        isSomeMissing ? (
          <Banner tone="danger">{clientFieldsMissing}</Banner>
        ) : (
          refusedFields(editing.error).length === 0 && (
            <ProblemBanner problem={failureOf(editing.error, failed)} />
          )
        )
      }
      footer={
        <>
          <DialogClose />
          <Button
            type="submit"
            variant="primary"
            pending={editing.isPending}
            disabledReason={awayReason}
          >
            Save changes
          </Button>
        </>
      }
    >
      <ClientFields
        phoneHint={textable.hint}
        field={(field) => ({
          ...form.register(field, field === 'phone' ? { onBlur: tidyPhone } : {}),
          // What stands above once is not said again at each field.
          error:
            errors[field]?.message === clientFieldsMissing
              ? `${clientFieldLabels[field]} is required`
              : errors[field]?.message,
        })}
      />
    </Dialog>
  );

  function tidyPhone() {
    const tidied = afterLeaving(form.getValues('phone'));
    form.setValue('phone', tidied, { shouldDirty: true });
    textable.look(tidied);
  }
}
