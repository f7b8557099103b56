import ArrowUp from 'lucide/arrow-up';
import Plus from 'lucide/plus';
import X from 'lucide/x';
import { useState } from 'react';
import { limits } from '../../../domain/field-list.ts';
import { dollarsFromCents } from '../../../domain/money.ts';
import { lineKindLabels, lineKinds, maxLines, sumOfLines } from '../../../domain/price-lines.ts';
import type { Preset } from '../../../domain/shop-settings.ts';
import { isBeforeTax, type PriceMode, rateText } from '../../../domain/tax.ts';
import {
  countableLine,
  type LineFaults,
  type LinePart,
  partOf,
  presetLine,
  type TypedLine,
  typedAmount,
} from '../../../domain/typed-lines.ts';
import { Price } from '../../parts/money/price.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { CheckField, SelectField } from '../../ui/choice-fields.tsx';
import { classNames, wordAtStartClasses } from '../../ui/classes.ts';
import { FieldError } from '../../ui/field.tsx';
import { MoneyField, TextField } from '../../ui/text-field.tsx';

/** At most this many presets are shown at first, about two rows. */
const shownPresets = 6;

/** Each becomes a line with one press. */
export function Presets({
  presets,
  onChoose,
}: {
  presets: readonly Preset[];
  onChoose: (preset: Preset) => void;
}) {
  const [showsAll, setShowsAll] = useState(false);
  if (presets.length === 0) return null;
  return (
    <section aria-label="Presets" className="flex flex-col gap-1">
      <span aria-hidden="true" className="font-medium">
        Presets
      </span>
      <div className="flex flex-wrap gap-2">
        {presets.slice(0, showsAll ? presets.length : shownPresets).map((preset) => (
          <Button key={preset.name} onClick={() => onChoose(preset)}>
            <span className="min-w-0 break-words text-left">{preset.name}</span>
            <span className="text-ink-muted">
              <Price dollars={preset.price} />
            </span>
          </Button>
        ))}
        {!showsAll && presets.length > shownPresets && (
          <Button variant="quiet" onClick={() => setShowsAll(true)}>
            All {presets.length} presets
          </Button>
        )}
      </div>
    </section>
  );
}

/** In one row if there is room, else the description above the rest; on a phone, two per row. */
const columns =
  'grid grid-cols-6 gap-2 sm:grid-cols-[6.5rem_5.5rem_7rem_auto_5.5rem_minmax(0,1fr)_calc(var(--control)*2)] lg:grid-cols-[6.5rem_minmax(0,1fr)_5rem_7rem_2rem_5rem_5.5rem_calc(var(--control)*2)] lg:gap-y-0';

