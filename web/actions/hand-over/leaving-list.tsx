import type { Repair } from '../../../domain/api-answers.ts';
import { isolated } from '../../../domain/isolated.ts';
import { formatPrice } from '../../../domain/money.ts';
import { agreedPrice, balanceAskedFor } from '../../../domain/payments.ts';
import { placeNow } from '../../../domain/places.ts';
import { Price } from '../../parts/money/price.tsx';
import { CheckField } from '../../ui/choice-fields.tsx';
import { Skeleton } from '../../ui/states.tsx';
import type { Watches } from './leaving.ts';

/** The watches that leave, each with its balance, and what is due for those that are checked. */
export function LeavingList({
  watches: { all, awaited, check },
  due,
}: {
  watches: Watches;
  due: number;
}) {
  const isOne = all.length + (awaited ?? 0) === 1;
  const hasPhotos = all.some(({ repair }) => repair.initialPhotoUrl !== null);
  return (
    <>
      <div className="divide-y rounded border">
        <ul aria-label="Watches" className="divide-y">
          {all.map(({ repair, isChecked, obstacle }) => (
            <li key={repair.id} className="px-3 desk:py-1">
              {isOne ? (
                <div className="flex min-h-control items-center py-2">
                  <Watch {...{ repair, obstacle, hasPhotos }} />
                </div>
              ) : (
                <CheckField
                  label={<Watch {...{ repair, obstacle, hasPhotos }} />}
                  checked={isChecked && obstacle === undefined}
                  disabled={obstacle !== undefined}
                  onChange={({ target }) => check(repair.ticketNumber, target.checked)}
                />
              )}
            </li>
          ))}
          {awaited !== null &&
            awaited > 0 &&
            Array.from({ length: awaited }, (_, at) => `awaited ${at}`).map((key) => (
              <AwaitedWatch key={key} />
            ))}
        </ul>
        {(due > 0 || !isOne) && (
          <p className="flex justify-between gap-4 px-3 py-2.5 font-semibold">
            Balance {!awaited && <Price dollars={due} />}
          </p>
        )}
      </div>
      <p role="status" className="sr-only">
        {awaited !== null && 'Loading the customer’s other watches…'}
      </p>
    </>
  );
}

/** As high as the row that takes its place. */
const AwaitedWatch = () => (
  <li aria-hidden="true" className="px-3 desk:py-1">
    <div className="flex min-h-control animate-breathe items-center gap-3 py-2 motion-reduce:animate-none desk:py-1">
      <Skeleton className="size-5" />
      <div>
        <p className="flex items-center">
          <Skeleton className="h-4 w-40" />
          {'\u00a0'}
        </p>
        <p className="flex items-center text-sm">
          <Skeleton className="h-3 w-28" />
          {'\u00a0'}
        </p>
      </div>
    </div>
  </li>
);

function Watch({
  repair,
  obstacle,
  hasPhotos,
}: {
  repair: Repair;
  obstacle: string | undefined;
  /** Whether any of them has one: then all keep room for it. */
  hasPhotos: boolean;
}) {
  const { ticketNumber, watchBrand, watchModel, initialPhotoUrl, isUnrepaired } = repair;
  const place = placeNow(repair);
  const facts = [
    ticketNumber,
    ...(place === null ? [] : [isolated(place)]),
    ...(isUnrepaired ? ['returned unrepaired'] : []),
    ...money(repair),
  ];
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3">
      {hasPhotos && (
        <span className="size-8 shrink-0 overflow-hidden rounded-sm bg-sunken">
          {initialPhotoUrl !== null && (
            <img src={`${initialPhotoUrl}?w=320`} alt="" className="size-full object-cover" />
          )}
        </span>
      )}
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="break-words">
          {isolated(watchBrand)} {isolated(watchModel)}
        </span>
        <span className="break-words text-ink-muted text-sm">
          {obstacle ?? facts.join('\u00A0· ')}
        </span>
      </span>
      {obstacle === undefined && <BalanceOf repair={repair} />}
    </span>
  );
}

/** The price and what has been paid, once anything has been. */
function money(repair: Repair): string[] {
  const price = agreedPrice(repair);
  if (repair.paid === 0) return [];
  const paid = `${formatPrice(repair.paid)} paid`;
  return price === null ? [paid] : [`${formatPrice(price)}, ${paid}`];
}

function BalanceOf({ repair }: { repair: Repair }) {
  const { balance } = repair;
  if (balance !== balanceAskedFor(repair)) {
    return <span className="shrink-0 text-ink-muted text-sm">By statement</span>;
  }
  if (balance === null) return <span className="shrink-0 text-ink-muted text-sm">No price</span>;
  return (
    <span className="shrink-0">
      <Price dollars={balance} />
    </span>
  );
}
