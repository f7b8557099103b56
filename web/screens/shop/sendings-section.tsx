import Send from 'lucide/send';
import { useState } from 'react';
import type { ListedSending, SendingFilter } from '../../../domain/api-sendings.ts';
import { isolated } from '../../../domain/isolated.ts';
import { insuredTogether, sentOutPaper } from '../../../domain/sent-out-paper.ts';
import { outFor } from '../../../domain/sent-out-state.ts';
import { SendingActions } from '../../actions/sendings/sending-actions.tsx';
import { call } from '../../data/call.ts';
import { listQuery } from '../../data/list-pages.ts';
import { usePagedList } from '../../parts/list/paged-list.ts';
import { Price } from '../../parts/money/price.tsx';
import { LateWords } from '../../parts/repair/late-words.tsx';
import { Permission, sendingLateness } from '../../parts/repair/sending-words.tsx';
import { WatchThumb } from '../../parts/repair/watch-thumb.tsx';
import { useToday } from '../../parts/time/shop-calendar.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useOpenings } from '../../ui/openings.ts';
import { EmptyState } from '../../ui/states.tsx';
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
  const { last, open: edit, dialog } = useOpenings<ListedSending>();

  return (
    <>
      <ShopList
        label="Sent out"
        list={list}
        what="the watches sent out"
        empty={
          <EmptyState icon={Send} title="No watches are sent out">
            A watch that goes to a manufacturer or a specialist is recorded on its ticket, under
            Sent out.
          </EmptyState>
        }
        show={show}
        onShow={setShow}
        filterLabels={filterLabels}
        summary={
          <>
            {items.length} {filterLabels[show].toLowerCase()}, insured for{' '}
            <Price dollars={insuredTogether(items)} />
          </>
        }
        paper={async () =>
          sentOutPaper(
            await allItems((query) => call('listSendings', { query: { ...query, show } })),
            today,
          )
        }
        columns={columns}
        heads={['Watch', 'Out at', 'Carrier and tracking', 'Insured', 'Sent', 'Expected']}
        amount="Insured"
      >
        {(sending, place) => (
          <li {...place}>
            <SendingRow sending={sending} today={today} onEdit={() => edit(sending)} />
          </li>
        )}
      </ShopList>
      {last && (
        <SendingDialog
          key={last.opening}
          {...dialog}
          ticketNumber={last.of.ticketNumber}
          about={`${last.of.ticketNumber} · ${isolated(last.of.customerName)}`}
          sending={last.of}
        />
      )}
    </>
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
  const { sentTo, reference, carrier, trackingNumber, insuredValue } = sending;
  const { sentOn, expectedOn, receivedOn, promisedOn } = sending;
  const late = sendingLateness(sending, promisedOn, today);
  const out = sentOn !== null && receivedOn === null ? outFor(sentOn, today) : null;
  return (
    <ShopRow columns={columns}>
      <WatchThumb url={sending.initialPhotoUrl} />
      <WatchCell of={sending} />
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
          {sentOn === null ? 'Not sent yet' : dateCell('Sent', sentOn, today)}
          {out !== null && (
            <span className={`${small} @min-[60rem]:block @max-[60rem]:ml-2`}>{out}</span>
          )}
        </p>
        <p className="min-w-0">
          {receivedOn !== null && <>Back {shortDate(receivedOn, today)}</>}
          {receivedOn === null && expectedOn !== null && dateCell('Expected', expectedOn, today)}
          {late && (
            <LateWords late={late} className="text-sm @min-[60rem]:block @max-[60rem]:ml-2" />
          )}
        </p>
      </div>
      <div className="flex items-center justify-end @max-[36rem]:col-span-3 @max-[60rem]:order-4">
        <SendingActions
          sending={sending}
          onEdit={onEdit}
          {...useRowActions(sending, late?.isPromiseBroken)}
        />
      </div>
    </ShopRow>
  );
}