/** The lines of an estimate, in a table to type in. */
export function LineTable({
  lines,
  faults,
  presets,
  isNew,
  readOnly,
  onChange,
  onAdd,
}: {
  lines: readonly TypedLine[];
  faults: LineFaults;
  presets: readonly Preset[];
  /** Whether a line is not part of what was accepted. */
  isNew: (line: TypedLine) => boolean;
  readOnly: boolean;
  onChange: (lines: TypedLine[]) => void;
  onAdd: () => void;
}) {
  const [removed, setRemoved] = useState<{ line: TypedLine; at: number } | null>(null);
  const canUndo = removed !== null && !readOnly && lines.length < maxLines;
  return (
    <div className="flex flex-col gap-2">
      {lines.length > 0 && (
        <div className="rounded border">
          <div
            aria-hidden="true"
            className={`${columns} rounded-t border-b bg-sunken px-2 py-1.5 text-ink-muted text-sm max-lg:hidden`}
          >
            <span>Kind</span>
            <span>Description</span>
            <span>Quantity</span>
            <span>Unit price</span>
            <span>Tax</span>
            <span>Warranty</span>
            <span className="text-right">Amount</span>
          </div>
          <ol className="divide-y">
            {lines.map((line, index) => (
              <Line
                key={line.id}
                line={line}
                nth={index + 1}
                faults={faults}
                presets={presets}
                isNew={isNew(line)}
                readOnly={readOnly}
                onChange={(changed) =>
                  onChange(lines.map((one) => (one.id === line.id ? changed : one)))
                }
                onRaise={() => onChange(lines.toSpliced(index, 1).toSpliced(index - 1, 0, line))}
                onRemove={() => {
                  setRemoved({ line, at: index });
                  onChange(lines.filter((one) => one.id !== line.id));
                }}
              />
            ))}
          </ol>
        </div>
      )}
      <datalist id="presets">
        {presets.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div className={`${wordAtStartClasses} flex flex-wrap items-center justify-between gap-x-4`}>
        <Button
          variant="quiet"
          icon={Plus}
          disabledReason={
            readOnly
              ? 'The estimate is on its way.'
              : lines.length >= maxLines
                ? `At most ${maxLines} lines.`
                : undefined
          }
          onClick={onAdd}
        >
          Add a line
        </Button>
        {canUndo && (
          <span role="status" className="flex min-w-0 items-center">
            <span className="min-w-0 truncate text-ink-muted text-sm">
              Removed <bdi>{removed.line.description || lineKindLabels[removed.line.kind]}</bdi>
            </span>
            <Button
              key={removed.line.id}
              // The button that was pressed is gone with its line.
              autoFocus
              variant="quiet"
              onClick={() => {
                setRemoved(null);
                onChange(lines.toSpliced(removed.at, 0, removed.line));
              }}
            >
              Undo
            </Button>
          </span>
        )}
        {lines.length > 0 && (
          <span className="text-ink-muted text-sm">
            {lines.length} of {maxLines}
            {lines.some(isNew) && ' · blue lines are new'}
          </span>
        )}
      </div>
      <FieldError id="lines-fault">{faults.lines}</FieldError>
    </div>
  );
}

function Line({
  line,
  nth,
  faults,
  presets,
  isNew,
  readOnly,
  onChange,
  onRaise,
  onRemove,
}: {
  line: TypedLine;
  nth: number;
  faults: LineFaults;
  presets: readonly Preset[];
  isNew: boolean;
  readOnly: boolean;
  onChange: (line: TypedLine) => void;
  onRaise: () => void;
  onRemove: () => void;
}) {
  const faultOf = (part: LinePart) => faults[partOf(line.id, part)];
  const amount = typedAmount(line);
  const readOnlyReason = readOnly ? 'The estimate is on its way.' : undefined;
  return (
    <li className={classNames('px-2 py-2 lg:py-1', isNew && 'bg-accent-soft')}>
      <fieldset className={`${columns} items-start`}>
        <legend className="sr-only">Line {nth}</legend>
        <div className="max-sm:col-span-3">
          <SelectField
            label="Kind"
            isLabelHidden
            value={line.kind}
            disabled={readOnly}
            onChange={({ target }) =>
              onChange({ ...line, kind: target.value as TypedLine['kind'] })
            }
          >
            {lineKinds.map((kind) => (
              <option key={kind} value={kind}>
                {lineKindLabels[kind]}
              </option>
            ))}
          </SelectField>
        </div>
        <div className="min-w-0 max-lg:order-first max-lg:col-span-full">
          <TextField
            label="Description"
            isLabelHidden
            placeholder="Description"
            autoComplete="off"
            list="presets"
            maxLength={limits.lineDescription}
            readOnly={readOnly}
            value={line.description}
            error={faultOf('description')}
            onChange={({ target: { value } }) => {
              const preset = presets.find(({ name }) => name === value);
              onChange(preset ? presetLine(line.id, preset) : { ...line, description: value });
            }}
          />
        </div>
        <div className="max-sm:col-span-3">
          <TextField
            label="Quantity"
            isLabelHidden
            leading="×"
            inputMode="decimal"
            autoComplete="off"
            maxLength={6}
            readOnly={readOnly}
            value={line.quantity}
            error={faultOf('quantity')}
            onChange={({ target }) => onChange({ ...line, quantity: target.value })}
          />
        </div>
        <div className="max-sm:col-span-3">
          <MoneyField
            label="Unit price"
            isLabelHidden
            placeholder="0.00"
            maxLength={20}
            readOnly={readOnly}
            value={line.unitPrice}
            error={faultOf('unitPrice')}
            onChange={({ target }) => onChange({ ...line, unitPrice: target.value })}
          />
        </div>
        <div className="max-sm:order-last max-sm:col-span-2">
          <CheckField
            label={<span className="lg:sr-only">Taxable</span>}
            checked={line.isTaxable}
            disabled={readOnly}
            onChange={({ target }) => onChange({ ...line, isTaxable: target.checked })}
          />
        </div>
        <div className="max-sm:col-span-3">
          <TextField
            label="Warranty in days"
            isLabelHidden
            placeholder="–"
            trailing={
              <span aria-hidden="true" className="pointer-events-none pr-3 text-ink-muted">
                d
              </span>
            }
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            optional
            readOnly={readOnly}
            value={line.warrantyDays}
            error={faultOf('warrantyDays')}
            onChange={({ target }) => onChange({ ...line, warrantyDays: target.value })}
          />
        </div>
        <span className="figures flex h-control items-center justify-end max-sm:order-last max-sm:col-span-2">
          <Price dollars={amount} />
        </span>
        <span className="flex justify-end max-sm:order-last max-sm:col-span-2">
          <IconButton
            icon={ArrowUp}
            label={`Move line ${nth} up`}
            disabledReason={nth === 1 ? 'This is the first line.' : readOnlyReason}
            onClick={onRaise}
          />
          <IconButton
            icon={X}
            label={`Remove line ${nth}`}
            disabledReason={readOnlyReason}
            onClick={onRemove}
          />
        </span>
      </fieldset>
    </li>
  );
}

/** The totals of the lines, and the earlier accepted price. In dollars. */
export function LineSums({
  lines,
  mode,
  acceptedBefore,
}: {
  lines: readonly TypedLine[];
  mode: PriceMode;
  acceptedBefore: number | null;
}) {
  const { subtotal, taxable, tax, total } = sumOfLines(lines.map(countableLine), mode);
  const rate = rateText(mode.taxThousandths);
  const isOnTop = isBeforeTax(mode);
  const on = taxable === subtotal ? '' : ' on ';
  const more = total - Math.round((acceptedBefore ?? 0) * 100);
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-y-1 [&>dd]:pl-4 [&>dd]:text-right">
      {isOnTop && (
        <>
          <dt>Subtotal</dt>
          <dd>
            <Price dollars={dollarsFromCents(subtotal)} />
          </dd>
        </>
      )}
      {mode.taxThousandths > 0 && (
        <>
          <dt>
            {isOnTop ? 'Tax' : 'Includes tax'} {rate}
            {on !== '' && (
              <>
                {on}
                <Price dollars={dollarsFromCents(taxable)} />
              </>
            )}
          </dt>
          <dd>
            <Price dollars={dollarsFromCents(tax)} />
          </dd>
        </>
      )}
      <dt className="border-t pt-1 font-semibold text-lg">
        {acceptedBefore === null ? 'Total' : 'New total'}
      </dt>
      <dd className="border-t pt-1 font-semibold text-lg">
        <Price dollars={dollarsFromCents(total)} />
      </dd>
      {acceptedBefore !== null && (
        <>
          <dt className="text-ink-muted">Accepted before</dt>
          <dd className="text-ink-muted">
            <Price dollars={acceptedBefore} />
          </dd>
          <dt>{more < 0 ? 'Less' : 'More'}</dt>
          <dd>
            <Price dollars={dollarsFromCents(Math.abs(more))} />
          </dd>
        </>
      )}
    </dl>
  );
}
