import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Texting } from '../../../domain/api-texting.ts';
import { call } from '../../data/call.ts';
import { queryClient, textingQuery } from '../../data/queries.ts';
import { refreshSettings } from '../../data/repair-cache.ts';
import { toasts } from '../../data/toasts.ts';
import { ProblemBanner } from '../../ui/banner.tsx';
import { Dialog, FormButtons } from '../../ui/dialog.tsx';
import { PasswordAsked, usePasswordAsked } from './password-asked.tsx';

interface OffDialogProps {
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
  texting: Texting;
}

export function TextingOffDialog({ open, onClose, onClosed, texting }: OffDialogProps) {
  const [seen] = useState(texting);
  const turning = useMutation({
    mutationFn: () =>
      call('turnOffTexting', { body: { password: asked.password }, seenVersion: seen.version }),
    onSuccess: (answer) => {
      queryClient.setQueryData(textingQuery.queryKey, answer);
      toasts.show({ kind: 'success', title: 'Texts go to the simulated phone' });
      onClose();
    },
    onError: (error) => asked.note(error),
    onSettled: refreshSettings,
  });
  const asked = usePasswordAsked(turning.error, 'Not turned off');
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title="Turn off real texts?"
      size="small"
      busy={turning.isPending}
      alert={<ProblemBanner problem={asked.problem} />}
      onSubmit={() => {
        if (!turning.isPending && asked.mayTry) turning.mutate();
      }}
      footer={
        <FormButtons
          variant="danger"
          pending={turning.isPending || turning.isSuccess}
          disabledReason={asked.reason}
        >
          Turn off
        </FormButtons>
      }
    >
      <div className="flex flex-col gap-4">
        <p>
          From now on, no customer gets a text: all go to the simulated phone. Texts already on
          their way still arrive, and answers to them still come in. The account’s token is deleted
          once it is no longer needed.
        </p>
        <PasswordAsked {...asked.field} />
      </div>
    </Dialog>
  );
}
