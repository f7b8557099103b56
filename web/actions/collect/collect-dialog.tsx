import { useState } from 'react';
import type { Repair } from '../../../domain/api-answers.ts';
import { isolated } from '../../../domain/isolated.ts';
import { mayCollect } from '../../../domain/pickup.ts';
import { CallProblem } from '../../data/call.ts';
import type { ActionProps } from '../../data/open-action.ts';
import { useAwayReason } from '../../data/outage.ts';
import { useRepair } from '../../data/repair.ts';
import { repairProblem } from '../../data/repair-problem.ts';
import { Balance, openBalance } from '../../parts/money/open-balance.tsx';
import { repairLine } from '../../parts/repair/repair-summary.tsx';
import { movedOnWords } from '../../parts/repair/status-badge.tsx';
import { DayTime } from '../../parts/time/date-time.tsx';
import { ProblemBanner } from '../../ui/banner.tsx';
import { CheckField } from '../../ui/choice-fields.tsx';
import { Dialog, FormButtons } from '../../ui/dialog.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { BalanceQuestion, isOwed } from './balance-question.tsx';
import { useCollecting } from './collecting.ts';

/** The watch leaves the shop: who came for it. */
export function CollectDialog({ open, onClose, repair }: ActionProps) {
  const [by, setBy] = useState(repair.customerName);
  const [note, setNote] = useState('');
  const awayReason = useAwayReason();
  const collecting = useCollecting(repair, onClose);
  const others = useCollectTogether(repair, open);
  const { error, isPending, isSuccess } = collecting;
  const errorAt = (field: string) =>
    error instanceof CallProblem
      ? error.errors.find(({ path }) => path === field)?.message
      : undefined;
  const balance = openBalance(repair);
  const [asks, setAsks] = useState(false);
  const leaving = [...(mayCollect(repair) ? [repair] : []), ...others.together];
  const isAtField = errorAt('by') !== undefined || errorAt('note') !== undefined;

  function collect() {
    setAsks(false);
    const together = others.together.map(({ ticketNumber }) => ticketNumber);
    if (!isPending && !isSuccess) collecting.mutate({ by, note, together });
  }

  function forget() {
    setBy(repair.customerName);
    setNote('');
    others.forget();
    collecting.reset();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={forget}
      title="Hand over"
      description={repairLine(repair)}
      dirty={
        !isSuccess && (by !== repair.customerName || note !== '' || others.together.length > 0)
      }
      busy={isPending}
      onSubmit={() => {
        if (isOwed(leaving)) setAsks(true);
        else collect();
      }}
      alert={<ProblemBanner problem={isAtField ? null : repairProblem(error)} />}
      footer={
        <FormButtons
          pending={isPending}
          disabledReason={
            isSuccess
              ? undefined
              : // What came in with it can still leave from here.
                (leaving.length === 0 && reasonNotToCollect(repair)) || awayReason
          }
        >
          Mark picked up
        </FormButtons>
      }
    >
      <div className="flex flex-col gap-4">
        <State repair={repair} />
        {balance !== null && <Balance dollars={balance} />}
        {others.choice}
        <TextField
          label="Picked up by"
          hint="Leave blank for the customer."
          optional
          autoComplete="off"
          autoCapitalize="words"
          value={by}
          onChange={(event) => setBy(event.target.value)}
          error={errorAt('by')}
        />
        <TextArea
          label="Note"
          optional
          rows={2}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          error={errorAt('note')}
        />
      </div>
      <BalanceQuestion
        open={asks}
        leaving={leaving}
        onCollect={collect}
        onClose={() => setAsks(false)}
      />
    </Dialog>
  );
}

/** What is said when it is handed over. */
function State({ repair: { isUnrepaired, completedAt } }: { repair: Repair }) {
  return (
    <p className="text-ink-muted">
      {isUnrepaired ? 'Not repaired: the customer declined the estimate.' : 'Repaired.'}
      {completedAt !== null && (
        <>
          {' '}
          Ready since <DayTime iso={completedAt} />.
        </>
      )}
    </p>
  );
}

function reasonNotToCollect(repair: Repair): string | undefined {
  if (mayCollect(repair)) return undefined;
  const { collectedBy } = repair;
  return collectedBy === null
    ? movedOnWords(repair)
    : `${isolated(collectedBy)} picked it up in the meantime.`;
}

/**
 * The other watches of a visit that wait to be collected as well. None is ticked: each is handed over
 * on its own.
 */
function useCollectTogether({ ticketNumber }: Repair, open: boolean) {
  const { data } = useRepair(open ? ticketNumber : null);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const waiting = (data?.siblings ?? []).filter((each) => each.isWaitingForPickup);
  const choice = waiting.length > 0 && (
    <fieldset className="min-w-0">
      <legend className="font-medium">Picked up together</legend>
      {waiting.map((each) => {
        const { ticketNumber: number, watchBrand, watchModel } = each;
        const balance = openBalance(each);
        return (
          <CheckField
            key={number}
            name={number}
            label={`${number} ${isolated(watchBrand)} ${isolated(watchModel)}`}
            hint={balance !== null && <Balance dollars={balance} />}
            checked={chosen.includes(number)}
            onChange={({ target }) =>
              setChosen((now) =>
                now.filter((one) => one !== number).concat(target.checked ? number : []),
              )
            }
          />
        );
      })}
    </fieldset>
  );
  return {
    choice,
    /** Those that are ticked and still wait. */
    together: waiting.filter((each) => chosen.includes(each.ticketNumber)),
    forget: () => setChosen([]),
  };
}
