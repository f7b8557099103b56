import Send from 'lucide/send';
import type { Answer } from '../../../domain/api.ts';
import type { Sending } from '../../../domain/api-sendings.ts';
import { formatPrice } from '../../../domain/money.ts';
import { isKnownStatus, isOpen } from '../../../domain/repair-status.ts';
import { isInShop } from '../../../domain/watch-life.ts';
import { SendingActions } from '../../actions/sendings/sending-actions.tsx';
import { Price } from '../../parts/money/price.tsx';
import { LateWords } from '../../parts/repair/late-words.tsx';
import { repairLine } from '../../parts/repair/repair-summary.tsx';
import { Permission, sendingLateness, sentWords } from '../../parts/repair/sending-words.tsx';
import { useToday } from '../../parts/time/shop-calendar.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useOpenings } from '../../ui/openings.ts';
import { useAway } from './away.tsx';

const { Part: SendingDialog } = lazyPart(
  async () => (await import('../../actions/sendings/sending-dialog.tsx')).SendingDialog,
);

/** Where the watch was sent, and whether it is back. */
export function TicketSendings({
  repair,
  sendings,
}: Pick<Answer<'getRepair'>, 'repair' | 'sendings'>) {
  const { last, open: edit, dialog } = useOpenings<Sending | null>();
  const { away, awayLine } = useAway();
  const mayChange = isKnownStatus(repair.status);

  return (
    <Section
      title="Sent out"
      level={3}
      action={
        mayChange &&
        // What was picked up has nothing left to send.
        isInShop(repair) &&
        sendings.every(({ receivedOn }) => receivedOn !== null) && (
          <Button {...away} icon={Send} onClick={() => edit(null)}>
            Send out
          </Button>
        )
      }
    >
      {mayChange && awayLine}
      {sendings.length === 0 ? (
        <p className="text-ink-muted">
          {/* A copy made from a list has no more than who has it. */}
          {repair.sentOut ? 'Available again when the shop’s server is back.' : 'Not sent out yet.'}
        </p>
      ) : (
        <ol className="flex flex-col divide-y">
          {sendings.map((sending) => (
            <SendingItem
              key={sending.id}
              sending={sending}
              promisedOn={isOpen(repair.status) ? repair.expectedOn : null}
              onEdit={mayChange ? () => edit(sending) : null}
              away={away}
            />
          ))}
        </ol>
      )}
      {last && (
        <SendingDialog
          key={last.opening}
          {...dialog}
          ticketNumber={repair.ticketNumber}
          about={repairLine(repair)}
          request={repair.issue}
          sending={last.of}
        />
      )}
    </Section>
  );
}

function SendingItem({
  sending,
  promisedOn,
  onEdit,
  away,
}: {
  sending: Sending;
  promisedOn: string | null;
  /** Null if it can't be changed. */
  onEdit: (() => void) | null;
  away: Pick<ButtonProps, 'disabledReason' | 'reasonId'>;
}) {
  const { sentTo, reference, carrier, trackingNumber, insuredValue, work, cost } = sending;
  const today = useToday();
  const late = sendingLateness(sending, promisedOn, today);
  const facts = [
    reference && `ref. ${reference}`,
    carrier,
    trackingNumber,
    insuredValue !== null && `insured for ${formatPrice(insuredValue)}`,
  ].filter(Boolean);
  return (
    <li className="flex min-h-control flex-wrap items-start gap-x-2 py-1.5">
      <div className="min-w-0 flex-1 basis-48 break-words">
        <p className="flex gap-x-4">
          <bdi className="min-w-0 flex-1">{sentTo}</bdi>
          {cost !== null && <Price dollars={cost} />}
        </p>
        {facts.length > 0 && <p className="text-ink-muted text-sm">{facts.join(' · ')}</p>}
        <p className="text-sm">
          {sentWords(sending, today)}
          {late && (
            <>
              {' · '}
              <LateWords late={late} className="font-medium" />
            </>
          )}
        </p>
        <p className="text-ink-muted text-sm">
          <Permission sending={sending} />
        </p>
        {work !== null && (
          <p dir="auto" className="line-clamp-3 whitespace-pre-line text-ink-muted text-sm">
            {work}
          </p>
        )}
      </div>
      {onEdit && (
        <span className="-my-1.5 ml-auto flex shrink-0 items-center gap-1">
          <SendingActions {...away} sending={sending} onEdit={onEdit} />
        </span>
      )}
    </li>
  );
}
