import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { Client } from '../../../domain/api-answers.ts';
import type { ClientFieldName } from '../../../domain/client-fields.ts';
import { isolated } from '../../../domain/isolated.ts';
import { formatPhone } from '../../../domain/phone.ts';
import type { ProblemCode } from '../../../domain/problems.ts';
import { useAddress } from '../../data/address.ts';
import { type IntakeFields, isBlank } from '../../data/intake/intake-fields.ts';
import { outbox } from '../../data/outbox/outbox.ts';
import { type OutboxEntry, provisionalNumber } from '../../data/outbox/outbox-entry.ts';
import { clientQuery } from '../../data/queries.ts';
import { clientFieldLabels } from '../../parts/client/client-fields.tsx';
import { ExistingTicket } from '../../parts/repair/ticket-link.tsx';
import { DayTime } from '../../parts/time/date-time.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckField } from '../../ui/choice-fields.tsx';
import { wordAtEndClasses } from '../../ui/classes.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useDialogSubject } from '../../ui/open-dialogs.ts';
import { type ClientQuestion, chooseClient } from './client-choice.ts';
import { type IntakeForm, showErrors, useIntakeForm } from './intake-control.tsx';

/**
 * Chooses the client that the address names, once, and removes it from the address. What is half
 * typed is never replaced without asking.
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
      title="You have an unfinished new repair"
      description={`${typed.length > 0 ? `${typed.join(', ')}: it` : 'It'} has not been saved as a ticket. Keep it, or discard it and start a new repair for ${isolated(subject.name)}?`}
      confirmLabel="Start a new one"
      cancelLabel="Keep what I typed"
      onConfirm={() => {
        asked.close();
        onReplace(subject);
      }}
    />
  );
}

export function ClientChangesQuestion({
  question: { client, differences, isConfirmed, confirm },
  isMissed,
}: {
  question: ClientQuestion;
  /** "Create repair" was pressed without it. */
  isMissed: boolean;
}) {
  const form = useIntakeForm();
  const name = isolated(client.name);
  return (
    <div className="border-l-2 border-l-soon pl-4 md:ml-auto md:max-w-xl">
      <fieldset className="min-w-0">
        <legend className="mb-2 w-full font-semibold [overflow-wrap:anywhere]">
          This will change {name}’s details in the directory
        </legend>
        <ul className="flex flex-col gap-1 text-sm">
          {differences.map(({ field, from, to }) => (
            <li key={field} className="min-w-0 [overflow-wrap:anywhere]">
              <span className="text-ink-muted">{clientFieldLabels[field]}: </span>
              {from === '' ? (
                <span className="text-ink-muted">nothing yet</span>
              ) : (
                <bdi>{shown(field, from)}</bdi>
              )}
              <span aria-hidden="true"> → </span>
              <span className="sr-only"> becomes </span>
              <bdi className="font-semibold">{shown(field, to)}</bdi>
            </li>
          ))}
        </ul>
        <CheckField
          name="confirmedChanges"
          label={`Yes, change ${name}’s details`}
          checked={isConfirmed}
          onChange={({ target }) => confirm(target.checked)}
          error={
            isMissed && !isConfirmed
              ? 'Please confirm the changes, or correct the customer’s details above.'
              : undefined
          }
        />
        <Button onClick={() => chooseClient(form, client)}>Keep saved details</Button>
      </fieldset>
    </div>
  );
}

const shown = (field: ClientFieldName, text: string) =>
  field === 'phone' ? formatPhone(text) : text;

/** The refused repair that a form was opened with; what was wrong with it is shown at its fields. */
export function useEditedEntry(form: IntakeForm, repairId: string): OutboxEntry | null {
  const [entry] = useState(() => {
    const known = outbox.entry(repairId);
    return known?.refusal ? known : null;
  });
  const begin = useEffectEvent(() => {
    if (entry?.refusal) showErrors(form, entry.refusal);
    if (entry?.refusal?.code === leavesVisit) form.setValue('visitId', '');
  });
  useEffect(() => begin(), []);
  return entry;
}

/** The refusal after which a repair is sent without the visit that it was typed for. */
export const leavesVisit: ProblemCode = 'visit-of-another-client';

/** Why the customer is in the form already. */
export function VisitNotice() {
  const { control } = useIntakeForm();
  const [visitId, name] = useWatch({ control, name: ['visitId', 'customerName'] });
  if (visitId === '') return null;
  return (
    <p className="text-ink-muted [overflow-wrap:anywhere]">
      Another watch for <bdi className="text-ink">{name.trim() || 'the customer'}</bdi>, in the same
      visit.
    </p>
  );
}

export function EditingNotice({ entry }: { entry: OutboxEntry }) {
  const { refusal, repairId, takenInAt } = entry;
  if (refusal === null) return null;
  return (
    <Banner tone="warning" title={refusal.title}>
      {refusal.detail}
      <ExistingTicket ticketNumber={refusal.existing} /> This is {provisionalNumber(repairId)},
      taken in <DayTime iso={takenInAt} />: “Create repair” sends it again; “Clear form” keeps it in
      the list.
    </Banner>
  );
}

export function ClearFormButton({ hasPhoto, onClear }: { hasPhoto: boolean; onClear: () => void }) {
  const [asks, setAsks] = useState(false);
  const fields = useWatch<IntakeFields>() as IntakeFields;
  if (isBlank(fields) && !hasPhoto) return null;
  return (
    <>
      <span className={wordAtEndClasses}>
        <Button variant="quiet" onClick={() => setAsks(true)}>
          Clear form
        </Button>
      </span>
      <ConfirmDialog
        open={asks}
        title="Clear the form?"
        description="Everything you typed will be lost. No ticket has been created."
        confirmLabel="Clear form"
        cancelLabel="Keep it"
        onConfirm={() => {
          setAsks(false);
          onClear();
        }}
        onClose={() => setAsks(false)}
      />
    </>
  );
}
