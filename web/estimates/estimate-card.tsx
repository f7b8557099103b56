import Trash2 from 'lucide/trash-2';
import type { Estimate } from '../../domain/api-answers.ts';
import { effectiveStatus } from '../../domain/estimate-answers.ts';
import { formatPhone } from '../../domain/phone.ts';
import { TicketLink } from '../repairs/ticket-link.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { TimeAgo } from '../ui/date-time.tsx';
import { Price } from '../ui/price.tsx';
import { AcceptedEstimate } from './accepted-estimate.tsx';
import { DeclinedEstimate } from './declined-estimate.tsx';
import { EstimateAnswer } from './estimate-answer.tsx';
import { EstimateBadges } from './estimate-badges.tsx';

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
          <p className="font-semibold text-xl">
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
