import Banknote from 'lucide/banknote';
import type { DayPayment } from '../../../domain/api-money.ts';
import type { Span } from '../../../domain/day-money.ts';
import { paymentKindLabels, paymentMethodLabels } from '../../../domain/payments.ts';
import { Listing } from '../../parts/list/listing.tsx';
import { LongList } from '../../parts/list/long-list.tsx';
import { usePagedList } from '../../parts/list/paged-list.ts';
import type { ItemPlace } from '../../parts/list/placed-item.tsx';
import { Price } from '../../parts/money/price.tsx';
import { opensItsTicket, TicketLink } from '../../parts/repair/ticket-link.tsx';
import { DateTime } from '../../parts/time/date-time.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/classes.ts';
import { EmptyState, SkeletonRows } from '../../ui/states.tsx';
import { paymentsQuery } from './money-queries.ts';

/** One line in columns if there is room, else two lines. */
const columns =
  '@min-[47rem]:grid-cols-[var(--time)_minmax(var(--name),1fr)_7.5rem_8rem_4.5rem_6rem]';

const heads = ['Time', 'Customer', 'Ticket', 'Type', 'Tax', 'Amount'];

export function MoneyRows({ span }: { span: Span }) {
  const list = usePagedList(paymentsQuery(span));
  const isDay = span.from === span.to;
  return (
    <div
      className={classNames(
        '@container',
        isDay ? '[--name:11rem] [--time:4.5rem]' : '[--name:7rem] [--time:8.5rem]',
      )}
    >
      <Listing
        list={list}
        what="the payments"
        skeleton={<SkeletonRows rows={6} />}
        empty={
          <EmptyState icon={Banknote} title={isDay ? 'No payments on this day' : 'No payments'} />
        }
      >
        {(more) => (
          <Card as="div" flush>
            <div
              aria-hidden="true"
              className={`hidden gap-x-3 rounded-t border-b bg-sunken px-3 py-1 text-ink-muted text-sm @min-[47rem]:grid ${columns}`}
            >
              {heads.map((head) => (
                <span key={head} className={isAmount(head) ? 'text-right' : undefined}>
                  {head}
                </span>
              ))}
            </div>
            <LongList
              {...list.shown}
              label="Payments"
              className="flex flex-col divide-y [--item-height:2.5rem]"
            >
              {(payment, place) => <MoneyRow place={place} payment={payment} isDay={isDay} />}
            </LongList>
            {list.query.hasNextPage && <div className="pb-4">{more}</div>}
          </Card>
        )}
      </Listing>
    </div>
  );
}

const isAmount = (head: string) => head === 'Tax' || head === 'Amount';

function MoneyRow({
  place,
  payment,
  isDay,
}: {
  place: ItemPlace;
  payment: DayPayment;
  isDay: boolean;
}) {
  const { kind, method, amount, tax, at, voidedAt, ticketNumber, isAfterClosing } = payment;
  const isVoided = voidedAt !== null;
  return (
    <li
      {...place}
      {...(payment.isTicketDeleted ? {} : opensItsTicket)}
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 px-3 py-2 @min-[47rem]:items-center @min-[47rem]:py-1.5',
        !payment.isTicketDeleted &&
          'cursor-pointer hover:bg-sunken has-[.is-current]:bg-accent-soft',
        columns,
      )}
    >
      <bdi className="order-2 min-w-0 truncate text-left">
        {payment.customerName ?? 'Deleted for good'}
      </bdi>
      <span
        className={classNames(
          'order-2 text-right @min-[47rem]:order-6',
          isVoided && 'text-ink-muted line-through',
        )}
      >
        <Price dollars={kind === 'refund' ? -amount : amount} />
      </span>
      <span className="order-3 col-span-2 flex flex-wrap items-baseline gap-x-3 text-ink-muted text-sm @min-[47rem]:contents @min-[47rem]:text-base">
        <span className="whitespace-nowrap @min-[47rem]:order-1">
          <DateTime iso={at} show={isDay ? 'time' : 'dayTime'} />
        </span>
        <span className="@min-[47rem]:order-3">
          {payment.isTicketDeleted ? (
            <span className="figures" title="This repair was deleted">
              {ticketNumber}
            </span>
          ) : (
            <TicketLink ticketNumber={ticketNumber} />
          )}
        </span>
        <span className="min-w-0 @min-[47rem]:order-4">
          {paymentKindLabels[kind]} · {paymentMethodLabels[method].toLowerCase()}
          {isVoided && ', voided'}
          {isAfterClosing && (
            <span className="ml-1 text-soon text-sm @min-[47rem]:ml-0 @min-[47rem]:block">
              after closing
            </span>
          )}
        </span>
        <span className="text-ink-muted @min-[47rem]:order-5 @min-[47rem]:text-right">
          {!isVoided && tax !== 0 && (
            <>
              <span className="@min-[47rem]:hidden">tax </span>
              <Price dollars={tax} />
            </>
          )}
        </span>
      </span>
    </li>
  );
}
