import Send from 'lucide/send';
import { useState } from 'react';
import type { ListedSending, SendingFilter } from '../../../domain/api-sendings.ts';
import { dateText } from '../../../domain/calendar-date.ts';
import { isolated } from '../../../domain/isolated.ts';
import { outFor } from '../../../domain/sending-state.ts';
import { insuredTogether, sentOutPaper } from '../../../domain/sent-list.ts';
import { SendingActions } from '../../actions/sendings/sending-actions.tsx';
import { call } from '../../data/call.ts';
import { listQuery } from '../../data/list-pages.ts';
import { useActionsOn } from '../../data/open-action.ts';
import { useAwayReason } from '../../data/outage.ts';
import { Listing } from '../../parts/list/listing.tsx';
import { LongList } from '../../parts/list/long-list.tsx';
import { usePagedList } from '../../parts/list/paged-list.ts';
import { Price } from '../../parts/money/price.tsx';
import { LateWords, Permission, sendingLateness } from '../../parts/repair/sending-words.tsx';
import { opensItsTicket, TicketLink } from '../../parts/repair/ticket-link.tsx';
import { WatchThumb } from '../../parts/repair/watch-thumb.tsx';
import { useToday } from '../../parts/time/shop-calendar.ts';
import { Card } from '../../ui/card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { EmptyState, SkeletonRows } from '../../ui/states.tsx';
import { allItems, cellLabel, FilterChips, PrintList, small, useFilters } from './shop-list.tsx';

const { Part: SendingDialog } = lazyPart(
  async () => (await import('../../actions/sendings/sending-dialog.tsx')).SendingDialog,
);

const sendingsQuery = (show: SendingFilter) =>
  listQuery(['sendings', show], (cursor, signal) =>
    call('listSendings', { query: { ...cursor, show }, signal }),
  );

const filterLabels: Readonly<Record<SendingFilter, string>> = {
  out: 'Out',
  late: 'Late',
  back: 'Back',
};

/** In columns if there is room, else stacked. */
const columns =
  '@min-[60rem]:grid-cols-[auto_minmax(0,1.2fr)_minmax(0,1.2fr)_minmax(0,1fr)_6rem_6rem_9rem_9.5rem]';

/** Watches at manufacturers and specialists: for how long, and their insured value. */
export function SendingsSection() {
  const today = useToday();
  const [show, setShow] = useState<SendingFilter>('out');
  const list = usePagedList(sendingsQuery(show));
  const { items } = list;
  const filters = useFilters(list.query.data?.pages, 'out', show);
  /** Counts openings, so that each starts with current data. */
  const [edited, setEdited] = useState<{ sending: ListedSending; opening: number } | null>(null);
  const [isEditing, setIsEditing] = useState(false);

  function edit(sending: ListedSending) {
    setEdited({ sending, opening: (edited?.opening ?? 0) + 1 });
    setIsEditing(true);
  }

  return (
    <section aria-label="Sent out" className="@container flex flex-col gap-3">
      <div className="flex min-h-control flex-wrap items-center gap-x-4 gap-y-2">
        <FilterChips {...{ filters, labels: filterLabels, value: show, onChange: setShow }} />
        <p className={`ml-auto ${small}`}>
          {list.query.hasNextPage === false && items.length > 0 && (
            <>
              {items.length} {filterLabels[show].toLowerCase()}, insured for{' '}
              <Price dollars={insuredTogether(items)} />
            </>
          )}
        </p>
        {items.length > 0 && (
          <PrintList
            load={async () =>
              sentOutPaper(
                await allItems((query) => call('listSendings', { query: { ...query, show } })),
                today,
              )
            }
          />
        )}
      </div>
      <Listing
        list={list}
        what="the watches sent out"
        skeleton={<SkeletonRows rows={6} />}
        empty={
          <EmptyState icon={Send} title="No watches are sent out">
            A watch that goes to a manufacturer or a specialist is recorded on its ticket, under
            Sent out.
          </EmptyState>
        }
      >
        {(more) => (
          <Card as="div" flush>
            <div
              aria-hidden="true"
              className={`hidden gap-x-3 rounded-t border-b bg-sunken px-3 py-1 text-ink-muted text-sm @min-[60rem]:grid ${columns}`}
            >
              <span className="w-thumb" />
              {['Watch', 'Out at', 'Carrier and tracking'].map((head) => (
                <span key={head}>{head}</span>
              ))}
              <span className="text-right">Insured</span>
              <span>Sent</span>
              <span>Expected</span>
            </div>
            <LongList
              {...list.shown}
              label="Sent out"
              className="flex flex-col divide-y [--item-height:3.5rem]"
            >
              {(sending, place) => (
                <li {...place}>
                  <SendingRow sending={sending} today={today} onEdit={() => edit(sending)} />
                </li>
              )}
            </LongList>
            {list.query.hasNextPage && <div className="pb-4">{more}</div>}
          </Card>
        )}
      </Listing>
      {edited && (
        <SendingDialog
          key={edited.opening}
          open={isEditing}
          onClose={() => setIsEditing(false)}
          ticketNumber={edited.sending.ticketNumber}
          about={`${edited.sending.ticketNumber} · ${isolated(edited.sending.customerName)}`}
          sending={edited.sending}
        />
      )}
    </section>
  );
}

