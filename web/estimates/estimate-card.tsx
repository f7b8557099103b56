import Trash2 from 'lucide/trash-2';
import { type ReactNode, useRef, useState } from 'react';
import type { Estimate } from '../../domain/api-answers.ts';
import { effectiveStatus } from '../../domain/estimate-answers.ts';
import { formatPhone } from '../../domain/phone.ts';
import { AnswerButtons } from '../repairs/answer-buttons.tsx';
import { noTechnicianMessage, useAssigning } from '../repairs/assigning.ts';
import { useTicketDialog } from '../repairs/ticket-dialog.ts';
import { TicketLink } from '../repairs/ticket-link.tsx';
import { TechnicianField } from '../technicians/technician-field.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { TimeAgo } from '../ui/date-time.tsx';
import { useSinglePress } from '../ui/press.ts';
import { Price } from '../ui/text.tsx';
import { DeclinedEstimate } from './declined-estimate.tsx';
import { EstimateBadges } from './estimate-badges.tsx';

/** The customer has not answered by text, and may do so by phone or at the counter. */
function EstimateAnswer({
  estimate,
  children,
}: {
  estimate: Estimate;
  /** What else can be done with it. */
  children: ReactNode;
}) {
  const { open, opening } = useTicketDialog(estimate.repairId);
  return (
    <>
      <div className="flex flex-col gap-1">
        <p className="text-ink-muted text-sm">By phone or at the counter</p>
        <div className="flex flex-wrap gap-2">
          <AnswerButtons
            status="estimate-sent"
            opening={opening}
            onOpen={(dialog) => void open(dialog)}
          />
        </div>
      </div>
      <div className="flex">{children}</div>
    </>
  );
}

/** The customer said yes: the work must be assigned. */
function AcceptedEstimate({
  estimate,
  children,
}: {
  estimate: Estimate;
  /** What else can be done with it. */
  children: ReactNode;
}) {
  const field = useRef<HTMLSelectElement>(null);
  // The technician who had the watch before the estimate most likely goes on with it.
  const [technicianId, setTechnicianId] = useState(estimate.assignedTo ?? '');
  const [error, setError] = useState<string>();
  const assigning = useAssigning();
  const press = useSinglePress();

  function assign() {
    if (technicianId === '') {
      setError(noTechnicianMessage);
      field.current?.focus();
      return;
    }
    if (!press.take()) return;
    assigning.mutate({ ticketNumber: estimate.repairId, technicianId }, { onError: press.release });
  }

  return (
    <>
      <TechnicianField
        ref={field}
        describesChosen
        value={technicianId}
        onChange={(event) => {
          setTechnicianId(event.target.value);
          setError(undefined);
        }}
        error={error}
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        {children}
        <Button variant="primary" pending={assigning.isPending} onClick={assign}>
          Assign
        </Button>
      </div>
    </>
  );
}

export function EstimateCard({ estimate, onDelete }: { estimate: Estimate; onDelete: () => void }) {
  const status = effectiveStatus(estimate);
  const nameId = `estimate-${estimate.id}`;

  const remove = (
    <Button variant="quiet" icon={Trash2} aria-describedby={nameId} onClick={onDelete}>
      Delete
    </Button>
  );

  return (
    <Card as="article" aria-labelledby={nameId}>
      <div className="flex h-full flex-col gap-3">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <p className="font-semibold text-lg">
            <Price dollars={estimate.estimatePrice} />
          </p>
          <EstimateBadges estimate={estimate} />
        </div>
        <EstimateFacts estimate={estimate} nameId={nameId} />
        {estimate.customerReply !== null && <CustomerReply estimate={estimate} />}
        <div className="mt-auto flex flex-col gap-3 border-t pt-3">
          {status === 'accepted' ? (
            <AcceptedEstimate estimate={estimate}>{remove}</AcceptedEstimate>
          ) : status === 'declined' ? (
            <DeclinedEstimate estimate={estimate}>{remove}</DeclinedEstimate>
          ) : (
            <EstimateAnswer estimate={estimate}>{remove}</EstimateAnswer>
          )}
        </div>
      </div>
    </Card>
  );
}

function EstimateFacts({ estimate, nameId }: { estimate: Estimate; nameId: string }) {
  return (
    <div className="flex min-w-0 flex-col gap-0.5 break-words">
      <h3 id={nameId} className="font-semibold">
        <bdi>{estimate.customerName}</bdi>
      </h3>
      <p>
        <bdi>{estimate.watchBrand}</bdi> <bdi>{estimate.watchModel}</bdi>
      </p>
      <p className="flex flex-wrap gap-x-3 text-sm">
        <TicketLink ticketNumber={estimate.repairId} />
        <span className="text-ink-muted">{formatPhone(estimate.customerPhone)}</span>
      </p>
      <p className="text-ink-muted text-sm">
        Sent <TimeAgo iso={estimate.sentAt} />
        {estimate.remindedAt !== null && (
          <>
            {' · '}
            Reminded <TimeAgo iso={estimate.remindedAt} />
          </>
        )}
        {estimate.expiredAt !== null && (
          <>
            {' · '}
            Expired <TimeAgo iso={estimate.expiredAt} />
          </>
        )}
      </p>
      {estimate.notes !== null && (
        <p dir="auto" className="whitespace-pre-line pt-1 text-sm">
          {estimate.notes}
        </p>
      )}
    </div>
  );
}

function CustomerReply({ estimate }: { estimate: Estimate }) {
  return (
    <figure className="border-line-strong border-l-2 pl-3">
      <blockquote dir="auto" className="whitespace-pre-line break-words">
        “{estimate.customerReply}”
      </blockquote>
      {estimate.respondedAt !== null && (
        <figcaption className="text-ink-muted text-sm">
          Answered <TimeAgo iso={estimate.respondedAt} />
        </figcaption>
      )}
    </figure>
  );
}
