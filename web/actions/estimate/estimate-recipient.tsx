import MessageSquare from 'lucide/message-square';
import type { Repair } from '../../../domain/api-answers.ts';
import { answerWayWords } from '../../../domain/estimate-answers.ts';
import { formatPrice } from '../../../domain/money.ts';
import { formatPhone } from '../../../domain/phone.ts';
import { TimeAgo } from '../../parts/time/date-time.tsx';
import { FieldError } from '../../ui/field.tsx';

/** Whom an estimate is texted to, and what it replaces. */
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
          </div>
        )}
      </div>
    </div>
  );
}

/** Statuses of a ticket whose estimate is in the estimates list: a new one takes its place there. */
const replaceable: Readonly<Record<string, string>> = {
  'estimate-sent': 'open',
  'estimate-accepted': 'accepted',
  'estimate-declined': 'declined',
};

export function ReplacedEstimate({ repair }: { repair: Repair }) {
  const { estimatePrice, estimateSentAt, estimateTold, status } = repair;
  const which = replaceable[status];
  if (estimatePrice === null || which === undefined) return null;
  return (
    <p className="mt-1 text-ink-muted text-sm">
      Replaces the {which} estimate of{' '}
      <span className="figures text-ink">{formatPrice(estimatePrice)}</span>
      {estimateSentAt !== null && (
        <>
          , {estimateTold ? `given ${answerWayWords[estimateTold]}` : 'sent'}{' '}
          <TimeAgo iso={estimateSentAt} />
        </>
      )}
      .{which === 'accepted' && ' The repair then waits for a new answer.'}
    </p>
  );
}
