import PackageSearch from 'lucide/package-search';
import { useMemo, useState } from 'react';
import type { OrderedPart, PartFilter } from '../../../domain/api-parts.ts';
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
import { usePagedList } from '../../parts/list/paged-list.ts';
import { Price } from '../../parts/money/price.tsx';
import { LateWords } from '../../parts/repair/late-words.tsx';
import { WatchThumb } from '../../parts/repair/watch-thumb.tsx';
import { useToday } from '../../parts/time/shop-calendar.ts';
import { countedText } from '../../ui/counts.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useOpenings } from '../../ui/openings.ts';
import { EmptyState } from '../../ui/states.tsx';
import { CopyButton } from './copy-button.tsx';
import {
  allItems,
  dateCell,
  ShopList,
  ShopRow,
  shortDate,
  small,
  useRowActions,
  WatchCell,
} from './shop-list.tsx';

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
  /** What has come is listed by its day. */
  const isBySupplier = show === 'open' || show === 'late';
  const isWhole = list.query.hasNextPage === false;
  const groups = useMemo(() => (isBySupplier ? bySupplier(items) : []), [items, isBySupplier]);
  /** Keyed by each group's first part, which has the name above it. */
  const beginnings = useMemo(
    () => new Map(groups.map((group, at) => [group.parts[0]?.id, { group, at }])),
    [groups],
  );
  const { last, open: edit, dialog } = useOpenings<OrderedPart>();

  return (
    <>
      <ShopList
        label="Parts on order"
        list={list}
        what="the parts"
        empty={
          <EmptyState icon={PackageSearch} title="No parts on order">
            Add parts on a repair’s ticket. The ones on order are listed here.
          </EmptyState>
        }
        show={show}
        onShow={setShow}
        filterLabels={filterLabels}
        summary={
          <>
            {countedText(items.length, 'part')}, <Price dollars={costOfParts(items)} />
            {isBySupplier && ` from ${countedText(groups.length, 'supplier')}`}
          </>
        }
        paper={
          isBySupplier
            ? async () => {
                const all = await allItems((query) =>
                  call('listOrderedParts', { query: { ...query, show } }),
                );
                return orderedPartsPaper(all, today);
              }
            : undefined
        }
        columns={columns}
        heads={['Part', 'For', 'Ordered', 'Expected', 'Promised', 'Cost']}
        amount="Cost"
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
              <PartRow part={part} today={today} onEdit={() => edit(part)} />
            </li>
          );
        }}
      </ShopList>
      {last && (
        <PartDialog
          key={last.opening}
          {...dialog}
          ticketNumber={last.of.ticketNumber}
          about={`${last.of.ticketNumber} · ${isolated(last.of.customerName)}`}
          part={last.of}
        />
      )}
    </>
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

function PartRow({
  part,
  today,
  onEdit,
}: {
  part: OrderedPart;
  today: string;
  onEdit: () => void;
}) {
  const { description, number, cost } = part;
  const { orderedOn, expectedOn, receivedOn, returnedOn, promisedOn } = part;
  const cameOn = returnedOn ?? receivedOn;
  const late = isAwaited(part) ? lateness(expectedOn, promisedOn, today) : null;
  return (
    <ShopRow columns={columns}>
      <WatchThumb url={part.initialPhotoUrl} />
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
      <WatchCell of={part} className="@max-[60rem]:order-2 @max-[60rem]:col-span-3" />
      <div className="flex flex-wrap gap-x-4 @max-[60rem]:order-3 @max-[60rem]:col-span-2 @max-[36rem]:col-span-3 @min-[60rem]:contents">
        <p>{orderedOn !== null && dateCell('Ordered', orderedOn, today)}</p>
        <p className="min-w-0">
          {cameOn !== null && (
            <>
              {returnedOn === null ? 'Received ' : 'Returned '}
              {shortDate(cameOn, today)}
            </>
          )}
          {cameOn === null && expectedOn !== null && dateCell('Expected', expectedOn, today)}
          {late && (
            <LateWords late={late} className="text-sm @min-[60rem]:block @max-[60rem]:ml-2" />
          )}
        </p>
        <p>{promisedOn !== null && dateCell('Promised', promisedOn, today)}</p>
      </div>
      <p className="text-right @max-[60rem]:order-1">{cost !== null && <Price dollars={cost} />}</p>
      <div className="flex items-center justify-end @max-[36rem]:col-span-3 @max-[60rem]:order-4">
        <PartActions part={part} onEdit={onEdit} {...useRowActions(part, late?.isPromiseBroken)} />
      </div>
    </ShopRow>
  );
}
