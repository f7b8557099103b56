import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AttentionCase } from '../../../domain/api-texts.ts';
import { useAddress } from '../../data/address.ts';
import { Link } from '../../data/location.tsx';
import { useRefusedCount } from '../../data/outbox/outbox.ts';
import { attentionQuery, overviewQuery, pollEveryMs } from '../../data/queries.ts';
import { useWantedFocus } from '../../data/wanted-focus.ts';
import { Listing } from '../../parts/list/listing.tsx';
import { LongList } from '../../parts/list/long-list.tsx';
import { usePagedList } from '../../parts/list/paged-list.ts';
import { begunAnswers } from '../../parts/text/begun-answers.ts';
import { buttonClasses, classNames } from '../../ui/classes.ts';
import { useKeptFocus } from '../../ui/focus.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { onPhone, useMedia } from '../../ui/scroll.ts';
import { SkeletonLines } from '../../ui/states.tsx';
import { AttentionCaseItem, useHandledNow } from './attention-case.tsx';

const { Part: OutboxAttention } = lazyPart(
  async () => (await import('../../parts/outbox/outbox-panel.tsx')).OutboxAttention,
);

/**
 * The line and the space for the newest cases, kept even while there are none: a new case must not
 * push the lists below away while the user works in them. On a phone there is only the line.
 */
const room = 'min-h-control sm:min-h-50 desk:sm:min-h-45 pointer-coarse:sm:min-h-55';

/** Where two cases are side by side, each with all of its buttons in one line. */
const isWide = '(width >= 80rem)';

/** What comes takes the place of what goes, and moves nothing; one that is being answered stays. */
function useSteadyPlaces(
  open: readonly AttentionCase[],
  places: number,
  answered: readonly AttentionCase[],
): AttentionCase[] {
  const [before, setBefore] = useState<readonly string[]>([]);
  const ids = open.map(({ id }) => id);
  const staying = before.filter((id) => ids.includes(id) && answered.some((one) => one.id === id));
  const wanted = [...staying, ...ids.filter((id) => !staying.includes(id))].slice(0, places);
  const arrived = wanted.filter((id) => !before.includes(id));
  const now = Array.from({ length: places }, (_, place) => {
    const id = before[place];
    return id !== undefined && wanted.includes(id) ? id : arrived.shift();
  }).filter((id) => id !== undefined);
  if (now.join() !== before.join()) setBefore(now);
  return now.flatMap((id) => open.filter((one) => one.id === id));
}

/** A case that is being answered stays where it was, even when a colleague has handled it. */
function useKeptCases(
  waiting: readonly AttentionCase[],
  answered: readonly AttentionCase[],
): AttentionCase[] {
  const [before, setBefore] = useState<readonly string[]>([]);
  const now = [...waiting];
  for (const one of answered) {
    if (now.some(({ id }) => id === one.id)) continue;
    const above = before.slice(0, before.indexOf(one.id));
    now.splice(now.findLastIndex(({ id }) => above.includes(id)) + 1, 0, one);
  }
  const ids = now.map(({ id }) => id);
  if (ids.join() !== before.join()) setBefore(ids);
  return now;
}

export function NeedsAttention() {
  const { attention: isWhole, href } = useAddress();
  const list = usePagedList({ ...attentionQuery, refetchInterval: pollEveryMs });
  const { data: overview } = useQuery(overviewQuery);
  const handled = useHandledNow();
  const isOnPhone = useMedia(onPhone);
  const firstCases = useMedia(isWide) ? 2 : 1;
  const { part, heading } = useKeptFocus();
  useWantedFocus('overview', () => heading.current?.focus());

  const waiting = list.items.filter(({ id }) => !handled.has(id));
  const [answered, setAnswered] = useState<readonly AttentionCase[]>(begunAnswers.cases);
  const open = useKeptCases(waiting, answered);
  const leaving = list.items.length - waiting.length;
  const refused = useRefusedCount();
  const cases = Math.max((overview?.attention ?? 0) - leaving, waiting.length);
  const count = cases + refused;
  const steady = useSteadyPlaces(open, firstCases, answered);
  const noteAnswering = (one: AttentionCase, isAnswering: boolean) =>
    setAnswered((before) => {
      const isKnown = before.some(({ id }) => id === one.id);
      const stays = isAnswering || begunAnswers.has(one);
      if (stays === isKnown) return before;
      return stays ? [...before, one] : before.filter(({ id }) => id !== one.id);
    });
  const shown = isWhole ? open : steady;
  const all = Math.max(count, open.length + refused);
  return (
    <section ref={part} aria-labelledby="attention-heading" className={room}>
      <div className="flex min-h-control flex-wrap items-center justify-between gap-x-4">
        <h2 ref={heading} id="attention-heading" tabIndex={-1} className="font-semibold">
          Needs attention <span className="figures text-ink-muted">{count}</span>
        </h2>
        <span className={isWhole || all > firstCases ? undefined : 'sm:hidden'}>
          <Link
            to={href({ attention: !isWhole })}
            replace
            className={buttonClasses({ variant: 'quiet' })}
          >
            {isWhole ? 'Show fewer' : `Show all ${all}`}
          </Link>
        </span>
      </div>
      {/* On a phone the newest few would push the repairs off the screen: there it is the line alone. */}
      {(isWhole || !isOnPhone) && (
        <>
          {refused > 0 && <OutboxAttention />}
          {(isWhole || open.length > 0 || cases > 0 || refused === 0) && (
            <Listing
              list={{ ...list, items: open }}
              what="the Needs attention list"
              skeleton={
                <div className={classNames(isWhole && 'all-waits', 'border-t py-3')}>
                  <SkeletonLines />
                </div>
              }
              empty={<p className="border-t py-3 text-ink-muted">You’re all caught up.</p>}
            >
              {(more) => (
                <>
                  <LongList
                    {...list.shown}
                    items={shown}
                    label="Needs attention"
                    className={`grid grid-cols-1 gap-x-8 ${isWhole ? 'md:grid-cols-2' : 'xl:grid-cols-2'}`}
                  >
                    {(one, place) => (
                      <AttentionCaseItem
                        place={place}
                        one={one}
                        isWhole={isWhole}
                        isGone={!waiting.some(({ id }) => id === one.id)}
                        onAnswering={(isAnswering) => noteAnswering(one, isAnswering)}
                      />
                    )}
                  </LongList>
                  {isWhole && more}
                </>
              )}
            </Listing>
          )}
        </>
      )}
    </section>
  );
}
