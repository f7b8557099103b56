import ArrowLeft from 'lucide/arrow-left';
import MessageSquare from 'lucide/message-square';
import { useState } from 'react';
import { formatPhone } from '../../domain/phone.ts';
import { textsQuery } from '../api/queries.ts';
import { LoadMore, moreOf } from '../dashboard/load-more.tsx';
import { usePagedList } from '../dashboard/paged-list.ts';
import type { ItemPlace } from '../dashboard/placed-item.tsx';
import { WindowedList } from '../dashboard/windowed-list.tsx';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { TimeAgo } from '../ui/date-time.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Loading, SkeletonRows } from '../ui/skeleton.tsx';
import { ConversationView } from './conversation-view.tsx';
import { type Conversation, conversationsFrom } from './conversations.ts';

export interface SimulatedPhoneDialogProps {
  open: boolean;
  onClose: () => void;
  /** Whose phone to show first, as +1 and ten digits. */
  phone?: string | undefined;
}

/** The customers' phones, while texts are simulated: what would have reached them, and their answers. */
export function SimulatedPhoneDialog({ open, onClose, phone }: SimulatedPhoneDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Simulated phone"
      description="Nothing has left this shop: these are the texts that customers would have got. Answer as they would."
      size="large"
    >
      <Phones phone={phone} />
    </Dialog>
  );
}

function Phones({ phone }: { phone: string | undefined }) {
  const { query: texts, items, window } = usePagedList(textsQuery);
  const [chosen, setChosen] = useState<string | null>(phone ?? null);

  if (texts.data === undefined) {
    if (texts.error === null) {
      return (
        <Loading label="Loading the texts…">
          <SkeletonRows />
        </Loading>
      );
    }
    return (
      <ErrorState
        title="The texts could not be loaded"
        onRetry={() => void texts.refetch()}
        retrying={texts.isFetching}
      >
        {texts.error.message}
      </ErrorState>
    );
  }

  const conversations = conversationsFrom(items);
  if (conversations.length === 0) {
    return (
      <EmptyState icon={MessageSquare} title="No texts yet">
        Take in a repair or send an estimate: the text to the customer appears here.
      </EmptyState>
    );
  }
  const picked = conversations.find((conversation) => conversation.phone === chosen);
  const isPhoneChosen = picked !== undefined;
  const shown = picked ?? conversations[0];
  return (
    <div className="flex h-[calc(100dvh-9.5rem)] min-h-80 flex-col gap-3 sm:h-[70dvh] sm:flex-row sm:gap-4">
      <div
        className={classNames(
          'min-h-0 flex-col overflow-y-auto sm:flex sm:w-64 sm:shrink-0',
          isPhoneChosen ? 'hidden' : 'flex',
        )}
      >
        <WindowedList
          {...window}
          items={conversations}
          onShown={(name, phones) => window.onShown(name, latestOf(conversations, phones))}
          label="Customers’ phones"
          className="flex flex-col gap-1"
        >
          {(conversation, place) => (
            <PhoneChoice
              place={place}
              conversation={conversation}
              isChosen={conversation === shown}
              onChoose={() => setChosen(conversation.phone)}
            />
          )}
        </WindowedList>
        <LoadMore {...moreOf(texts)} />
      </div>
      {shown && (
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
            <h3 className="min-w-0 truncate font-semibold">{formatPhone(shown.phone)}</h3>
          </div>
          <ConversationView key={shown.phone} conversation={shown} />
        </div>
      )}
    </div>
  );
}

/** @returns the ids of the phones' latest texts */
function latestOf(conversations: readonly Conversation[], phones: readonly string[]): string[] {
  const wanted = new Set(phones);
  return conversations.filter(({ phone }) => wanted.has(phone)).map(({ latest }) => latest.id);
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
      className="relative flex flex-col rounded border border-transparent px-3 py-2 transition-colors hover:bg-sunken has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent sm:has-aria-[current]:border-line sm:has-aria-[current]:bg-sunken"
    >
      {/* The button is as large as its row, but only the number is its name. */}
      <button
        type="button"
        aria-current={isChosen ? 'true' : undefined}
        onClick={onChoose}
        className="text-left font-medium outline-none after:absolute after:inset-0"
      >
        {formatPhone(phone)}
      </button>
      <span className="truncate text-ink-muted text-sm">
        {latest.direction === 'inbound' && 'Customer: '}
        <bdi>{latest.body}</bdi>
      </span>
      <span className="flex justify-between gap-2 text-ink-muted text-xs">
        <span className="figures truncate">{ticketNumbers[0]}</span>
        <TimeAgo iso={latest.createdAt} />
      </span>
    </li>
  );
}
