import Plus from 'lucide/plus';
import Printer from 'lucide/printer';
import type { Answer } from '../../../domain/api.ts';
import type { Repair } from '../../../domain/api-answers.ts';
import { placeNow } from '../../../domain/places.ts';
import { serviceChart } from '../../../domain/service-chart.ts';
import {
  finishedWorkTotal,
  isInShop,
  lastLiftAngle,
  ownersOf,
  serviceRates,
  watchName,
} from '../../../domain/watch-life.ts';
import { factLines, watchPaper } from '../../../domain/watch-paper.ts';
import { comeBacksText, watchWarrantyText } from '../../../domain/watch-warranty.ts';
import { useGoTo } from '../../data/go-to.ts';
import { absoluteTime, browserZone, timeZone } from '../../data/shop-time.ts';
import { RateChartDrawing } from '../../parts/bench/rate-chart.tsx';
import { ClientLink } from '../../parts/client/client-link.tsx';
import { Price } from '../../parts/money/price.tsx';
import { PhotoList } from '../../parts/photo/photo-list.tsx';
import { layoutOf, usePrinter } from '../../parts/print/print-button.tsx';
import { StatusBadge } from '../../parts/repair/status-badge.tsx';
import { TicketLink } from '../../parts/repair/ticket-link.tsx';
import { DateTime } from '../../parts/time/date-time.tsx';
import { useToday } from '../../parts/time/shop-calendar.ts';
import { Button } from '../../ui/button.tsx';
import { DetailList, Section } from '../../ui/card.tsx';
import { countedText } from '../../ui/counts.ts';
import { photosOf } from './repair-photos.ts';

const monthOf = (iso: string, zone: string | undefined) =>
  absoluteTime(new Date(iso), 'month', zone);

/** How many of the newest photos are shown; the others are with their repairs. */
const maxPhotos = 2;

/** What the watch is, and its current state. */
export function WatchFacts(whole: Answer<'getWatch'>) {
  const { watch, repairs, measurements, photos, comebacks } = whole;
  const today = useToday();
  const zone = timeZone.useValue();
  const goTo = useGoTo();
  const measuredLast = lastLiftAngle(measurements);
  const here = repairs.filter(isInShop);
  const finished = finishedWorkTotal(repairs);
  const chart = serviceChart(
    serviceRates(repairs, measurements).map(({ createdAt, ...rates }) => ({
      label: monthOf(createdAt, zone),
      ...rates,
    })),
  );
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div>
        <p className="text-ink-muted text-sm">
          Watch · first seen <DateTime iso={watch.firstHereAt} show="date" />
        </p>
        <h2 dir="auto" className="break-words text-left font-semibold text-lg">
          {watchName(watch)}
        </h2>
      </div>
      <PhotoList
        label="Newest photos"
        photos={repairs.flatMap((repair) => photosOf(repair, photos)).slice(0, maxPhotos)}
        description={watchName(watch)}
        look="text"
      />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          icon={Plus}
          onClick={() => goTo('new-repair', { watch: watch.id })}
        >
          New repair for this watch
        </Button>
        <PrintWatch {...whole} />
      </div>
      <DetailList
        isBeside
        details={factLines(watch, measurements).map(({ label, value }) => ({
          label,
          value:
            label === 'Lift angle' && measuredLast ? (
              <>
                {value}{' '}
                <span className="text-ink-muted">
                  as set in {monthOf(measuredLast.createdAt, zone)}
                </span>
              </>
            ) : (
              value
            ),
        }))}
      />
      <div className="border-t pt-4">
        <DetailList
          isBeside
          details={[
            { label: 'Now', value: here.length === 0 ? 'Not in the shop' : here.map(nowLine) },
            { label: 'Brought in by', value: <Owners repairs={repairs} /> },
            { label: 'Warranty', value: watchWarrantyText(repairs, today) },
            {
              label: 'Work so far',
              value: (
                <>
                  {countedText(repairs.length, 'repair')}
                  {comebacks.length > 0 && `, ${comeBacksText(comebacks.length)}`}
                  {finished > 0 && (
                    <>
                      , <Price dollars={finished} /> for finished work
                    </>
                  )}
                </>
              ),
            },
          ]}
        />
        <p className="mt-2 text-ink-muted text-sm">The printout shows no names.</p>
      </div>
      {chart && (
        <div className="border-t pt-4">
          <Section title="Mean rate at each service" level={3}>
            <RateChartDrawing chart={chart} />
            <p className="text-ink-muted text-sm">○ before, ● after, seconds per day</p>
          </Section>
        </div>
      )}
    </div>
  );
}

function nowLine(repair: Repair) {
  const place = placeNow(repair);
  return (
    <span key={repair.id} className="block">
      <TicketLink ticketNumber={repair.ticketNumber} /> <StatusBadge {...repair} />
      {place !== null && (
        <>
          {/* No line begins with a dot. */}
          {'\u00a0· '}
          <bdi>{place}</bdi>
        </>
      )}
    </span>
  );
}

function Owners({ repairs }: { repairs: readonly Repair[] }) {
  const zone = timeZone.useValue();
  return ownersOf(repairs).map(({ clientId, name, until }) => (
    <span key={`${clientId} ${until}`} className="block">
      {until !== null && (
        <>
          <span className="whitespace-nowrap text-ink-muted">
            before {monthOf(until, zone)}
          </span>{' '}
        </>
      )}
      <ClientLink clientId={clientId}>
        <bdi>{name}</bdi>
      </ClientLink>
    </span>
  ));
}

function PrintWatch(watch: Answer<'getWatch'>) {
  const today = useToday();
  const { printing, start, advice } = usePrinter('report', async () => {
    const { listSheet, withLoadedPhotos } = await layoutOf(
      'report',
      import('../../parts/print/list-paper.ts'),
    );
    const zone = timeZone.get() ?? browserZone();
    const paper = await withLoadedPhotos(watchPaper(watch, zone, today));
    return (shop) => listSheet(paper, shop);
  });
  return (
    <>
      <Button icon={Printer} pending={printing !== null} onClick={() => void start('window')}>
        Print
      </Button>
      {advice}
    </>
  );
}
