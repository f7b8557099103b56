import { type RefObject, useState } from 'react';
import type { Repair } from '../../../domain/api-answers.ts';
import { furtherTo } from '../../../domain/further-work.ts';
import { parsePrice } from '../../../domain/money.ts';
import { asOneLine, type EstimateLine, linesToEdit } from '../../../domain/price-lines.ts';
import type { Preset } from '../../../domain/shop-settings.ts';
import { typedFrom } from '../../../domain/tax.ts';
import {
  blankLine,
  checkLines,
  type LineFaults,
  presetLine,
  type TypedLine,
  typedLine,
} from '../../../domain/typed-lines.ts';
import { newId } from '../../data/new-id.ts';
import { useRepair } from '../../data/repair.ts';
import { usePriceMode, useSettings } from '../../data/shop-settings.ts';
import { countedText } from '../../ui/counts.ts';
import { LineSums, LineTable, Presets } from './price-lines.tsx';

/** The price of an estimate: an amount with a line about the work, or itemized lines. */

const noPresets: readonly Preset[] = [];

const typedLines = (lines: readonly EstimateLine[]): TypedLine[] =>
  lines.map((line) => typedLine(newId(), line));

/**
 * @param offered the amount that the field starts with
 * @param begun lines already typed in another dialog
 */
export function useEstimatePrice(
  repair: Repair,
  offered: string,
  begun?: readonly TypedLine[] | undefined,
) {
  const { estimateId, estimateLines, estimatePrice, estimateWork } = repair;
  const mode = usePriceMode();
  const presets = useSettings()?.presets ?? noPresets;
  const { data: ticket } = useRepair(repair.ticketNumber);
  const current = ticket?.estimates.find(({ id }) => id === estimateId) ?? null;
  const before = furtherTo(repair.status, current);
  /** The lines of the last estimate, which the next one edits. */
  const [last] = useState(() =>
    estimateLines && estimatePrice !== null
      ? typedLines(
          linesToEdit({ price: estimatePrice, lines: estimateLines, work: estimateWork }, mode),
        )
      : [],
  );
  const [amount, setAmount] = useState(offered);
  const [lines, setLines] = useState<readonly TypedLine[]>(begun ?? last);
  /** The accepted lines; any other is new. */
  const [acceptedIds, setAcceptedIds] = useState(last.map(({ id }) => id));

  /** The amount typed so far becomes the first line. */
  function withFirst(work: string): readonly TypedLine[] {
    if (lines.length > 0) return lines;
    if (before !== null && amount.trim() === '') {
      const price = typedFrom(before.estimatePrice, mode);
      const first = typedLines([asOneLine(current?.work ?? null, price)]);
      setAcceptedIds(first.map(({ id }) => id));
      return first;
    }
    const dollars = parsePrice(amount);
    const isOnlyOffered = amount === offered && work.trim() === '';
    if (dollars === null || isOnlyOffered) return [];
    return typedLines([asOneLine(work.trim() || null, dollars)]);
  }

  const checked = lines.length === 0 ? null : checkLines(lines, mode);
  return {
    mode,
    presets,
    before,
    amount,
    setAmount,
    lines,
    setLines,
    acceptedIds,
    /** Null for just an amount. */
    checked,
    isChanged: amount !== offered || lines !== last,
    addLine: (work: string) => setLines([...withFirst(work), blankLine(newId())]),
    addPreset: (preset: Preset, work: string) =>
      setLines([...withFirst(work), presetLine(newId(), preset)]),
    forget: (nextAmount: string) => {
      setAmount(nextAmount);
      setLines(last);
    },
  };
}

const noFaults: LineFaults = {};

/** Presets, and the lines with their totals; without lines, only the buttons that add one. */
export function EstimateLines({
  price,
  work,
  isJudged,
  readOnly = false,
  areaRef,
}: {
  price: ReturnType<typeof useEstimatePrice>;
  work: string;
  isJudged: boolean;
  readOnly?: boolean;
  areaRef: RefObject<HTMLDivElement | null>;
}) {
  const { mode, presets, before, lines, setLines, acceptedIds, checked } = price;
  const faults = isJudged && checked && 'faults' in checked ? checked.faults : noFaults;
  const days = presets.flatMap(({ name, days }) =>
    days !== null && lines.some(({ description }) => description === name) ? days : [],
  );
  return (
    <div ref={areaRef} className="flex flex-col gap-4">
      {!readOnly && (
        <Presets presets={presets} onChoose={(preset) => price.addPreset(preset, work)} />
      )}
      <LineTable
        lines={lines}
        faults={faults}
        presets={presets}
        isNew={({ id }) => before !== null && !acceptedIds.includes(id)}
        readOnly={readOnly}
        onChange={setLines}
        onAdd={() => price.addLine(work)}
      />
      {lines.length > 0 && (
        <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-2">
          <p className="text-ink-muted text-sm">
            {days.length > 0 && `Usually takes ${countedText(Math.max(...days), 'day')}.`}
          </p>
          <div className="w-full sm:w-72">
            <LineSums lines={lines} mode={mode} acceptedBefore={before?.estimatePrice ?? null} />
          </div>
        </div>
      )}
    </div>
  );
}
