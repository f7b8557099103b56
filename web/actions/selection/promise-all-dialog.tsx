import { useRef, useState } from 'react';
import { dateText } from '../../../domain/calendar-date.ts';
import { call } from '../../data/call.ts';
import type { SelectionActionProps } from '../../data/open-action.ts';
import { useAwayReason } from '../../data/outage.ts';
import { toasts } from '../../data/toasts.ts';
import { PromiseField } from '../../parts/repair-form/promise-field.tsx';
import { useToday } from '../../parts/time/shop-calendar.ts';
import { countedText } from '../../ui/counts.ts';
import { Dialog, FormButtons } from '../../ui/dialog.tsx';
import { leftOutWords, NotDone, useDoAll } from './do-all.tsx';

/** Sets the same promised date for several repairs. */
export function PromiseAllDialog({
  open,
  onClose,
  onClosed,
  repairs,
  leftOut,
  onDone,
}: SelectionActionProps) {
  const field = useRef<HTMLInputElement>(null);
  const [date, setDate] = useState('');
  const [fault, setFault] = useState<string>();
  const awayReason = useAwayReason();
  const today = useToday();

  const saving = useDoAll({
    repairs,
    act: async ({ ticketNumber, updatedAt: seenVersion, ...before }, expectedOn: string) => {
      if (before.expectedOn === expectedOn) return;
      await call('editRepair', { params: { ticketNumber }, body: { expectedOn }, seenVersion });
    },
    onTried: ({ done }, expectedOn, rest) => {
      if (done.length > 0) {
        toasts.show({
          kind: 'success',
          title: `Promised date changed for ${countedText(done.length, 'repair')}`,
          detail: dateText(expectedOn, today),
        });
      }
      onDone(rest);
      if (rest.length === 0) onClose();
    },
  });

  function submit() {
    if (awayReason !== undefined) return;
    if (date !== '') return saving.start(date);
    setFault('Please choose a date');
    field.current?.focus();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title="Date promised"
      description={`The same for ${countedText(saving.rest.length, 'repair')}. No one is texted. ${leftOutWords(leftOut)}`}
      busy={saving.isPending}
      initialFocus={field}
      onSubmit={submit}
      alert={<NotDone outcome={saving.outcome} what="not changed" />}
      footer={
        <FormButtons pending={saving.isPending} disabledReason={awayReason} other={saving.progress}>
          {saving.outcome === undefined ? 'Save' : 'Try again'}
        </FormButtons>
      }
    >
      <PromiseField
        ref={field}
        name="expectedOn"
        label="Date promised"
        optional={false}
        value={date}
        error={fault}
        onChange={({ target }) => {
          setFault(undefined);
          setDate(target.value);
        }}
      />
    </Dialog>
  );
}
