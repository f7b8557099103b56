import MessageSquare from 'lucide/message-square';
import type { Repair } from '../../domain/api-answers.ts';
import { formatPrice } from '../../domain/money.ts';
import { formatPhone } from '../../domain/phone.ts';
import { TimeAgo } from '../ui/date-time.tsx';
import { FieldError } from '../ui/field.tsx';

/** Who gets the text, at which number, and which open estimate it takes the place of. */
export function EstimateRecipient({
  repair,
  phoneError,
}: {
  repair: Repair;
  phoneError: string | undefined;
}) {
  const { customerName, customerPhone } = repair;
  return (
    <div>
      <div className="flex items-start gap-3 rounded bg-sunken px-3 py-2">
        <MessageSquare
          aria-hidden="true"
          size={16}
          className="mt-1 shrink-0 text-ink-muted desk:mt-0.5"
        />
        <div className="min-w-0 break-words">
          <p>
            <span className="text-ink-muted">Text to</span>{' '}
            <bdi className="font-medium">{customerName}</bdi>
          </p>
          <p>
            {customerPhone === '' ? (
              <span className="text-ink-muted">No phone number</span>
            ) : (
              formatPhone(customerPhone)
            )}
          </p>
          <ReplacedEstimate repair={repair} />
        </div>
      </div>
      <div role="alert">
        {phoneError !== undefined && (
          <div className="mt-2">
            <FieldError id={`phone-error-${repair.id}`}>{phoneError}</FieldError>
            <p className="text-ink-muted text-sm">
              Correct the number under Clients, then send the estimate.
            </p>
          </div>
        )}
      </div>
    </div>
  );
}

/** Statuses of a ticket whose estimate is in the estimates list: a new one takes its place there. */
const replaceable: readonly string[] = ['estimate-sent', 'estimate-declined'];

function ReplacedEstimate({ repair }: { repair: Repair }) {
  const { estimatePrice, estimateSentAt } = repair;
  if (estimatePrice === null || !replaceable.includes(repair.status)) return null;
  const which = repair.status === 'estimate-declined' ? 'declined' : 'open';
  return (
    <p className="mt-1 text-ink-muted text-sm">
      Replaces the {which} estimate of{' '}
      <span className="figures text-ink">{formatPrice(estimatePrice)}</span>
      {estimateSentAt !== null && (
        <>
          , sent <TimeAgo iso={estimateSentAt} />
        </>
      )}
      .
    </p>
  );
}
