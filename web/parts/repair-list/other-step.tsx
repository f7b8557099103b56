import Play from 'lucide/play';
import type { RepairRow } from '../../../domain/api-answers.ts';
import { needsEstimate } from '../../../domain/price-ceiling.ts';
import { isAllowed } from '../../../domain/repair-status.ts';
import { useActionsOn } from '../../data/open-action.ts';
import { useAwayReason } from '../../data/outage.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useSinglePress } from '../../ui/press.ts';
import { isOver, startWork, stepsFor } from '../repair/repair-actions.tsx';

/**
 * For a repair on the bench, what may be done instead of the next step: complete it without starting it, or change
 * its price. A word beside the other, so that it takes no more presses than on a card.
 */
export function OtherStep({ repair }: { repair: RepairRow }) {
  const { open, opening } = useActionsOn(repair);
  const other = isAllowed('complete', repair.status)
    ? stepsFor(repair).find(({ action }) =>
        isAllowed('start', repair.status) ? action === 'complete' : action === 'send-estimate',
      )
    : undefined;
  if (other === undefined || needsEstimate(repair)) return null;
  const { dialog, label } = other;
  return (
    <Button variant="step" pending={opening === dialog} onClick={() => void open(dialog)}>
      {label}
    </Button>
  );
}

/** On a tablet, whose rows have no room for the word of the next step. */
export function StepIcon({ repair }: { repair: RepairRow }) {
  const { open, opening } = useActionsOn(repair);
  const disabledReason = useAwayReason();
  const press = useSinglePress();
  const { status, ticketNumber } = repair;
  if (isAllowed('start', status)) {
    const start = () => {
      if (press.take()) void startWork(ticketNumber).finally(press.release);
    };
    return <IconButton icon={Play} label="Start work" {...{ disabledReason }} onClick={start} />;
  }
  const [step] = isOver(repair) || status === 'estimate-sent' ? [] : stepsFor(repair);
  if (step === undefined) return null;
  const { dialog, label, icon } = step;
  return (
    <IconButton
      {...{ icon, label, disabledReason }}
      pending={opening === dialog}
      onClick={() => void open(dialog)}
    />
  );
}
