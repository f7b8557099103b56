import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Answer } from '../../../domain/api.ts';
import type { Estimate, Repair } from '../../../domain/api-answers.ts';
import {
  type AnswerWay,
  answersFor,
  answerWayWords,
  isAnswerWay,
  type RecordableAnswer,
} from '../../../domain/estimate-answers.ts';
import { isolated } from '../../../domain/isolated.ts';
import { centsFromDollars, formatPrice } from '../../../domain/money.ts';
import { textWithoutName } from '../../../domain/texts.ts';
import { CallProblem, call } from '../../data/call.ts';
import { type ActionProps, useActionsOn } from '../../data/open-action.ts';
import { useAwayReason } from '../../data/outage.ts';
import { shopQuery } from '../../data/queries.ts';
import { useRepair } from '../../data/repair.ts';
import { putRepair, refreshRepairs } from '../../data/repair-cache.ts';
import { repairProblem, showRepairProblem } from '../../data/repair-problem.ts';
import { useTextRecipient } from '../../parts/client/text-recipient.ts';
import { wayChoices } from '../../parts/repair/estimate-steps.ts';
import { repairStatusLabel } from '../../parts/repair/status-badge.tsx';
import { TextComposer } from '../../parts/text/text-composer.tsx';
import { textTicket } from '../../parts/text/text-draft.ts';
import { Banner, ProblemBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogClose, FormButtons } from '../../ui/dialog.tsx';
import { Segments } from '../../ui/segments.tsx';

export const RecordAccepted = (props: ActionProps) => <RecordAnswer {...props} answer="accepted" />;

export const RecordDeclined = (props: ActionProps) => <RecordAnswer {...props} answer="declined" />;

