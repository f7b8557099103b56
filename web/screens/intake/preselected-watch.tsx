import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Answer } from '../../../domain/api.ts';
import { isolated } from '../../../domain/isolated.ts';
import { watchFactNames, watchName } from '../../../domain/watch-life.ts';
import { useAddress } from '../../data/address.ts';
import { showFailure } from '../../data/failure-toast.ts';
import { watchAnswer } from '../../data/intake/intake-fields.ts';
import { watchQuery } from '../../data/queries.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useDialogSubject } from '../../ui/open-dialogs.ts';
import { useIntakeForm } from './intake-control.tsx';

/** At most this many of its tickets are named as the same watch; one is enough. */
const maxNamed = 20;

/**
 * Fills in the watch that the address names, once, and removes it from the address. A watch already typed is never
 * replaced without asking.
 */
export function PreselectedWatch() {
  const form = useIntakeForm();
  const { watch: id, set } = useAddress();
  const { data, error } = useQuery({ ...watchQuery(id ?? ''), enabled: id !== null });
  const asked = useDialogSubject<Answer<'getWatch'>>();

  function fillIn({ watch, repairs }: Answer<'getWatch'>) {
    for (const name of watchFactNames) {
      form.setValue(name, watch[name] ?? '');
      form.clearErrors(name);
    }
    const numbers = repairs.slice(0, maxNamed).map(({ ticketNumber }) => ticketNumber);
    form.setValue('watchAnswer', watchAnswer(watch, numbers));
  }

  const arrive = useEffectEvent(() => {
    const hasWatch = watchFactNames.some((name) => form.getValues(name).trim() !== '');
    if (data && hasWatch) asked.open(data);
    else if (data) fillIn(data);
    else if (error) showFailure(error, 'Couldn’t fill in the watch');
    set({ watch: null }, { replace: true });
  });

  const hasArrived = id !== null && (data?.watch.id === id || error !== null);
  useEffect(() => {
    if (hasArrived) arrive();
  }, [hasArrived]);

  const { subject } = asked;
  if (subject === null) return null;
  return (
    <ConfirmDialog
      open={asked.isOpen}
      onClose={asked.close}
      onClosed={asked.forget}
      title="The form already has a watch"
      description={`Replace it with ${isolated(watchName(subject.watch))}? Everything else you typed stays.`}
      confirmLabel="Replace the watch"
      cancelLabel="Keep what I typed"
      onConfirm={() => {
        asked.close();
        fillIn(subject);
      }}
    />
  );
}
