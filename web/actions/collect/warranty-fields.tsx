import X from 'lucide/x';
import type { Repair } from '../../../domain/api-answers.ts';
import { addDays, dateText } from '../../../domain/calendar-date.ts';
import { isolated } from '../../../domain/isolated.ts';
import { newId } from '../../data/new-id.ts';
import { useToday } from '../../parts/time/shop-calendar.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { faultsOf, type LeavingWarranties, type TypedWarranty } from './leaving-warranties.ts';

/** What is under warranty from this pickup on, and for how many days. Nothing where there is none. */
export function WarrantyFields({
  warranties,
  isJudged,
}: {
  warranties: LeavingWarranties;
  isJudged: boolean;
}) {
  const shown = warranties.all.filter(({ rows }) => rows.length > 0);
  const isOfSeveral = warranties.all.length > 1;
  return shown.map(({ repair, rows }) => (
    <fieldset key={repair.id} className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 font-medium">
        Warranty{isOfSeveral && ` for ${repair.ticketNumber}`}
      </legend>
      {rows.map((row) => (
        <WarrantyRow
          key={row.warrantyId}
          row={row}
          isJudged={isJudged}
          onChange={(next) =>
            warranties.set(
              repair.ticketNumber,
              rows.flatMap((one) => (one !== row ? one : (next ?? []))),
            )
          }
        />
      ))}
    </fieldset>
  ));
}

function WarrantyRow({
  row,
  isJudged,
  onChange,
}: {
  row: TypedWarranty;
  isJudged: boolean;
  /** @param next null to take it out */
  onChange: (next: TypedWarranty | null) => void;
}) {
  const today = useToday();
  const fault = faultsOf(row);
  const left = Number(row.days) - row.daysUsed;
  const ends = fault.days === undefined && left > 0 ? dateText(addDays(today, left)) : null;
  const used = row.daysUsed > 0 ? `${left} left, until` : 'Until';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2 gap-y-2 sm:grid-cols-[minmax(0,1fr)_9rem_auto]">
      <div className="min-w-0 max-sm:col-span-2">
        <TextField
          label="Under warranty"
          autoComplete="off"
          value={row.what}
          error={isJudged ? fault.what : undefined}
          onChange={({ target }) => onChange({ ...row, what: target.value })}
        />
      </div>
      <TextField
        label="Days"
        inputMode="numeric"
        autoComplete="off"
        value={row.days}
        error={isJudged ? fault.days : undefined}
        hint={row.days.trim() !== '' && ends !== null ? `${used} ${ends}` : undefined}
        onChange={({ target }) => onChange({ ...row, days: target.value })}
      />
      <div className="pt-6">
        <IconButton
          icon={X}
          label={`Remove warranty ${isolated(row.what)}`.trim()}
          onClick={() => onChange(null)}
        />
      </div>
    </div>
  );
}

/** So many watches have a button each; the warranties of more are added on their tickets. */
const mostButtons = 4;

/** Begins another one. */
export function AddWarrantyButtons({ warranties }: { warranties: LeavingWarranties }) {
  const { all, set } = warranties;
  const add = ({ ticketNumber, estimateWork }: Repair, rows: readonly TypedWarranty[]) => {
    const what = rows.length === 0 ? (estimateWork ?? '') : '';
    set(ticketNumber, [...rows, { warrantyId: newId(), what, days: '', daysUsed: 0 }]);
  };
  if (all.length > mostButtons) return null;
  return all.map(
    ({ repair, rows, isKnown }) =>
      isKnown && (
        <Button key={repair.id} variant="quiet" onClick={() => add(repair, rows)}>
          {all.length === 1 ? 'Add warranty' : `Add warranty for ${repair.ticketNumber}`}
        </Button>
      ),
  );
}
