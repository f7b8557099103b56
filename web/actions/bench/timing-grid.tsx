import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { type PositionName, positionNames, positions } from '../../../domain/bench-figures.ts';
import { readPaste } from '../../../domain/bench-paste.ts';
import { type ReadingName, readingNames } from '../../../domain/bench-values.ts';
import { classNames, controlClasses } from '../../ui/classes.ts';
import { FieldError } from '../../ui/field.tsx';
import type { Typed } from './measurement-form.ts';

const heads: Readonly<Record<ReadingName, { label: string; unit: string }>> = {
  rate: { label: 'Rate', unit: 's/d' },
  amplitude: { label: 'Amplitude', unit: '°' },
  beatError: { label: 'Beat error', unit: 'ms' },
};

const cellName = (position: PositionName, reading: ReadingName) => `${position} ${reading}`;

/** Several cells in one line, or several lines. */
const isTable = (text: string) => /[\t\n;]/.test(text.replace(/\r/g, '').trim());

/** The readings of the six positions: Tab moves through them, arrows move up and down, and a table can be pasted. */
export function TimingGrid({
  typed,
  faults,
  onChange,
}: {
  typed: Typed;
  faults: Readonly<Record<string, string>>;
  onChange: (values: Typed) => void;
}) {
  const table = useRef<HTMLTableElement>(null);
  const id = useId();
  const [pasteFault, setPasteFault] = useState<string | undefined>();

  const faulty = positionNames.flatMap((position) =>
    readingNames.flatMap((reading) => faults[cellName(position, reading)] ?? []),
  );

  function paste(event: ClipboardEvent, position: PositionName, reading: ReadingName) {
    const text = event.clipboardData.getData('text/plain');
    if (!isTable(text)) return;
    event.preventDefault();
    const pasted = readPaste(text, { position, reading });
    setPasteFault('message' in pasted ? pasted.message : undefined);
    if ('message' in pasted) return;
    onChange(
      Object.fromEntries(
        pasted.values.map((value) => [cellName(value.position, value.reading), value.typed]),
      ),
    );
  }

  /** Enter moves down, because submitting would save a half-typed measurement. */
  function move(event: KeyboardEvent, at: number, reading: ReadingName) {
    const step = { ArrowDown: 1, Enter: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = positionNames[at + step];
    const cell = next && cellName(next, reading);
    const field = table.current?.querySelector<HTMLInputElement>(`[name="${cell}"]`);
    field?.focus();
    field?.select();
  }

  return (
    <div className="flex min-w-0 flex-col gap-1">
      <table
        ref={table}
        className="w-full table-fixed border-separate border-spacing-x-1.5 border-spacing-y-1"
      >
        <caption className="sr-only">Readings by position</caption>
        <thead>
          <tr className="text-ink-muted text-sm">
            <th scope="col" className="w-1/4 text-left font-normal sm:w-2/5">
              Position
            </th>
            {readingNames.map((reading) => (
              <th key={reading} scope="col" className="text-right font-normal">
                {heads[reading].label}{' '}
                <span className="whitespace-nowrap">{heads[reading].unit}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {positionNames.map((position, at) => (
            <tr key={position}>
              <th scope="row" className="text-left font-normal">
                <b className="font-semibold">{position}</b>{' '}
                <span className="text-ink-muted max-sm:block max-sm:text-sm">
                  <span className="max-sm:sr-only">{positions[position].words} · </span>
                  {positions[position].older}
                </span>
              </th>
              {readingNames.map((reading) => {
                const name = cellName(position, reading);
                return (
                  <td key={reading}>
                    <input
                      name={name}
                      aria-label={`${position}, ${positions[position].words}: ${heads[reading].label}`}
                      aria-invalid={faults[name] ? true : undefined}
                      aria-describedby={faults[name] ? `${id}-faults` : undefined}
                      // Some phones' number keys have no minus.
                      inputMode={reading === 'rate' ? 'text' : 'decimal'}
                      autoComplete="off"
                      maxLength={20}
                      value={typed[name] ?? ''}
                      onChange={(event) => onChange({ [name]: event.target.value })}
                      onPaste={(event) => paste(event, position, reading)}
                      onKeyDown={(event) => move(event, at, reading)}
                      onFocus={(event) => event.target.select()}
                      className={classNames(controlClasses, 'figures h-control px-2 text-right')}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <div role="alert" id={`${id}-faults`} className="flex flex-col gap-1">
        <FieldError id={`${id}-paste`}>{pasteFault}</FieldError>
        {faulty.map((fault) => (
          <FieldError key={fault} id={`${id}-${fault}`}>
            {fault}
          </FieldError>
        ))}
      </div>
      <p className="text-ink-muted text-sm">
        Leave blank what can’t be measured. You can paste from a spreadsheet.
      </p>
    </div>
  );
}
