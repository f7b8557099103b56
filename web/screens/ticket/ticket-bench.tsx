import Pencil from 'lucide/pencil';
import Plus from 'lucide/plus';
import X from 'lucide/x';
import { useState } from 'react';
import type { Answer } from '../../../domain/api.ts';
import type { Repair } from '../../../domain/api-answers.ts';
import type { Measurement } from '../../../domain/api-measurements.ts';
import { dateText } from '../../../domain/calendar-date.ts';
import { measuredLines } from '../../../domain/measurement-record.ts';
import { measurementKinds, measurementName, stagesOf } from '../../../domain/measurements.ts';
import { rateChart } from '../../../domain/rate-chart.ts';
import { isKnownStatus } from '../../../domain/repair-status.ts';
import { timingTable } from '../../../domain/timing-table.ts';
import { useRemoveMeasurement } from '../../actions/bench/removing.ts';
import { useAwayReason } from '../../data/outage.ts';
import { RecordButton } from '../../parts/bench/print-record-button.tsx';
import { RateChartDrawing, TimingFigures } from '../../parts/bench/rate-chart.tsx';
import { useToday } from '../../parts/time/shop-calendar.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { classNames } from '../../ui/classes.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useAway } from './away.tsx';

const { Part: MeasurementDialog } = lazyPart(
  async () => (await import('../../actions/bench/measurement-dialog.tsx')).MeasurementDialog,
);

type Bench = Pick<Answer<'getRepair'>, 'repair' | 'measurements' | 'finalCheck'>;

/** The open dialog and its subject; counted, so that each starts fresh. */
interface Opened {
  nth: number;
  measurement: Measurement | null;
}

const allStages = measurementKinds.flatMap((kind) => stagesOf(kind)).length;

/** The bench measurements before and after the work, and the final check. */
export function TicketBench({ ticket }: { ticket: Bench }) {
  const { repair, measurements, finalCheck } = ticket;
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const { away, awayLine } = useAway();
  const mayChange = isKnownStatus(repair.status);
  const mayAdd = mayChange && measurements.length < allStages;
  const table = timingTable(measurements);
  const chart = table && rateChart(table.measured);

  function show(measurement: Measurement | null) {
    setOpened({ nth: (opened?.nth ?? 0) + 1, measurement });
    setIsOpen(true);
  }

  return (
    <Section
      title="Bench"
      level={3}
      action={
        <div className="flex flex-wrap items-start gap-1.5">
          {(measurements.length > 0 || finalCheck !== null) && <RecordButton ticket={ticket} />}
          {mayAdd && (
            <Button {...away} icon={Plus} onClick={() => show(null)}>
              Measurement
            </Button>
          )}
        </div>
      }
    >
      {mayChange && awayLine}
      {measurements.length === 0 && <p className="text-ink-muted">No measurements yet.</p>}
      {table && <TimingFigures table={table} />}
      {chart && <RateChartDrawing chart={chart} />}
      {measurements.length > 0 && (
        <ul className="flex flex-col divide-y">
          {measurements.map((measurement) => (
            <MeasurementItem
              key={measurement.id}
              repair={repair}
              measurement={measurement}
              onEdit={mayChange ? () => show(measurement) : null}
            />
          ))}
        </ul>
      )}
      {finalCheck !== null && (
        <div>
          <p className="text-ink-muted text-sm">Final check</p>
          <ul>
            {finalCheck.map(({ line, isChecked }) => (
              <li key={line} className={classNames('break-words', !isChecked && 'text-ink-muted')}>
                <span aria-hidden="true">{isChecked ? '☒ ' : '☐ '}</span>
                <bdi>{line}</bdi>
                {!isChecked && ', not checked'}
              </li>
            ))}
          </ul>
        </div>
      )}
      {opened && (
        <MeasurementDialog
          key={opened.nth}
          open={isOpen}
          repair={repair}
          measurement={opened.measurement}
          measurements={measurements}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Section>
  );
}

function MeasurementItem({
  repair,
  measurement,
  onEdit,
}: {
  repair: Repair;
  measurement: Measurement;
  /** Null if it can't be changed. */
  onEdit: (() => void) | null;
}) {
  const { kind, stage, measuredOn, instrument, caliber, timing } = measurement;
  const today = useToday();
  const awayReason = useAwayReason();
  const removing = useRemoveMeasurement(repair, measurement);
  const name = measurementName(kind, stage);
  const about = [
    measuredOn === null ? null : dateText(measuredOn, today),
    caliber && `caliber ${caliber}`,
    instrument,
  ].filter((one) => one !== null && one !== '');
  return (
    <li className="flex min-h-control items-start gap-x-2 py-1.5">
      <div className="min-w-0 flex-1 break-words">
        <p>{name}</p>
        {about.length > 0 && (
          <p dir="auto" className="text-left text-ink-muted text-sm">
            {about.join(' · ')}
          </p>
        )}
        {timing === null &&
          measuredLines(measurement).map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two steps may have the same result
            <p key={at} className="text-sm">
              {line}
            </p>
          ))}
      </div>
      {onEdit && (
        <span className="-my-1.5 flex shrink-0">
          <IconButton
            icon={Pencil}
            label={`Edit ${name}`}
            disabledReason={awayReason}
            onClick={onEdit}
          />
          <IconButton
            icon={X}
            label={`Remove ${name}`}
            pending={removing.isPending}
            disabledReason={awayReason}
            onClick={() => removing.mutate()}
          />
        </span>
      )}
    </li>
  );
}
