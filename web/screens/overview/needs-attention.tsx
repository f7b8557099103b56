import { useQuery } from '@tanstack/react-query';
import ChevronDown from 'lucide/chevron-down';
import TriangleAlert from 'lucide/triangle-alert';
import type { AttentionCase } from '../../../domain/api-texts.ts';
import { useAddress } from '../../data/address.ts';
import { Link } from '../../data/location.tsx';
import { useAwayReason } from '../../data/outage.ts';
import { useRefusedCount } from '../../data/outbox/outbox.ts';
import { attentionQuery, overviewQuery, pollEveryMs } from '../../data/queries.ts';
import { useWantedFocus } from '../../data/wanted-focus.ts';
import { type PagedList, usePagedList } from '../../parts/list/paged-list.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClasses, classNames, wordAtEndClasses } from '../../ui/classes.ts';
import { formatCount } from '../../ui/counts.ts';
import { useKeptFocus } from '../../ui/focus.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Loading, Skeleton, SkeletonLines } from '../../ui/states.tsx';
import { CaseIcon, CaseTitle, CaseWords } from './case-words.tsx';
import { useHandledNow } from './handled-cases.ts';

const skeleton = (
  <div className="all-waits rounded border bg-surface p-3">
    <SkeletonLines />
  </div>
);

const { Part: AttentionList } = lazyPart(
  async () => (await import('./attention-list.tsx')).AttentionList,
  <Loading label="Loading the list…">{skeleton}</Loading>,
);

const { Part: OutboxAttention } = lazyPart(
  async () => (await import('../../parts/outbox/outbox-panel.tsx')).OutboxAttention,
);

/** The newest case and how many more there are, in one line; pressing it shows all of them, one line each. */
export function NeedsAttention() {
  const { attention: isWhole, href } = useAddress();
  const list = usePagedList({ ...attentionQuery, refetchInterval: pollEveryMs });
  const { data: overview } = useQuery(overviewQuery);
  const handled = useHandledNow();
  const { part, heading } = useKeptFocus();
  useWantedFocus('overview', () => heading.current?.focus());

  const waiting = list.items.filter(({ id }) => !handled.has(id));
  const leaving = list.items.length - waiting.length;
  const refused = useRefusedCount();
  const count = Math.max((overview?.attention ?? 0) - leaving, waiting.length);
  return (
    <section ref={part} aria-labelledby="attention-heading">
      <h2
        ref={heading}
        id="attention-heading"
        tabIndex={-1}
        className={isWhole ? 'flex items-center justify-between font-semibold' : 'sr-only'}
      >
        <span>
          Needs attention <span className="figures text-ink-muted">{count + refused}</span>
        </span>
        {isWhole && (
          <Link
            to={href({ attention: false })}
            replace
            className={classNames(buttonClasses({ variant: 'quiet' }), wordAtEndClasses)}
          >
            Show fewer
          </Link>
        )}
      </h2>
      {refused > 0 && <OutboxAttention />}
      {isWhole ? (
        <AttentionList
          list={list}
          waiting={waiting}
          skeleton={skeleton}
          empty={<p className={line}>{caughtUp}</p>}
        />
      ) : (
        <NewestCase newest={waiting[0]} query={list.query} count={count} />
      )}
    </section>
  );
}

/** Always the same height: a new case must not push the lists below away while the user works in them. */
const line =
  'flex h-8.5 min-w-0 items-center gap-3 whitespace-nowrap rounded border bg-surface px-3 pointer-coarse:h-11.5';

const caughtUp = <span className="text-ink-muted">You’re all caught up.</span>;

/** The newest of everything that needs attention; a press shows all. */
function NewestCase({
  newest,
  query: { data, error, refetch, isFetching },
  count,
}: {
  newest: AttentionCase | undefined;
  query: PagedList<AttentionCase>['query'];
  count: number;
}) {
  const { href } = useAddress();
  const isAway = useAwayReason() !== undefined;
  if (data === undefined && error !== null && isAway) {
    return (
      <p className={line}>
        <span className="min-w-0 truncate text-ink-muted">
          Needs attention: available again when the shop’s server is back.
        </span>
      </p>
    );
  }
  if (data === undefined && error !== null) {
    return (
      <div role="alert" className={line}>
        <TriangleAlert aria-hidden="true" size={16} className="shrink-0 text-late" />
        <span title={error.message} className="min-w-0 flex-1 truncate">
          Couldn’t load the Needs attention list
        </span>
        <span className="contents [&_button]:min-h-7 [&_button]:py-0 pointer-coarse:[&_button]:min-h-11">
          <Button variant="step" pending={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        </span>
      </div>
    );
  }
  if (data === undefined) {
    return (
      <Loading label="Loading the Needs attention list…">
        <div className={line}>
          <Skeleton className="h-3 w-2/5" />
        </div>
      </Loading>
    );
  }
  if (newest === undefined) return <p className={line}>{count === 0 && caughtUp}</p>;
  return (
    <Link
      to={href({ attention: true })}
      replace
      className={classNames(line, 'hover:border-line-strong')}
    >
      <CaseIcon reason={newest.reason} />
      <span className="min-w-0 truncate font-medium">
        <CaseTitle one={newest} />
      </span>
      <span className="min-w-0 flex-1 truncate text-ink-muted max-sm:hidden">
        <CaseWords one={newest} />
      </span>
      <span className="ml-auto flex shrink-0 items-center gap-1.5 text-ink-muted">
        {count > 1 ? (
          <>
            <span className="sm:hidden">+{formatCount(count - 1)}</span>
            <span className="max-sm:hidden">{formatCount(count - 1)} more</span>
          </>
        ) : (
          'Open'
        )}
        <ChevronDown aria-hidden="true" size={16} />
      </span>
    </Link>
  );
}
