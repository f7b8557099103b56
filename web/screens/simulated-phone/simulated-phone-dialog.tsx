import { useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide/arrow-left';
import MessageSquare from 'lucide/message-square';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatPhone } from '../../../domain/phone.ts';
import type { PanelProps } from '../../data/panels.ts';
import { phoneTextsQuery, textsQuery } from '../../data/queries.ts';
import { Listing } from '../../parts/list/listing.tsx';
import { LongList } from '../../parts/list/long-list.tsx';
import { usePagedList } from '../../parts/list/paged-list.ts';
import type { ItemPlace } from '../../parts/list/placed-item.tsx';
import { SimulatedReply } from '../../parts/text/simulated-reply.tsx';
import { TextBubble } from '../../parts/text/text-bubble.tsx';
import { TimeAgo } from '../../parts/time/date-time.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/classes.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SomeItems } from '../../ui/earlier.tsx';
import { EmptyState, Loaded, SkeletonRows } from '../../ui/states.tsx';
import { type Conversation, conversationsFrom } from './conversations.ts';

/** So that the arrow keys can scroll it. */
const reachableByKeyboard = { tabIndex: 0 };

function ConversationView({
  phone,
  messages,
  isChosen,
}: Pick<Conversation, 'phone' | 'messages'> & {
  /** On a phone it is hidden until then, and what is hidden does not scroll. */
  isChosen: boolean;
}) {
  const latest = messages.at(-1)?.id;
  const scroller = useRef<HTMLDivElement>(null);

  const showLatest = useEffectEvent((id: string | undefined, _isChosen: boolean) => {
    const text = scroller.current?.querySelector<HTMLElement>(`[data-text="${id}"]`);
    // Not scrollIntoView: that would also scroll what the phone is in.
    scroller.current?.scrollTo({ top: text?.offsetTop ?? 0 });
  });
  useEffect(() => showLatest(latest, isChosen), [latest, isChosen]);

  return (
    <section
      aria-label={`Phone ${formatPhone(phone)}`}
      className="flex min-h-0 min-w-0 flex-1 flex-col"
    >
      <div
        ref={scroller}
        {...reachableByKeyboard}
        className="relative min-h-0 flex-1 overflow-y-auto p-3"
      >
        {messages.length === 0 && <p className="text-ink-muted">No texts with this number yet.</p>}
        <SomeItems items={messages}>
          {(shown) => (
            // What was there before is not news.
            <ol key={shown[0]?.id} aria-live="polite" className="flex flex-col gap-3">
              {shown.map((message) => (
                <TextBubble key={message.id} message={message} own="customer" />
              ))}
            </ol>
          )}
        </SomeItems>
      </div>
      <SimulatedReply key={phone} phone={phone} />
    </section>
  );
}

export function SimulatedPhoneDialog({ open, onClose, subject: phone }: PanelProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Simulated phone"
      description="Nothing was actually sent: these are the texts customers would have gotten. Reply as they would."
      size="large"
    >
      <Phones key={phone} phone={phone} />
    </Dialog>
  );
}

function Phones({ phone }: { phone: string | undefined }) {
  const list = usePagedList(textsQuery);
  const [chosen, setChosen] = useState(phone || null);
  const listed = conversationsFrom(list.items);
  // The newest, and it stays: the next text must not slip under a reply that is being typed.
  const [first, setFirst] = useState<string>();
  const newest = listed[0]?.phone;
  if (first === undefined && newest !== undefined) setFirst(newest);
  const shown = chosen ?? first ?? newest;
  const known = listed.find((conversation) => conversation.phone === shown);
  // Years of other customers' texts may be newer: the list reaches this one's late.
  const own = useQuery({ ...phoneTextsQuery(shown ?? ''), enabled: shown !== undefined && !known });
  const older = known ? [] : conversationsFrom(own.data?.items ?? []);
  const conversations = [...listed, ...older];
  const messages = known?.messages ?? (own.data && (older[0]?.messages ?? []));
  const isPhoneChosen = chosen !== null;
  return (
    <Listing
      list={list}
      what="the texts"
      skeleton={<SkeletonRows />}
      empty={
        <EmptyState icon={MessageSquare} title="No texts yet">
          Create a repair or send an estimate: the text to the customer appears here.
        </EmptyState>
      }
    >
      {(more) => (
        <div className="flex h-[calc(100dvh-9.5rem)] min-h-80 flex-col gap-3 sm:h-[70dvh] sm:flex-row sm:gap-4">
          <div
            className={classNames(
              'min-h-0 flex-col overflow-y-auto sm:flex sm:w-64 sm:shrink-0',
              isPhoneChosen ? 'hidden' : 'flex',
            )}
          >
            <LongList
              {...list.shown}
              items={conversations}
              label="Customers’ phones"
              className="flex flex-col gap-1"
            >
              {(conversation, place) => (
                <PhoneChoice
                  place={place}
                  conversation={conversation}
                  isChosen={conversation.phone === shown}
                  onChoose={() => setChosen(conversation.phone)}
                />
              )}
            </LongList>
            {more}
          </div>
          {shown !== undefined && (
            <div
              className={classNames(
                'min-h-0 min-w-0 flex-1 flex-col rounded border bg-surface sm:flex',
                isPhoneChosen ? 'flex' : 'hidden',
              )}
            >
              <div className="flex items-center gap-2 border-b px-3 py-2">
                <span className="sm:hidden">
                  <Button variant="quiet" icon={ArrowLeft} onClick={() => setChosen(null)}>
                    All phones
                  </Button>
                </span>
                <h3 className="min-w-0 truncate font-semibold">{formatPhone(shown)}</h3>
              </div>
              <Loaded
                query={{ ...own, data: messages }}
                what="the texts of this phone"
                skeleton={<SkeletonRows />}
              >
                {(all) => (
                  <ConversationView
                    key={shown}
                    phone={shown}
                    messages={all}
                    isChosen={isPhoneChosen}
                  />
                )}
              </Loaded>
            </div>
          )}
        </div>
      )}
    </Listing>
  );
}

function PhoneChoice({
  place,
  conversation: { phone, latest, ticketNumbers },
  isChosen,
  onChoose,
}: {
  place: ItemPlace;
  conversation: Conversation;
  isChosen: boolean;
  onChoose: () => void;
}) {
  return (
    <li
      {...place}
      className="relative flex flex-col rounded border border-transparent px-3 py-2 transition-colors hover:bg-sunken has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent sm:has-[.is-current]:border-line sm:has-[.is-current]:bg-sunken"
    >
      {/* The button is as large as its row, but only the number is its name. */}
      <button
        type="button"
        aria-current={isChosen ? 'true' : undefined}
        onClick={onChoose}
        className={classNames(
          isChosen && 'is-current',
          'text-left font-medium outline-none after:absolute after:inset-0',
        )}
      >
        {formatPhone(phone)}
      </button>
      <span className="truncate text-ink-muted text-sm">
        {latest.direction === 'inbound' && 'Customer: '}
        <bdi>{latest.body || (latest.pictures && 'Photo')}</bdi>
      </span>
      <span className="flex justify-between gap-2 text-ink-muted text-sm">
        <span className="figures truncate">{ticketNumbers[0]}</span>
        <TimeAgo iso={latest.createdAt} />
      </span>
    </li>
  );
}
