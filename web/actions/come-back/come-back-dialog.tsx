import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { clientOf, customerOf } from '../../../domain/client-fields.ts';
import {
  type ComeBackReason,
  comeBackReasonLabels,
  comeBackReasons,
} from '../../../domain/come-backs.ts';
import { lengthFault, limits, pickFields } from '../../../domain/field-list.ts';
import { isolated } from '../../../domain/isolated.ts';
import { repairFields } from '../../../domain/repair-fields.ts';
import { remainingText, untilText } from '../../../domain/warranty-term.ts';
import { call } from '../../data/call.ts';
import { newId } from '../../data/new-id.ts';
import type { ActionProps } from '../../data/open-action.ts';
import { useAwayReason } from '../../data/outage.ts';
import { useRepair } from '../../data/repair.ts';
import { putRepair, refreshRepairs } from '../../data/repair-cache.ts';
import { repairProblem, showRepairProblem } from '../../data/repair-problem.ts';
import { useTicketPlaces } from '../../data/ticket-places.tsx';
import { toasts } from '../../data/toasts.ts';
import { repairLine } from '../../parts/repair/repair-summary.tsx';
import { TechnicianChoice } from '../../parts/repair/technician-loads.tsx';
import { useToday } from '../../parts/time/shop-calendar.ts';
import { ProblemBanner } from '../../ui/banner.tsx';
import { ChoiceField } from '../../ui/choice-fields.tsx';
import { Dialog, FormButtons } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/text-field.tsx';

const reasons = comeBackReasons.map((value) => ({ value, label: comeBackReasonLabels[value] }));

/** Takes a watch in again at price 0, linked to the ticket it came back from. */
export function ComeBackDialog({ open, onClose, repair }: ActionProps) {
  const [repairId] = useState(newId);
  const [reason, setReason] = useState<ComeBackReason>('covered');
  const [issue, setIssue] = useState('');
  const [technicianId, setTechnicianId] = useState(repair.assignedTo ?? '');
  const [fault, setFault] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const technician = useRef<HTMLInputElement>(null);
  const today = useToday();
  const awayReason = useAwayReason();
  const places = useTicketPlaces();
  const { data } = useRepair(open ? repair.ticketNumber : null);
  const running = (data?.warranties ?? []).filter(
    ({ until, continuedOn }) => until !== null && until >= today && continuedOn === null,
  );

  const taking = useMutation({
    async mutationFn() {
      const { repair: taken } = await call('createRepair', {
        body: {
          ...customerOf(clientOf(repair)),
          ...pickFields(repairFields, repair),
          repairId,
          visitId: repairId,
          clientId: repair.clientId,
          issue,
          repairPrice: 0,
          ...{ priceNotes: null, approvedUpTo: null, expectedOn: null, condition: null },
          comeBack: { ofTicketNumber: repair.ticketNumber, reason },
          // Taking it in has already said which watch it is.
          sameWatchAs: [repair.ticketNumber],
        },
      });
      if (technicianId === '' || taken.status !== 'pending') return { taken, failure: null };
      const params = { ticketNumber: taken.ticketNumber };
      const body = { technicianId, fromTechnicianId: null };
      // It is taken in even if assigning it fails.
      const assigning = call('assignRepair', { params, body });
      return assigning.then(
        (assigned) => ({ taken: assigned.repair, failure: null }),
        (error: Error) => ({ taken, failure: error }),
      );
    },
    onSuccess({ taken, failure }) {
      putRepair(taken);
      const { ticketNumber, assignedWatchmaker } = taken;
      const withWhom = assignedWatchmaker === null ? '' : ` · ${isolated(assignedWatchmaker)}`;
      toasts.show({
        kind: 'success',
        title: 'Come-back taken in',
        detail: ticketNumber + withWhom,
      });
      if (failure) showRepairProblem(failure, 'Couldn’t assign it');
      onClose();
      places.open(ticketNumber);
    },
    onError: (error) => showRepairProblem(error, undefined, 'in-place'),
    onSettled: refreshRepairs,
  });
  const { error, isPending, isSuccess } = taking;

  function submit() {
    if (isPending || isSuccess) return;
    const wrong =
      issue.trim() === ''
        ? 'Please enter what’s wrong'
        : lengthFault('Request', issue, limits.issue);
    setFault(wrong);
    if (wrong !== undefined) field.current?.focus();
    else taking.mutate();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Come-back, $0"
      description={repairLine(repair)}
      dirty={!isSuccess && issue !== ''}
      busy={isPending}
      initialFocus={field}
      onSubmit={submit}
      alert={<ProblemBanner problem={repairProblem(error)} />}
      footer={
        <FormButtons pending={isPending} disabledReason={isSuccess ? undefined : awayReason}>
          Take in
        </FormButtons>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="text-ink-muted">
          {running.length === 0 ? (
            <p>No warranty is active. The come-back is recorded anyway.</p>
          ) : (
            running.map((warranty) => (
              <p key={warranty.id} className="break-words">
                {untilText(warranty.until ?? '')}: <bdi>{warranty.what}</bdi>,{' '}
                {remainingText(warranty, today)}
              </p>
            ))
          )}
        </div>
        <ChoiceField
          legend="Reason"
          choices={reasons}
          value={reason}
          onChange={setReason}
          layout="row"
        />
        <TextArea
          ref={field}
          label="Request"
          value={issue}
          error={fault}
          onChange={({ target }) => {
            setIssue(target.value);
            setFault(undefined);
          }}
        />
        <TechnicianChoice
          focusRef={technician}
          chosenId={technicianId}
          onChoose={setTechnicianId}
          error={undefined}
        />
      </div>
    </Dialog>
  );
}
