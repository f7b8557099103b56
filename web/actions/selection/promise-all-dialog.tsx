import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { dateText } from '../../../domain/calendar-date.ts';
import { call } from '../../data/call.ts';
import type { SelectionActionProps } from '../../data/open-action.ts';
import { useAwayReason } from '../../data/outage.ts';
import { toasts } from '../../data/toasts.ts';
import { PromiseField } from '../../parts/repair-form/promise-field.tsx';
import { useToday } from '../../parts/time/shop-calendar.ts';
import { Banner } from '../../ui/banner.tsx';
import { countedText } from '../../ui/counts.ts';
import { Dialog, FormButtons } from '../../ui/dialog.tsx';
import { leftLines, oneByOne } from './one-by-one.ts';

/** Promises one date for several repairs. */
export function PromiseAllDialog({
  open,
  onClose,
  onClosed,
  repairs,
  onDone,
}: SelectionActionProps) {
  const field = useRef<HTMLInputElement>(null);
  const [date, setDate] = useState('');
  const [fault, setFault] = useState<string>();
  const awayReason = useAwayReason();
  const today = useToday();

  const saving = useMutation({
    mutationFn: (expectedOn: string) =>
      oneByOne(repairs, ({ ticketNumber, updatedAt: seenVersion }) =>
        call('editRepair', { params: { ticketNumber }, body: { expectedOn }, seenVersion }),
      ),
    onSuccess: ({ done, left }, expectedOn) => {
      if (done.length > 0) {
        toasts.show({
          kind: 'success',
          title: `Promised date of ${countedText(done.length, 'repair')} changed`,
          detail: dateText(expectedOn, today),
        });
      }
      onDone(left.map(({ repair }) => repair));
      if (left.length === 0) onClose();
    },
  });
  const outcome = saving.data;

  function submit() {
    if (saving.isPending || awayReason !== undefined) return;
    if (date !== '') return saving.mutate(date);
    setFault('Please choose a date');
    field.current?.focus();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title="Date promised"
      description={`The same for ${countedText(repairs.length, 'repair')}. No one is texted.`}
      busy={saving.isPending}
      initialFocus={field}
      onSubmit={submit}
      alert={
        outcome !== undefined &&
        outcome.left.length > 0 && (
          <Banner
            tone="warning"
            title={`${countedText(outcome.left.length, 'repair')} not changed`}
          >
            {leftLines(outcome).map((line) => (
              <p key={line}>{line}</p>
            ))}
          </Banner>
        )
      }
      footer={
        <FormButtons pending={saving.isPending} disabledReason={awayReason}>
          Save
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
