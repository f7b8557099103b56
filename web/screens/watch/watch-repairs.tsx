import { useDeferredValue, useState } from 'react';
import type { Answer } from '../../../domain/api.ts';
import type { Repair } from '../../../domain/api-answers.ts';
import type { Measurement } from '../../../domain/api-measurements.ts';
import { agreedPrice } from '../../../domain/payments.ts';
import { rateChart } from '../../../domain/rate-chart.ts';
import { isOpen } from '../../../domain/repair-status.ts';
import { timingTable } from '../../../domain/timing-table.ts';
import { workName } from '../../../domain/watch-life.ts';
import { otherBenchLines } from '../../../domain/watch-paper.ts';
import { repairWarrantyText } from '../../../domain/watch-warranty.ts';
import { absoluteTime, timeZone } from '../../data/shop-time.ts';
import { RateChartDrawing, TimingFigures } from '../../parts/bench/rate-chart.tsx';
import { Price } from '../../parts/money/price.tsx';
import { PhotoList } from '../../parts/photo/photo-list.tsx';
import { HolderName } from '../../parts/repair/holder-name.tsx';
import { Costs } from '../../parts/repair/repair-summary.tsx';
import { StatusBadge } from '../../parts/repair/status-badge.tsx';
import { TicketLink } from '../../parts/repair/ticket-link.tsx';
import { DateTime } from '../../parts/time/date-time.tsx';
import { useToday } from '../../parts/time/shop-calendar.ts';
import { Card } from '../../ui/card.tsx';
import { Chips } from '../../ui/chips.tsx';
import { classNames } from '../../ui/classes.ts';
import { ClampedText } from '../../ui/earlier.tsx';
import { photosOf } from './repair-photos.ts';

const shows = ['all', 'bench', 'photos'] as const;
type Show = (typeof shows)[number];

/** More than fit on a screen: the page opens with these, and the rest is drawn while they can be seen. */
const drawnFirst = 10;

