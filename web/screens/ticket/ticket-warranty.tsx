import Pencil from 'lucide/pencil';
import Plus from 'lucide/plus';
import Printer from 'lucide/printer';
import Trash2 from 'lucide/trash-2';
import type { Answer } from '../../../domain/api.ts';
import type { Repair } from '../../../domain/api-answers.ts';
import type { ComeBackAnswer, Warranty } from '../../../domain/api-warranties.ts';
import { dateText } from '../../../domain/calendar-date.ts';
import { comeBackReasonLabels } from '../../../domain/come-backs.ts';
import { mayComeBack } from '../../../domain/pickup.ts';
import { isKnownStatus } from '../../../domain/repair-status.ts';
import {
  daysText,
  daysToBegin,
  isUnderWarranty,
  remainingText,
} from '../../../domain/warranty-term.ts';
import { removeWarranty } from '../../actions/warranty/removing.ts';
import { layoutOf, usePrinter } from '../../parts/print/print-button.tsx';
import { ComeBackButton } from '../../parts/repair/come-back-button.tsx';
import { repairLine } from '../../parts/repair/repair-summary.tsx';
import { TicketLink } from '../../parts/repair/ticket-link.tsx';
import { useToday } from '../../parts/time/shop-calendar.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useOpenings } from '../../ui/openings.ts';
import { useAway } from './away.tsx';

const { Part: WarrantyDialog } = lazyPart(
  async () => (await import('../../actions/warranty/warranty-dialog.tsx')).WarrantyDialog,
);

type Ticket = Pick<Answer<'getRepair'>, 'repair' | 'warranties' | 'comebacks'>;

/** The ticket's warranties and come-backs. */
export function TicketWarranty({ ticket }: { ticket: Ticket }) {
  const { repair, warranties, comebacks } = ticket;
  const { last, open: edit, dialog } = useOpenings<Warranty | null>();
  const { away, awayLine } = useAway();
  const mayChange = isKnownStatus(repair.status);

  return (
    <Section
      title="Warranty"
      level={3}
      action={
        <div className="flex flex-wrap items-start gap-1.5">
          {repair.warrantyUntil !== null && <CardButton ticket={ticket} />}
          {mayChange && (
            <Button {...away} icon={Plus} onClick={() => edit(null)}>
              Add warranty
            </Button>
          )}
        </div>
      }
    >
      {mayChange && awayLine}
      {warranties.length === 0 ? (
        <p className="text-ink-muted">No warranty recorded.</p>
      ) : (
        <ul className="flex flex-col divide-y">
          {warranties.map((warranty) => (
            <li key={warranty.id} className="flex min-h-control items-start gap-2 py-1.5">
              <div className="min-w-0 flex-1 break-words">
                <bdi>{warranty.what}</bdi>
                <p className="text-ink-muted text-sm">
                  <TermWords warranty={warranty} />
                </p>
              </div>
              {mayChange && warranty.continuedOn === null && (
                <span className="-my-1.5 shrink-0">
                  <Menu
                    of={warranty.what}
                    groups={[
                      {
                        items: [
                          { label: 'Edit', icon: Pencil, run: () => edit(warranty) },
                          {
                            label: 'Remove',
                            icon: Trash2,
                            isDanger: true,
                            run: () => void removeWarranty(warranty),
                          },
                        ],
                      },
                    ]}
                  />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      <ComeBacks repair={repair} comebacks={comebacks} />
      {mayChange && mayComeBack(repair) && (
        <div className="pt-1">
          <ComeBackButton {...away} ticketNumber={repair.ticketNumber} />
        </div>
      )}
      {last && (
        <WarrantyDialog
          key={last.opening}
          {...dialog}
          ticketNumber={repair.ticketNumber}
          about={repairLine(repair)}
          warranty={last.of}
        />
      )}
    </Section>
  );
}

/** Its state. */
function TermWords({ warranty }: { warranty: Warranty }) {
  const { days, daysUsed, from, until, continuedOn } = warranty;
  const today = useToday();
  if (continuedOn !== null) {
    return (
      <>
        {daysText(days)}. The rest continues with <TicketLink ticketNumber={continuedOn} />.
      </>
    );
  }
  if (from === null || until === null) {
    const left = daysToBegin(warranty);
    if (left === 0) return <>{daysText(days)}, used up.</>;
    return <>{daysUsed === 0 ? daysText(days) : `${left} of ${daysText(days)}`} from pickup.</>;
  }
  const dates = `${daysText(days)} · ${dateText(from)} to ${dateText(until)}`;
  return (
    <>
      {dates}
      {isUnderWarranty(until, today) ? ` · ${remainingText(warranty, today)}` : ' · ended'}
    </>
  );
}

/** The ticket that it came back from, and its own come-backs. */
function ComeBacks({
  repair: { ticketNumber },
  comebacks,
}: {
  repair: Repair;
  comebacks: readonly ComeBackAnswer[];
}) {
  if (comebacks.length === 0) return null;
  return (
    <ul aria-label="Come-backs" className="flex flex-col pt-1">
      {comebacks.map((one) => {
        const isThis = one.ticketNumber === ticketNumber;
        return (
          <li key={one.id} className="break-words py-1">
            {isThis ? 'Come-back of ' : 'Came back as '}
            <TicketLink ticketNumber={isThis ? one.ofTicketNumber : one.ticketNumber} /> ·{' '}
            {comeBackReasonLabels[one.reason]}
          </li>
        );
      })}
    </ul>
  );
}

function CardButton({ ticket }: { ticket: Ticket }) {
  const { printing, start, advice } = usePrinter('warranty card', async () => {
    const paper = import('../../parts/print/card-paper.ts');
    const { cardSheet } = await layoutOf('warranty card', paper);
    return (shop) => cardSheet([ticket], shop);
  });
  return (
    <>
      <Button
        icon={Printer}
        variant="quiet"
        pending={printing !== null}
        onClick={() => void start('window')}
      >
        Warranty card
      </Button>
      {advice}
    </>
  );
}