function SendingRow({
  sending,
  today,
  onEdit,
}: {
  sending: ListedSending;
  today: string;
  onEdit: () => void;
}) {
  const { customerName, ticketNumber, watchBrand, watchModel, initialPhotoUrl } = sending;
  const { sentTo, reference, carrier, trackingNumber, insuredValue } = sending;
  const { sentOn, expectedOn, receivedOn, promisedOn } = sending;
  const isAway = useAwayReason() !== undefined;
  const { open, opening } = useActionsOn(ticketNumber);
  const late = sendingLateness(sending, promisedOn, today);
  const out = sentOn !== null && receivedOn === null ? outFor(sentOn, today) : null;
  const date = (day: string) => <time dateTime={day}>{dateText(day, today)}</time>;
  return (
    <div
      {...opensItsTicket}
      className={`grid cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-3 py-2 hover:bg-sunken has-[.is-current]:bg-accent-soft @min-[60rem]:gap-y-0 @min-[60rem]:py-1 ${columns}`}
    >
      <WatchThumb url={initialPhotoUrl} />
      <div className="min-w-0">
        <p className="truncate font-semibold">
          <bdi>{customerName}</bdi>
        </p>
        <p className={`truncate ${small}`}>
          <TicketLink ticketNumber={ticketNumber} isQuiet /> · <bdi>{watchBrand}</bdi>{' '}
          <bdi>{watchModel}</bdi>
        </p>
      </div>
      <div className="min-w-0 break-words @max-[60rem]:order-1 @max-[60rem]:col-span-3">
        <p>
          <bdi>{sentTo}</bdi>
        </p>
        <p className={small}>
          {reference !== null && (
            <>
              ref. <bdi>{reference}</bdi> ·{' '}
            </>
          )}
          <Permission sending={sending} show="date" />
        </p>
      </div>
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-2 break-words @max-[60rem]:order-2 @max-[60rem]:col-span-3 @min-[60rem]:block">
        {carrier !== null && (
          <p>
            <bdi>{carrier}</bdi>
          </p>
        )}
        {trackingNumber !== null && (
          <p className={small}>
            <bdi>{trackingNumber}</bdi>
          </p>
        )}
      </div>
      <p className="text-right">{insuredValue !== null && <Price dollars={insuredValue} />}</p>
      <div className="flex flex-wrap gap-x-4 @max-[36rem]:col-span-3 @max-[60rem]:order-3 @max-[60rem]:col-span-2 @min-[60rem]:contents">
        <p>
          {sentOn === null ? (
            'Not sent yet'
          ) : (
            <>
              {cellLabel('Sent')}
              {date(sentOn)}
            </>
          )}
          {out !== null && (
            <span className={`${small} @min-[60rem]:block @max-[60rem]:ml-2`}>{out}</span>
          )}
        </p>
        <p className="min-w-0">
          {receivedOn !== null && <>Back {date(receivedOn)}</>}
          {receivedOn === null && expectedOn !== null && (
            <>
              {cellLabel('Expected')}
              {date(expectedOn)}
            </>
          )}
          {late && (
            <LateWords late={late} className="text-sm @min-[60rem]:block @max-[60rem]:ml-2" />
          )}
        </p>
      </div>
      <div className="flex items-center justify-end @max-[36rem]:col-span-3 @max-[60rem]:order-4">
        {!isAway && (
          <SendingActions
            sending={sending}
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
        )}
      </div>
    </div>
  );
}
