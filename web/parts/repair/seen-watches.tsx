import TriangleAlert from 'lucide/triangle-alert';
import { type ReactNode, useId } from 'react';
import type { SeenWatch } from '../../../domain/api-watches.ts';
import { isolated } from '../../../domain/isolated.ts';
import { placeNow } from '../../../domain/places.ts';
import { searchable } from '../../../domain/search-text.ts';
import { remainingText, untilText } from '../../../domain/warranty-term.ts';
import { watchName } from '../../../domain/watch-life.ts';
import { useAddress } from '../../data/address.ts';
import { absoluteTime, timeZone } from '../../data/shop-time.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { PhotoList } from '../photo/photo-list.tsx';
import { useToday } from '../time/shop-calendar.ts';
import { ComeBackButton } from './come-back-button.tsx';
import { ComparePhotos } from './compare-photos.tsx';
import { repairStatusLabel } from './status-badge.tsx';

/** "An Omega", but "a Universal". */
const articleOf = (brand: string) => (/^[aeio]/.test(searchable(brand)) ? 'An' : 'A');

/** At most this many are named; the watch's page has the rest. */
const maxNamed = 4;

/** @returns e.g. "2019 links · 2023 full service", the oldest first */
function lifeWords({ repairs }: SeenWatch, zone: string | undefined): string {
  const named = repairs
    .slice(0, maxNamed)
    .map(
      ({ createdAt, work }) =>
        `${absoluteTime(new Date(createdAt), 'year', zone)} ${isolated(work)}`,
    );
  const rest = repairs.length - named.length;
  return [...(rest > 0 ? [`${rest} earlier`] : []), ...named.toReversed()].join(' · ');
}

/** Warns that a watch with this serial is in the shop: it may be about to be taken in twice. */
export function InShopNow({ seen }: { seen: readonly SeenWatch[] }) {
  const { openTicket } = useAddress();
  return seen.flatMap((watch) =>
    watch.repairs
      .filter(({ isInShop }) => isInShop)
      .map((repair) => {
        const { ticketNumber, status } = repair;
        const where = [repairStatusLabel(status), placeNow(repair)].filter(Boolean).join(', ');
        return (
          <Banner
            key={ticketNumber}
            tone="warning"
            icon={TriangleAlert}
            title="A watch with this serial is in the shop now"
            action={<Button onClick={() => openTicket(ticketNumber)}>Open it</Button>}
          >
            {ticketNumber} · {isolated(watchName(watch))} · {isolated(where)}
          </Banner>
        );
      }),
  );
}

/**
 * Asks whether a watch was here before. Both answers look alike, and neither is required.
 *
 * @param onAnswer gets the watch's tickets that were shown; empty for a different watch
 */
export function SeenBefore({
  seen,
  isPending = false,
  disabledReason,
  offersComeBack = false,
  photoNow = null,
  onAnswer,
}: {
  seen: readonly SeenWatch[];
  isPending?: boolean;
  disabledReason?: string | undefined;
  /** Set at intake, before anything has been taken in. */
  offersComeBack?: boolean;
  /** Of the watch that may be the same. */
  photoNow?: string | null;
  onAnswer: (sameWatchAs: string[]) => void;
}) {
  const id = useId();
  const zone = timeZone.useValue();
  const [first] = seen;
  if (first === undefined) return null;
  const answer = { pending: isPending, disabledReason };
  return (
    <section
      aria-labelledby={id}
      className="flex min-w-0 flex-col gap-2 rounded border border-accent bg-accent-soft p-3 text-sm"
    >
      <p role="status" className="break-words">
        <strong id={id} className="font-semibold">
          Seen before?
        </strong>{' '}
        {articleOf(first.watchBrand)} {isolated(first.watchBrand)} with this serial was here:
      </p>
      <ul className="flex flex-col gap-3">
        {seen.map((watch) => (
          <SeenItem
            key={watch.repairs[0]?.ticketNumber}
            watch={watch}
            words={lifeWords(watch, zone)}
          >
            <Button
              {...answer}
              onClick={() => onAnswer(watch.repairs.map(({ ticketNumber }) => ticketNumber))}
            >
              Same watch
            </Button>
            {seen.length === 1 && (
              <Button {...answer} onClick={() => onAnswer([])}>
                Different watch
              </Button>
            )}
            {offersComeBack && <ComeBackOffer watch={watch} />}
            {watch.photoUrl !== null && (
              <ComparePhotos name={watchName(watch)} before={watch.photoUrl} now={photoNow} />
            )}
          </SeenItem>
        ))}
      </ul>
      {seen.length > 1 && (
        <div>
          <Button {...answer} onClick={() => onAnswer([])}>
            Different watch
          </Button>
        </div>
      )}
      <p className="text-ink-muted">
        Counterfeits can share a serial: compare before you answer. You can answer later.
      </p>
    </section>
  );
}

/** A watch's longest running warranty. */
export function RunningWarranty({ watch: { warranties } }: { watch: SeenWatch }) {
  const today = useToday();
  const [warranty] = warranties;
  return (
    warranty && (
      <p className="break-words text-good">
        {untilText(warranty.until)}: {isolated(warranty.what)}, {remainingText(warranty, today)}
      </p>
    )
  );
}

/** Takes it in again under warranty. */
export function ComeBackOffer({ watch: { warranties } }: { watch: SeenWatch }) {
  const [warranty] = warranties;
  return warranty && <ComeBackButton ticketNumber={warranty.ticketNumber} />;
}

function SeenItem({
  watch,
  words,
  children,
}: {
  watch: SeenWatch;
  words: string;
  children: ReactNode;
}) {
  const name = watchName(watch);
  const { photoUrl, customerName } = watch;
  return (
    <li className="flex min-w-0 flex-wrap items-start gap-x-3 gap-y-2">
      {photoUrl !== null && (
        <PhotoList
          label="Photo to compare"
          photos={[{ label: name, url: photoUrl, alt: `Photo of ${name}` }]}
          description="From an earlier repair"
          look="line"
        />
      )}
      <div className="min-w-0 flex-1 break-words">
        <p className="font-semibold">
          <bdi>{name}</bdi>
        </p>
        <p>{words}</p>
        <p className="text-ink-muted">
          Brought in by <bdi>{customerName}</bdi>
        </p>
        <RunningWarranty watch={watch} />
      </div>
      <div className="flex basis-full flex-wrap gap-2">{children}</div>
    </li>
  );
}
