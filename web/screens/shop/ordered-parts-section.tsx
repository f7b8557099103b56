import PackageSearch from 'lucide/package-search';
import { useMemo, useState } from 'react';
import type { OrderedPart, PartFilter } from '../../../domain/api-parts.ts';
import { dateText } from '../../../domain/calendar-date.ts';
import { isolated } from '../../../domain/isolated.ts';
import {
  bySupplier,
  costOfParts,
  noSupplier,
  orderedPartsPaper,
  partsAsText,
  type SupplierParts,
} from '../../../domain/ordered-parts.ts';
import { isAwaited, lateness } from '../../../domain/part-state.ts';
import { PartActions } from '../../actions/parts/part-actions.tsx';
import { call } from '../../data/call.ts';
import { listQuery } from '../../data/list-pages.ts';
import { useActionsOn } from '../../data/open-action.ts';
import { useAwayReason } from '../../data/outage.ts';
import { Listing } from '../../parts/list/listing.tsx';
import { LongList } from '../../parts/list/long-list.tsx';
import { usePagedList } from '../../parts/list/paged-list.ts';
import type { ItemPlace } from '../../parts/list/placed-item.tsx';
import { Price } from '../../parts/money/price.tsx';
import { opensItsTicket, TicketLink } from '../../parts/repair/ticket-link.tsx';
import { WatchThumb } from '../../parts/repair/watch-thumb.tsx';
import { awayId, RowsAway } from '../../parts/repair-list/row-cells.tsx';
import { useToday } from '../../parts/time/shop-calendar.ts';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/classes.ts';
import { countedText } from '../../ui/counts.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { EmptyState, SkeletonRows } from '../../ui/states.tsx';
import { CopyButton } from './copy-button.tsx';
import { allItems, cellLabel, FilterChips, PrintList, small, useFilters } from './shop-list.tsx';

const { Part: PartDialog } = lazyPart(
  async () => (await import('../../actions/parts/part-dialog.tsx')).PartDialog,
);

const orderedPartsQuery = (show: PartFilter) =>
  listQuery(['parts', show], (cursor, signal) =>
    call('listOrderedParts', { query: { ...cursor, show }, signal }),
  );

const filterLabels: Readonly<Record<PartFilter, string>> = {
  open: 'Open',
  late: 'Late',
  received: 'Received',
  returned: 'Returned',
};

/** In columns if there is room, else stacked. */
const columns =
  '@min-[60rem]:grid-cols-[auto_minmax(0,1.3fr)_minmax(0,1.1fr)_5.5rem_9rem_7.5rem_5rem_9.5rem]';

/** The parts that the shop waits for, by supplier: whom to call, and what a delivery should contain. */
export function OrderedPartsSection() {
  const today = useToday();
  const [show, setShow] = useState<PartFilter>('open');
  const list = usePagedList(orderedPartsQuery(show));
  const { items } = list;
  const filters = useFilters(list.query.data?.pages, 'open', show);
  /** Received parts are listed by day. */
  const isBySupplier = show === 'open' || show === 'late';
  const isWhole = list.query.hasNextPage === false;
  const groups = useMemo(() => (isBySupplier ? bySupplier(items) : []), [items, isBySupplier]);
  /** Keyed by each group's first part, which has the name above it. */
  const beginnings = useMemo(
    () => new Map(groups.map((group, at) => [group.parts[0]?.id, { group, at }])),
    [groups],
  );
  /** Counts openings, so that each starts with the current part. */
  const [edited, setEdited] = useState<{ part: OrderedPart; opening: number } | null>(null);
  const [isEditing, setIsEditing] = useState(false);

  function edit(part: OrderedPart) {
    setEdited({ part, opening: (edited?.opening ?? 0) + 1 });
    setIsEditing(true);
  }

  return (
    <section aria-label="Parts on order" className="@container flex flex-col gap-3">
      <div className="flex min-h-control flex-wrap items-center gap-x-4 gap-y-2">
        <FilterChips {...{ filters, labels: filterLabels, value: show, onChange: setShow }} />
        <p className={`ml-auto ${small}`}>
          {isWhole && items.length > 0 && (
            <>
              {countedText(items.length, 'part')}, <Price dollars={costOfParts(items)} />
              {isBySupplier && ` from ${countedText(groups.length, 'supplier')}`}
            </>
          )}
        </p>
        {items.length > 0 && isBySupplier && (
          <PrintList
            load={async () => {
              const all = await allItems((query) =>
                call('listOrderedParts', { query: { ...query, show } }),
              );
              return orderedPartsPaper(all, today);
            }}
          />
        )}
      </div>
      <Listing
        list={list}
        what="the parts"
        skeleton={<SkeletonRows rows={6} />}
        empty={
          <EmptyState icon={PackageSearch} title="No parts on order">
            Add parts on a repair’s ticket. The ones on order are listed here.
          </EmptyState>
        }
      >
        {(more) => (
          <>
            <Card as="div" flush>
              <div
                aria-hidden="true"
                className={`hidden gap-x-3 rounded-t border-b bg-sunken px-3 py-1 text-ink-muted text-sm @min-[60rem]:grid ${columns}`}
              >
                <span className="w-thumb" />
                {['Part', 'For', 'Ordered', 'Expected', 'Promised'].map((head) => (
                  <span key={head}>{head}</span>
                ))}
                <span className="text-right">Cost</span>
              </div>
              <LongList
                {...list.shown}
                label="Parts on order"
                className="flex flex-col divide-y [--item-height:3.5rem]"
              >
                {(part, place) => {
                  const beginning = beginnings.get(part.id);
                  return (
                    <li {...place}>
                      {beginning && (
                        <SupplierHead
                          group={beginning.group}
                          isWhole={isWhole || beginning.at < groups.length - 1}
                        />
                      )}
                      <PartRow place={place} part={part} onEdit={() => edit(part)} />
                    </li>
                  );
                }}
              </LongList>
              {list.query.hasNextPage && <div className="pb-4">{more}</div>}
            </Card>
            <RowsAway />
          </>
        )}
      </Listing>
      {edited && (
        <PartDialog
          key={edited.opening}
          open={isEditing}
          onClose={() => setIsEditing(false)}
          ticketNumber={edited.part.ticketNumber}
          about={`${edited.part.ticketNumber} · ${isolated(edited.part.customerName)}`}
          part={edited.part}
        />
      )}
    </section>
  );
}