function RecordAnswer({
  open,
  onClose,
  repair,
  answer,
}: ActionProps & { answer: RecordableAnswer }) {
  const chosen = useRef<HTMLInputElement>(null);
  const [by, setBy] = useState<AnswerWay>('phone');
  const [isTexting, setIsTexting] = useState(false);
  const awayReason = useAwayReason();
  const [opened] = useState(repair);
  /** What the next press is based on: it overturns nothing that has come in since. */
  const [seen, setSeen] = useState(repair);
  const recording = useMutation({
    mutationFn: (id: string) =>
      call('answerEstimate', {
        params: { id },
        body: { answer, by, seenAnswerAt: answeredAt(seen) },
      }),
    onSuccess: (recorded) => putRepair(recorded.repair),
    onError: (error) => {
      showRepairProblem(error, undefined, 'in-place');
      if (error instanceof CallProblem && 'repair' in error.document) {
        setSeen(error.document.repair as Repair);
      }
    },
    onSettled: refreshRepairs,
  });
  const isRecorded = recording.isSuccess;
  const { open: openNext, opening } = useActionsOn(recording.data?.repair ?? repair);
  const { estimateId } = seen;
  const hasMoved = !isRecorded && !isSameAnswer(opened, repair);
  const isAgainst =
    hasMoved && isSameAnswer(seen, repair) && reasonNotToRecord(repair, answer) === undefined;

  function submit() {
    if (estimateId !== null && !recording.isPending) recording.mutate(estimateId);
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={isRecorded ? `Recorded as ${answer}` : `Record the estimate as ${answer}?`}
      description={`${repair.ticketNumber} · ${isolated(repair.customerName)}`}
      size="small"
      busy={recording.isPending}
      dirty={isTexting}
      initialFocus={chosen}
      onSubmit={isRecorded ? undefined : submit}
      alert={
        hasMoved ? (
          <Meanwhile repair={repair} isReplaced={opened.estimateId !== repair.estimateId} />
        ) : (
          <ProblemBanner problem={repairProblem(recording.error)} />
        )
      }
      footer={
        isRecorded ? (
          <>
            <DialogClose>Done</DialogClose>
            {answer === 'accepted' && (
              <Button
                variant="primary"
                pending={opening !== null}
                disabledReason={isTexting ? 'The confirmation has not been sent yet.' : undefined}
                onClick={() => openNext('assign')}
              >
                Assign a technician
              </Button>
            )}
          </>
        ) : (
          <FormButtons
            pending={recording.isPending}
            disabledReason={
              recording.isPending ? undefined : (reasonNotToRecord(repair, answer) ?? awayReason)
            }
          >
            Record as {answer}
            {isAgainst && ' anyway'}
          </FormButtons>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <WhatFollows
          repair={isRecorded ? repair : seen}
          estimate={recording.data?.estimate}
          answer={answer}
        />
        {isRecorded ? (
          <Confirmation
            repair={repair}
            estimate={recording.data.estimate}
            answer={answer}
            onDirtyChange={setIsTexting}
            onSent={onClose}
          />
        ) : (
          <Segments
            legend="How did the customer answer?"
            isLegendShown
            segments={wayChoices}
            value={by}
            onChange={(next) => next && setBy(next)}
            chosenRef={chosen}
          />
        )}
      </div>
    </Dialog>
  );
}

/** What the customer has said, or staff have done, since the dialog was opened. */
function Meanwhile({ repair, isReplaced }: { repair: Repair; isReplaced: boolean }) {
  const { ticketNumber, customerName, estimateId, estimatePrice } = repair;
  const { data } = useRepair(ticketNumber);
  const estimate = data?.estimates.find(({ id }) => id === estimateId);
  if (isReplaced) {
    const price = estimatePrice === null ? '' : ` It is for ${formatPrice(estimatePrice)}.`;
    return <Banner tone="warning">A newer estimate replaced this one.{price}</Banner>;
  }
  const words = estimate?.customerReply ?? null;
  const recorded = data?.events.findLast(
    ({ kind, data: { estimateId: of } }) =>
      (kind === 'estimate-accepted' || kind === 'estimate-declined') && of === estimateId,
  );
  const way = recorded?.data.by;
  const how = isAnswerWay(way) ? `, answered ${answerWayWords[way]}` : '';
  const now = repairStatusLabel(repair.status);
  return (
    <Banner tone="warning" title={`${isolated(customerName)} answered in the meantime`}>
      <p className="break-words">
        {words === null
          ? `${recorded?.initials ?? 'Someone else'} recorded “${now}”${how}.`
          : `${now}: “${isolated(words)}”`}
      </p>
    </Banner>
  );
}

function WhatFollows({
  repair,
  estimate,
  answer,
}: {
  repair: Repair;
  /** The estimate as answered; undefined until the answer is recorded. */
  estimate: Estimate | undefined;
  answer: RecordableAnswer;
}) {
  const { customerName, watchBrand, watchModel } = repair;
  const { estimatePrice } = estimate ?? repair;
  const before = estimate?.furtherTo ?? null;
  const declined =
    before === null
      ? 'The watch goes back unrepaired.'
      : `The repair continues at ${formatPrice(before.estimatePrice)}.`;
  const price = estimatePrice === null ? '' : `${formatPrice(estimatePrice)} `;
  const next = answer === 'accepted' ? 'A technician can be assigned.' : declined;
  return (
    <p className="break-words">
      {isolated(customerName)} {answer} {price}for {isolated(`${watchBrand} ${watchModel}`)}.{' '}
      {estimate ? next : 'No text is sent unless you send one.'}
    </p>
  );
}

function Confirmation({
  repair,
  estimate,
  answer,
  onDirtyChange,
  onSent,
}: {
  repair: Repair;
  estimate: Estimate;
  answer: RecordableAnswer;
  onDirtyChange: (isDirty: boolean) => void;
  onSent: () => void;
}) {
  const { data } = useQuery(shopQuery);
  const recipient = useTextRecipient(repair);
  if (data === undefined) return null;
  return (
    <TextComposer
      label="Text a confirmation (optional)"
      sendLabel="Send confirmation"
      words={confirmation(data, repair, estimate, answer)}
      to={recipient}
      messages={[]}
      onDirtyChange={onDirtyChange}
      onSent={onSent}
      send={(body) => textTicket(repair.ticketNumber, body)}
    />
  );
}

function confirmation(
  { shop }: Answer<'getShop'>,
  repair: Repair,
  { estimatePrice, furtherTo }: Estimate,
  answer: RecordableAnswer,
): string {
  const { ticketNumber, watchBrand, watchModel, customerLanguage } = repair;
  const text = {
    kind: answer === 'accepted' ? 'confirm-accept' : 'confirm-decline',
    ticketNumber,
    priceCents: centsFromDollars(estimatePrice) ?? 0,
    goesOnCents: furtherTo && centsFromDollars(furtherTo.estimatePrice),
    watch: `${watchBrand} ${watchModel}`,
  } as const;
  return textWithoutName(shop, text, customerLanguage);
}

const answeredAt = ({ estimateAcceptedAt, estimateDeclinedAt }: Repair) =>
  estimateAcceptedAt ?? estimateDeclinedAt;

const isSameAnswer = (one: Repair, other: Repair) =>
  one.estimateId === other.estimateId && answeredAt(one) === answeredAt(other);

function reasonNotToRecord(repair: Repair, answer: RecordableAnswer): string | undefined {
  if (repair.estimateId !== null && answersFor(repair.status).includes(answer)) return undefined;
  return `The ticket is now “${repairStatusLabel(repair.status)}”.`;
}
