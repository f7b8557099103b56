import Plus from 'lucide/plus';
import type { Answer } from '../../../domain/api.ts';
import type { Part } from '../../../domain/api-parts.ts';
import { dateText } from '../../../domain/calendar-date.ts';
import { isAwaited, lateness, partState } from '../../../domain/part-state.ts';
import { isKnownStatus, isOpen } from '../../../domain/repair-status.ts';
import { PartActions } from '../../actions/parts/part-actions.tsx';
import { Price } from '../../parts/money/price.tsx';
import { LateWords } from '../../parts/repair/late-words.tsx';
import { repairLine } from '../../parts/repair/repair-summary.tsx';
import { useToday } from '../../parts/time/shop-calendar.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useOpenings } from '../../ui/openings.ts';
import { useAway } from './away.tsx';

const { Part: PartDialog } = lazyPart(
  async () => (await import('../../actions/parts/part-dialog.tsx')).PartDialog,
);

/** The parts that a repair needs, with their states. */
export function TicketParts({ repair, parts }: Pick<Answer<'getRepair'>, 'repair' | 'parts'>) {
  const { last, open: edit, dialog } = useOpenings<Part | null>();
  const mayChange = isKnownStatus(repair.status);
  const { away, awayLine } = useAway();

  return (
    <Section
      title="Parts"
      level={3}
      action={
        mayChange && (
          <Button {...away} icon={Plus} onClick={() => edit(null)}>
            Add part
          </Button>
        )
      }
    >
      {mayChange && awayLine}
      {parts.length === 0 ? (
        <p className="text-ink-muted">
          {/* A copy made from a list doesn't say which. */}
          {repair.isWaitingForParts
            ? 'Available again when the shop’s server is back.'
            : 'No parts needed yet.'}
        </p>
      ) : (
        <ol className="flex flex-col divide-y">
          {parts.map((part) => (
            <PartItem
              key={part.id}
              part={part}
              promisedOn={isOpen(repair.status) ? repair.expectedOn : null}
              onEdit={mayChange ? () => edit(part) : null}
              away={away}
            />
          ))}
        </ol>
      )}
      {last && (
        <PartDialog
          key={last.opening}
          {...dialog}
          ticketNumber={repair.ticketNumber}
          about={repairLine(repair)}
          part={last.of}
        />
      )}
    </Section>
  );
}

function PartItem({
  part,
  promisedOn,
  onEdit,
  away,
}: {
  part: Part;
  promisedOn: string | null;
  /** Null if it can't be changed. */
  onEdit: (() => void) | null;
  away: Pick<ButtonProps, 'disabledReason' | 'reasonId'>;
}) {
  const { description, supplier, number, cost, expectedOn } = part;
  const today = useToday();
  const late = isAwaited(part) ? lateness(expectedOn, promisedOn, today) : null;
  return (
    <li className="flex min-h-control flex-wrap items-start gap-x-2 py-1.5">
      <div className="min-w-0 flex-1 basis-48 break-words">
        <p className="flex gap-x-4">
          <bdi className="min-w-0 flex-1">{description}</bdi>
          {cost !== null && <Price dollars={cost} />}
        </p>
        {(supplier !== null || number !== null) && (
          <p className="text-ink-muted text-sm">
            {supplier !== null && <bdi>{supplier}</bdi>}
            {supplier !== null && number !== null && ' · '}
            {number !== null && (
              <>
                no. <bdi>{number}</bdi>
              </>
            )}
          </p>
        )}
        <p className="text-sm">
          <PartDates part={part} today={today} />
          {late && (
            <>
              {' · '}
              <LateWords late={late} className="font-medium" />
            </>
          )}
        </p>
      </div>
      {onEdit && (
        <span className="-my-1.5 ml-auto flex shrink-0 items-center gap-1">
          <PartActions {...away} part={part} onEdit={onEdit} />
        </span>
      )}
    </li>
  );
}

/** Its state, and since when. */
function PartDates({ part, today }: { part: Part; today: string }) {
  const { orderedOn, expectedOn, receivedOn, returnedOn } = part;
  const date = (day: string | null) => day && dateText(day, today);
  switch (partState(part)) {
    case 'returned':
      return <>Returned {date(returnedOn)}</>;
    case 'received':
      return <>Received {date(receivedOn)}</>;
    case 'ordered':
      return (
        <>
          Ordered {date(orderedOn)}
          {expectedOn !== null && ` · expected ${date(expectedOn)}`}
        </>
      );
    default:
      return (
        <>
          Not ordered yet
          {expectedOn !== null && ` · expected ${date(expectedOn)}`}
        </>
      );
  }
}
