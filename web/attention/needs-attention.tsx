import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router';
import { attentionQuery, overviewQuery, pollEveryMs } from '../api/queries.ts';
import { useAddress } from '../dashboard/address.ts';
import { Listing } from '../dashboard/listing.tsx';
import { partOf, usePagedList } from '../dashboard/paged-list.ts';
import { WindowedList } from '../dashboard/windowed-list.tsx';
import { OutboxAttention } from '../outbox/outbox-attention.tsx';
import { useRefusedCount } from '../outbox/refused-count.ts';
import { buttonClasses } from '../ui/button-classes.ts';
import { Card } from '../ui/card.tsx';
import { useKeptFocus } from '../ui/kept-focus.ts';
import { onPhone, useMedia } from '../ui/media.ts';
import { SkeletonLines } from '../ui/skeleton.tsx';
import { AttentionCaseItem } from './attention-case.tsx';
import { useHandledNow } from './handling.ts';

/** Enough to see what it is about, without pushing the lists of the overview away. */
const firstCases = 2;

/** What staff should look at; the newest few, or all where the address says so. */
export function NeedsAttention() {
  const { attention: isWhole, href } = useAddress();
  const list = usePagedList({ ...attentionQuery, refetchInterval: pollEveryMs });
  const { data: overview } = useQuery(overviewQuery);
  const handled = useHandledNow();
  const isOnPhone = useMedia(onPhone);
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useKeptFocus(section, heading);

  const open = list.items.filter(({ id }) => !handled.has(id));
  const leaving = list.items.length - open.length;
  const refused = useRefusedCount();
  const cases = Math.max((overview?.attention ?? 0) - leaving, open.length);
  const count = cases + refused;
  const shown = isWhole ? open : open.slice(0, firstCases);
  return (
    <section ref={section} aria-labelledby="attention-heading">
      <Card as="div" flush>
        <div className="flex min-h-control flex-wrap items-center justify-between gap-x-4 px-4 py-1">
          <h2 ref={heading} id="attention-heading" tabIndex={-1} className="font-semibold">
            Needs attention <span className="figures text-ink-muted">{count}</span>
          </h2>
          <span className={isWhole || cases > firstCases ? undefined : 'sm:hidden'}>
            <Link
              to={href({ attention: !isWhole })}
              replace
              className={buttonClasses({ variant: 'quiet' })}
            >
              {isWhole ? 'Show fewer' : `Show all ${count}`}
            </Link>
          </span>
        </div>
        {/* On a phone the newest few would push the repairs off the screen: there it is the line alone. */}
        {(isWhole || !isOnPhone) && (
          <>
            {refused > 0 && <OutboxAttention />}
            {(isWhole || cases > 0 || refused === 0) && (
              <Listing
                list={{ ...list, items: open }}
                what="what needs attention"
                skeleton={
                  <div className="border-t p-4">
                    <SkeletonLines />
                  </div>
                }
                empty={
                  <p className="border-t px-4 py-3 text-ink-muted">
                    Nothing needs attention: every text arrived, every reply was understood.
                  </p>
                }
              >
                {(more) => (
                  <>
                    <WindowedList
                      {...partOf(list.window, 'cases', shown)}
                      label="Needs attention"
                      className="grid grid-cols-1 md:grid-cols-2"
                    >
                      {(one, place) => <AttentionCaseItem place={place} one={one} />}
                    </WindowedList>
                    {isWhole && more}
                  </>
                )}
              </Listing>
            )}
          </>
        )}
      </Card>
    </section>
  );
}