function SupplierHead({
  group: { supplier, parts, cost },
  isWhole,
}: {
  group: SupplierParts;
  /** Whether all are loaded, so that they can be counted. */
  isWhole: boolean;
}) {
  const name = supplier ?? noSupplier;
  return (
    <div className="flex items-center gap-x-3 border-b bg-canvas px-3 py-1">
      <div className="mr-auto flex min-w-0 flex-wrap items-baseline gap-x-3">
        <h3 className="min-w-0 break-words font-semibold">
          <bdi>{name}</bdi>
        </h3>
        {isWhole && (
          <span className="text-ink-muted text-sm">{countedText(parts.length, 'part')}</span>
        )}
      </div>
      {isWhole && (
        <>
          <Price dollars={cost} />
          <CopyButton text={partsAsText(parts)} label={`the parts from ${isolated(name)}`} />
        </>
      )}
    </div>
  );
}

function PartRow({ part, onEdit }: { place: ItemPlace; part: OrderedPart; onEdit: () => void }) {
  const { description, number, customerName, ticketNumber, watchBrand, watchModel } = part;
  const { orderedOn, expectedOn, receivedOn, returnedOn, promisedOn, cost } = part;
  const { initialPhotoUrl } = part;
  const cameOn = returnedOn ?? receivedOn;
  const today = useToday();
  const awayReason = useAwayReason();
  const late = isAwaited(part) ? lateness(expectedOn, promisedOn, today) : null;
  const { open, opening } = useActionsOn(ticketNumber);
  return (
    <div
      {...opensItsTicket}
      className={classNames(
        'grid cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-3 py-2 hover:bg-sunken has-[.is-current]:bg-accent-soft @min-[60rem]:gap-y-0 @min-[60rem]:py-1',
        columns,
      )}
    >
      <WatchThumb url={initialPhotoUrl} />
      <div className="min-w-0 break-words">
        <p>
          <bdi>{description}</bdi>
        </p>
        {number !== null && (
          <p className={small}>
            no. <bdi>{number}</bdi>
          </p>
        )}
      </div>
      <div className="min-w-0 @max-[60rem]:order-2 @max-[60rem]:col-span-3">
        <p className="truncate font-semibold">
          <bdi>{customerName}</bdi>
        </p>
        <p className={`truncate ${small}`}>
          <TicketLink ticketNumber={ticketNumber} isQuiet /> · <bdi>{watchBrand}</bdi>{' '}
          <bdi>{watchModel}</bdi>
        </p>
      </div>
      <div className="flex flex-wrap gap-x-4 @max-[60rem]:order-3 @max-[60rem]:col-span-2 @max-[36rem]:col-span-3 @min-[60rem]:contents">
        <p>
          {orderedOn !== null && (
            <>
              {cellLabel('Ordered')}
              <time dateTime={orderedOn}>{dateText(orderedOn, today)}</time>
            </>
          )}
        </p>
        <p className="min-w-0">
          {cameOn !== null && (
            <>
              {returnedOn === null ? 'Received ' : 'Returned '}
              <time dateTime={cameOn}>{dateText(cameOn, today)}</time>
            </>
          )}
          {cameOn === null && expectedOn !== null && (
            <>
              {cellLabel('Expected')}
              <time dateTime={expectedOn}>{dateText(expectedOn, today)}</time>
            </>
          )}
          {late && (
            <span
              className={classNames(
                'whitespace-nowrap text-sm @min-[60rem]:block @max-[60rem]:ml-2',
                late.isPromiseBroken ? 'text-late' : 'text-soon',
              )}
            >
              {late.words}
            </span>
          )}
        </p>
        <p>
          {promisedOn !== null && (
            <>
              {cellLabel('Promised')}
              <time dateTime={promisedOn}>{dateText(promisedOn, today)}</time>
            </>
          )}
        </p>
      </div>
      <p className="text-right @max-[60rem]:order-1">{cost !== null && <Price dollars={cost} />}</p>
      <div className="flex items-center justify-end @max-[36rem]:col-span-3 @max-[60rem]:order-4">
        <PartActions
          disabledReason={awayReason}
          reasonId={awayId}
          part={part}
          variant="step"
          onEdit={onEdit}
          {...(late?.isPromiseBroken &&
            expectedOn !== null && {
              instead: {
                label: 'Change date',
                pending: opening === 'promise',
                run: () => void open('promise', { notBefore: expectedOn }),
              },
            })}
        />
      </div>
    </div>
  );
}
