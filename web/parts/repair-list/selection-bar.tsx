import CalendarDays from 'lucide/calendar-days';
import Printer from 'lucide/printer';
import UserRoundCog from 'lucide/user-round-cog';
import X from 'lucide/x';
import type { RepairRow } from '../../../domain/api-answers.ts';
import { isAllowed } from '../../../domain/repair-status.ts';
import { loadAction } from '../../data/open-action.ts';
import { useAwayReason } from '../../data/outage.ts';
import { wholeRepair } from '../../data/repair.ts';
import { Button } from '../../ui/button.tsx';
import { countedText } from '../../ui/counts.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useDialogSubject } from '../../ui/open-dialogs.ts';
import { usePrinting } from '../print/print-button.tsx';

const { Part: ReassignAll } = lazyPart(() => loadAction('reassign-all'));
const { Part: PromiseAll } = lazyPart(() => loadAction('promise-all'));

/** Who can be given to another technician: what is at a bench, and what waits for one. */
const mayBeGiven = ({ status }: RepairRow) =>
  isAllowed('reassign', status) ||
  isAllowed('assign', status) ||
  isAllowed('assign-accepted', status);

/** What can be done with all that are selected. */
export function SelectionBar({
  chosen,
  choose,
}: {
  chosen: readonly RepairRow[];
  /** These and no others. */
  choose: (ticketNumbers: readonly string[]) => void;
}) {
  const reassigning = useDialogSubject<readonly RepairRow[]>();
  const promising = useDialogSubject<readonly RepairRow[]>();
  const awayReason = useAwayReason();
  const { printing, start, advice } = usePrinting(() =>
    Promise.all(chosen.map((repair) => wholeRepair(repair))),
  );
  const given = chosen.filter(mayBeGiven);
  const dated = chosen.filter(({ status }) => isAllowed('edit', status));
  const none = 'None of them can be.';
  const done = (left: readonly RepairRow[]) => choose(left.map(({ ticketNumber }) => ticketNumber));
  return (
    <>
      {chosen.length > 0 && (
        <section
          data-foot
          aria-label="Selected repairs"
          className="sticky bottom-(--bottom-bar) z-20 flex flex-wrap items-center gap-x-3 gap-y-2 border-t bg-canvas py-2"
        >
          <p role="status" className="figures min-w-28 font-medium">
            {countedText(chosen.length, 'repair')} selected
          </p>
          <Button
            icon={UserRoundCog}
            disabledReason={given.length === 0 ? none : awayReason}
            onClick={() => reassigning.open(given)}
          >
            Reassign
          </Button>
          <Button
            icon={CalendarDays}
            disabledReason={dated.length === 0 ? none : awayReason}
            onClick={() => promising.open(dated)}
          >
            Date promised
          </Button>
          <Button
            icon={Printer}
            pending={printing !== null}
            disabledReason={awayReason}
            onClick={() => void start('window')}
          >
            Print
          </Button>
          <span className="sm:ml-auto">
            <Button variant="quiet" icon={X} onClick={() => choose([])}>
              Clear
            </Button>
          </span>
          {advice}
        </section>
      )}
      {reassigning.subject && (
        <ReassignAll
          open={reassigning.isOpen}
          repairs={reassigning.subject}
          onClose={reassigning.close}
          onClosed={reassigning.forget}
          onDone={done}
        />
      )}
      {promising.subject && (
        <PromiseAll
          open={promising.isOpen}
          repairs={promising.subject}
          onClose={promising.close}
          onClosed={promising.forget}
          onDone={done}
        />
      )}
    </>
  );
}
