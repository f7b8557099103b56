import { useEffect, useEffectEvent, useState } from 'react';
import { outbox } from '../outbox/outbox.ts';
import { type OutboxEntry, provisionalNumber } from '../outbox/outbox-entry.ts';
import { TicketLink } from '../repairs/ticket-link.tsx';
import { Banner } from '../ui/banner.tsx';
import { DayTime } from '../ui/date-time.tsx';
import type { IntakeForm } from './intake-control.tsx';
import { fieldOf } from './intake-fields.ts';

/** The refused repair that a form was opened with; what was wrong with it stands at its fields. */
export function useMendedEntry(form: IntakeForm, repairId: string): OutboxEntry | null {
  const [entry] = useState(() => {
    const known = outbox.entry(repairId);
    return known?.refusal ? known : null;
  });
  const showErrors = useEffectEvent(() => {
    if (entry?.refusal?.code === 'client-not-found') {
      form.setValue('client', null);
      form.setError('client', { message: entry.refusal.detail });
    }
    for (const { path, message } of entry?.refusal?.errors ?? []) {
      const name = fieldOf(path);
      if (name !== null) form.setError(name, { message });
    }
  });
  useEffect(() => showErrors(), []);
  return entry;
}

export function MendingNotice({ entry }: { entry: OutboxEntry }) {
  const { refusal, repairId, takenInAt } = entry;
  if (refusal === null) return null;
  return (
    <Banner tone="warning" title={refusal.title}>
      {refusal.detail}
      {refusal.existing !== null && (
        <>
          {' '}
          It is <TicketLink ticketNumber={refusal.existing} />.
        </>
      )}{' '}
      This is {provisionalNumber(repairId)}, taken in <DayTime iso={takenInAt} />: “Create repair”
      sends it again, “Clear form” leaves it where it waits.
    </Banner>
  );
}
