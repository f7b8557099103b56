import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Client } from '../../domain/api-answers.ts';
import { useAddress } from '../data/address.ts';
import { clientQuery } from '../data/queries.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useDialogSubject } from '../ui/open-dialogs.ts';
import { isolated } from '../ui/text.tsx';
import { chooseClient } from './client-choice.ts';
import { useIntakeForm } from './intake-control.tsx';

/**
 * Chooses the client that the address names, once, and takes the name out of the address. What is
 * half typed is never replaced without a question.
 */
export function PreselectedClient({
  isHalfTyped,
  onReplace,
}: {
  isHalfTyped: () => boolean;
  onReplace: (client: Client) => void;
}) {
  const form = useIntakeForm();
  const { client: id, set } = useAddress();
  const { data, error } = useQuery({ ...clientQuery(id ?? ''), enabled: id !== null });
  const asked = useDialogSubject<Client>();

  const arrive = useEffectEvent(() => {
    if (data && isHalfTyped()) {
      asked.open(data.client);
    } else if (data) {
      chooseClient(form, data.client);
      // The customer is known: the watch comes next.
      form.setFocus('watchBrand');
    } else if (error) {
      form.setError('client', { message: error.message });
    }
    set({ client: null }, { replace: true });
  });

  const hasArrived = id !== null && (data?.client.id === id || error !== null);
  useEffect(() => {
    if (hasArrived) arrive();
  }, [hasArrived]);

  const { subject } = asked;
  if (subject === null) return null;
  const { customerName, watchBrand, watchModel } = form.getValues();
  const watch = [watchBrand, watchModel].filter(Boolean).join(' ');
  const typed = [customerName, watch].filter((text) => text.trim() !== '').map(isolated);
  return (
    <ConfirmDialog
      open={asked.isOpen}
      onClose={asked.close}
      onClosed={asked.forget}
      title="A new repair is half typed"
      description={`${typed.length > 0 ? `${typed.join(', ')}: it` : 'It'} has not been saved as a ticket. Keep it, or throw it away and start a new repair for ${isolated(subject.name)}?`}
      confirmLabel="Start a new one"
      cancelLabel="Keep what is typed"
      onConfirm={() => {
        asked.close();
        onReplace(subject);
      }}
    />
  );
}
