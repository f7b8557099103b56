import X from 'lucide/x';
import { useState } from 'react';
import type { Repair } from '../../../domain/api-answers.ts';
import { addDays, dateText } from '../../../domain/calendar-date.ts';
import { isolated } from '../../../domain/isolated.ts';
import type { Preset } from '../../../domain/shop-settings.ts';
import { daysText } from '../../../domain/warranty-term.ts';
import { newId } from '../../data/new-id.ts';
import { useSettings } from '../../data/shop-settings.ts';
import { useToday } from '../../parts/time/shop-calendar.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import {
  faultsOf,
  isBlank,
  type LeavingWarranties,
  type TypedWarranty,
} from './leaving-warranties.ts';

/**
 * The warranties that begin with this pickup. Without any, nothing is shown, unless the shop has presets with a
 * warranty: a single watch shows them right away, several after “Add warranty”.
 */
export function WarrantyFields({
  warranties,
  isJudged,
}: {
  warranties: LeavingWarranties;
  isJudged: boolean;
}) {
  const isOfSeveral = warranties.all.length > 1;
  const presets = (useSettings()?.presets ?? []).filter(({ warrantyDays }) => warrantyDays);
  const shown = warranties.all.filter(
    ({ repair, rows, isKnown }) =>
      rows.length > 0 || (isKnown && !isOfSeveral && !repair.isUnrepaired && presets.length > 0),
  );
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
      {!repair.isUnrepaired && (
        <WarrantyPresets
          presets={presets.filter(({ name }) => rows.every(({ what }) => what !== name))}
          onChoose={({ name: what, warrantyDays }) =>
            warranties.set(repair.ticketNumber, [
              ...rows.filter((row) => !isBlank(row)),
              { warrantyId: newId(), what, days: String(warrantyDays), daysUsed: 0 },
            ])
          }
        />
      )}
    </fieldset>
  ));
}

/** At most this many presets are shown at first. */
const shownPresets = 6;

/** Each becomes a warranty with one press. */
function WarrantyPresets({
  presets,
  onChoose,
}: {
  presets: readonly Preset[];
  onChoose: (preset: Preset) => void;
}) {
  const [showsAll, setShowsAll] = useState(false);
  if (presets.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {presets.slice(0, showsAll ? presets.length : shownPresets).map((preset) => (
        <Button key={preset.name} onClick={() => onChoose(preset)}>
          <span className="min-w-0 break-words text-left">{preset.name}</span>
          <span className="text-ink-muted">{daysText(preset.warrantyDays ?? 0)}</span>
        </Button>
      ))}
      {!showsAll && presets.length > shownPresets && (
        <Button variant="quiet" onClick={() => setShowsAll(true)}>
          All {presets.length} presets
        </Button>
      )}
    </div>
  );
}

function WarrantyRow({
  row,
  isJudged,
  onChange,
}: {
  row: TypedWarranty;
  isJudged: boolean;
  /** @param next null to remove it */
  onChange: (next: TypedWarranty | null) => void;
}) {
  const today = useToday();
  const fault = faultsOf(row);
  const left = Number(row.days) - row.daysUsed;
  const ends = fault.days === undefined && left > 0 ? dateText(addDays(today, left)) : null;
  const used = row.daysUsed > 0 ? `${left} left, until` : 'Until';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2 gap-y-2 sm:grid-cols-[minmax(0,1fr)_11rem_auto]">
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

/** Up to this many watches have a button each; for more, warranties are added on their tickets. */
const maxButtons = 4;

/** Adds another one. */
export function AddWarrantyButtons({ warranties }: { warranties: LeavingWarranties }) {
  const { all, set } = warranties;
  const add = ({ ticketNumber, estimateWork }: Repair, rows: readonly TypedWarranty[]) => {
    const what = rows.length === 0 ? (estimateWork ?? '') : '';
    set(ticketNumber, [...rows, { warrantyId: newId(), what, days: '', daysUsed: 0 }]);
  };
  if (all.length > maxButtons) return null;
  // There from the start: appearing later, it would move what is about to be pressed.
  return all.map(({ repair, rows, isKnown }) => (
    <Button
      key={repair.id}
      variant="quiet"
      disabledReason={isKnown ? undefined : 'Loading the ticket…'}
      onClick={() => add(repair, rows)}
    >
      {all.length === 1 ? 'Add warranty' : `Add warranty for ${repair.ticketNumber}`}
    </Button>
  ));
}
