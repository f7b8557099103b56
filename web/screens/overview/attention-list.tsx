import { type ReactNode, useState } from 'react';
import type { AttentionCase } from '../../../domain/api-texts.ts';
import { Listing } from '../../parts/list/listing.tsx';
import { LongList } from '../../parts/list/long-list.tsx';
import type { PagedList } from '../../parts/list/paged-list.ts';
import { begunAnswers } from '../../parts/text/begun-answers.ts';
import { AttentionCaseItem } from './attention-case.tsx';

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

/** Everything that needs attention, one line each. */
export function AttentionList({
  list,
  waiting,
  skeleton,
  empty,
}: {
  list: PagedList<AttentionCase>;
  /** The cases that no one is handling now. */
  waiting: readonly AttentionCase[];
  skeleton: ReactNode;
  empty: ReactNode;
}) {
  const [answered, setAnswered] = useState<readonly AttentionCase[]>(begunAnswers.cases);
  const open = useKeptCases(waiting, answered);
  const noteAnswering = (one: AttentionCase, isAnswering: boolean) =>
    setAnswered((before) => {
      const isKnown = before.some(({ id }) => id === one.id);
      const stays = isAnswering || begunAnswers.has(one);
      if (stays === isKnown) return before;
      return stays ? [...before, one] : before.filter(({ id }) => id !== one.id);
    });
  return (
    <Listing
      list={{ ...list, items: open }}
      what="the Needs attention list"
      skeleton={skeleton}
      empty={empty}
    >
      {(more) => (
        <>
          <LongList
            {...list.shown}
            items={open}
            label="Needs attention"
            className="@container divide-y rounded border bg-surface"
          >
            {(one, place) => (
              <AttentionCaseItem
                place={place}
                one={one}
                isGone={!waiting.some(({ id }) => id === one.id)}
                onAnswering={(isAnswering) => noteAnswering(one, isAnswering)}
              />
            )}
          </LongList>
          {more}
        </>
      )}
    </Listing>
  );
}