/** Every repair of the watch, the newest first, by year of intake. */
export function WatchRepairs(watch: Answer<'getWatch'>) {
  const { repairs, measurements, photos } = watch;
  const [show, setShow] = useState<Show>('all');
  const zone = timeZone.useValue();
  const passes: Record<Show, (repair: Repair) => boolean> = {
    all: () => true,
    bench: ({ ticketNumber }) => measurements.some((one) => one.ticketNumber === ticketNumber),
    photos: (repair) => photosOf(repair, photos).length > 0,
  };
  const drawn = useDeferredValue(repairs, repairs.slice(0, drawnFirst));
  const shown = drawn.filter(passes[show]);
  const yearOf = ({ createdAt }: Repair) => absoluteTime(new Date(createdAt), 'year', zone);
  return (
    <section aria-labelledby="watch-repairs" className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="watch-repairs" className="font-semibold text-lg">
          Repairs
        </h2>
        <Chips
          label="Show"
          items={[
            { value: 'all', label: 'All' },
            { value: 'bench', label: 'With bench results' },
            {
              value: 'photos',
              label: 'Photos',
              count: repairs.flatMap((repair) => photosOf(repair, photos)).length,
            },
          ]}
          value={show}
          onChange={setShow}
        />
      </div>
      {shown.length === 0 && (
        <p className="text-ink-muted">
          {show === 'bench' ? 'No measurements yet.' : 'No photos yet.'}
        </p>
      )}
      <ol aria-label="Repairs" className="flex flex-col">
        {shown.map((repair, at) => {
          const year = yearOf(repair);
          const before = shown[at - 1];
          return (
            <li
              key={repair.id}
              className="grid gap-x-3 [contain-intrinsic-block-size:auto_12rem] [content-visibility:auto] [overflow-clip-margin:1rem] @2xl:grid-cols-[3rem_0.75rem_minmax(0,1fr)]"
            >
              <span className="font-semibold @2xl:pt-3 @2xl:text-right">
                {(before === undefined || yearOf(before) !== year) && year}
              </span>
              <Rail isNow={isOpen(repair.status)} isLast={at === shown.length - 1} />
              <div className="min-w-0 pt-1 pb-3 @2xl:pt-0">
                <RepairItem repair={repair} watch={watch} />
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** The timeline between two repairs. */
function Rail({ isNow, isLast }: { isNow: boolean; isLast: boolean }) {
  return (
    <span aria-hidden="true" className="relative hidden @2xl:block">
      {!isLast && <span className="absolute top-4 -bottom-4 left-1/2 w-px bg-line" />}
      <span
        className={classNames(
          'absolute top-4 left-0 size-3 rounded-full border-2',
          isNow ? 'border-accent bg-accent' : 'border-line-strong bg-canvas',
        )}
      />
    </span>
  );
}

function RepairItem({ repair, watch }: { repair: Repair; watch: Answer<'getWatch'> }) {
  const { measurements, photos, warranties, comebacks } = watch;
  const today = useToday();
  const { id, ticketNumber, status, createdAt, completedAt, completionNotes, issue } = repair;
  const isDone = !isOpen(status);
  const nameId = `repair-${id}`;
  const name = workName(repair);
  const warranty = repairWarrantyText(repair, warranties, comebacks, today);
  const words = isDone ? (completionNotes ?? '') : issue === name ? '' : issue;
  return (
    <Card as="article" aria-labelledby={nameId}>
      <div className="flex items-baseline justify-between gap-4">
        <h3
          id={nameId}
          dir="auto"
          className="min-w-0 break-words text-left font-semibold first-letter:uppercase"
        >
          {name}
        </h3>
        <div className="shrink-0 text-right">
          <Agreed repair={repair} />
        </div>
      </div>
      <div className="grid gap-x-6 gap-y-3 @4xl:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="flex min-w-0 flex-col gap-2">
          <p className="text-ink-muted text-sm">
            <TicketLink ticketNumber={ticketNumber} /> · <DateTime iso={createdAt} show="date" />
            {completedAt !== null && (
              <>
                {' to '}
                <DateTime iso={completedAt} show="date" />
              </>
            )}
            {repair.assignedWatchmaker !== null && (
              <>
                {' · '}
                <HolderName repair={repair} />
              </>
            )}
          </p>
          {words !== '' && <ClampedText>{words}</ClampedText>}
          {!isDone && (
            <p>
              <StatusBadge {...repair} />
            </p>
          )}
          {warranty !== '' && <p className="text-ink-muted text-sm">{warranty}</p>}
          <PhotoList
            label={`Photos of ${ticketNumber}`}
            photos={photosOf(repair, photos)}
            description={ticketNumber}
            look="line"
          />
        </div>
        <Measured measurements={measurements.filter((one) => one.ticketNumber === ticketNumber)} />
      </div>
    </Card>
  );
}

/** The agreed price once done; until then, what the ticket shows, after what stays agreed. */
function Agreed({ repair }: { repair: Repair }) {
  if (isOpen(repair.status)) {
    return (
      <>
        {repair.acceptedSoFar && (
          <p>
            <Price dollars={repair.acceptedSoFar.price} /> accepted
          </p>
        )}
        <Costs repair={repair} />
      </>
    );
  }
  const price = agreedPrice(repair);
  if (price !== null) return <Price dollars={price} />;
  return (
    <span className="text-ink-muted">{repair.isUnrepaired ? 'Not repaired' : 'No price'}</span>
  );
}

function Measured({ measurements }: { measurements: readonly Measurement[] }) {
  const table = timingTable(measurements);
  const chart = table && rateChart(table.measured);
  const lines = otherBenchLines(measurements);
  if (table === null && lines.length === 0) {
    return <p className="text-ink-muted text-sm @4xl:pl-4">No measurements</p>;
  }
  return (
    <div className="min-w-0 text-sm @4xl:border-l @4xl:pl-4">
      {table && <TimingFigures table={table} />}
      {chart && <RateChartDrawing chart={chart} />}
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two steps may have the same result
        <p key={at} className="break-words">
          {line}
        </p>
      ))}
    </div>
  );
}
