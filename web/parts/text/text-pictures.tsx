import { useMutation } from '@tanstack/react-query';
import Clock from 'lucide/clock';
import ImageOff from 'lucide/image-off';
import RotateCw from 'lucide/rotate-cw';
import type { Message, TextPicture } from '../../../domain/api-answers.ts';
import { formatPhone } from '../../../domain/phone.ts';
import { photosText } from '../../../domain/text-pictures.ts';
import { call } from '../../data/call.ts';
import { showFailure } from '../../data/failure-toast.ts';
import { refreshRepairs } from '../../data/repair-cache.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/classes.ts';
import { PhotoList } from '../photo/photo-list.tsx';

/** Those in the same state, which is said once. */
function byState(pictures: readonly TextPicture[]): TextPicture[][] {
  const states = [...new Set(pictures.map(({ state }) => state))];
  return states.map((state) => pictures.filter((picture) => picture.state === state));
}

/** What a customer sent with a text, and how much of it has arrived. */
export function TextPictures({
  message,
  isInLine = false,
  isOwn = false,
}: {
  message: Pick<Message, 'id' | 'phone' | 'pictures'>;
  /** In a line with what can be done about it. */
  isInLine?: boolean;
  /** On the phone that sent them: nothing can be fetched there. */
  isOwn?: boolean;
}) {
  const { pictures = [] } = message;
  const stored = pictures.flatMap(({ url }) => url ?? []);
  const others = byState(pictures.filter(({ url }) => url === null));
  const named = (at: number) => (stored.length === 1 ? '' : ` ${at + 1} of ${stored.length}`);
  return (
    <>
      <PhotoList
        label="Photos from the customer"
        photos={stored.map((url, at) => ({
          label: `Photo${named(at)} from the customer`,
          url,
          alt: `Photo${named(at)} from the customer`,
        }))}
        description={formatPhone(message.phone)}
        look={isInLine ? 'line' : 'text'}
      />
      {others.map((alike) => (
        <NotThere
          key={alike[0]?.state}
          messageId={message.id}
          pictures={alike}
          isOwn={isOwn}
          isInLine={isInLine}
        />
      ))}
    </>
  );
}

/** Pictures in the same state, one or more. */
function NotThere({
  messageId,
  pictures,
  isOwn,
  isInLine,
}: {
  messageId: string;
  pictures: readonly TextPicture[];
  isOwn: boolean;
  isInLine: boolean;
}) {
  const fetching = useMutation({
    mutationFn: async () => {
      for (const { position } of pictures) {
        const params = { id: messageId, position: String(position) };
        await call('fetchTextPicture', { params });
      }
    },
    onError: (error) => showFailure(error, 'The photo can’t be fetched now'),
    onSettled: refreshRepairs,
  });
  const [first] = pictures;
  if (first === undefined) return null;
  const { detail, canFetch, state } = first;
  const isWaiting = state === 'waiting';
  const IconPart = isWaiting ? Clock : ImageOff;
  const wasTried = state === 'gone' || state === 'unreached';
  const count = photosText(pictures.length);
  return (
    <div
      className={classNames(
        'flex text-sm',
        isInLine
          ? 'basis-full flex-wrap items-center gap-x-3 gap-y-1.5 lg:justify-end'
          : 'max-w-[24rem] flex-col items-start gap-1.5 rounded border border-dashed px-3 py-2',
      )}
    >
      <p role="status" className="text-ink-muted">
        <IconPart aria-hidden="true" size={14} className="mr-1.5 inline align-[-2px]" />
        {isWaiting ? `${count.replace(/^a/, 'A')} on the way…` : detail}
        {!isWaiting && pictures.length > 1 && ` (${count})`}
      </p>
      {canFetch && !isOwn && (
        <Button icon={RotateCw} pending={fetching.isPending} onClick={() => fetching.mutate()}>
          {wasTried ? 'Try again' : 'Fetch anyway'}
        </Button>
      )}
    </div>
  );
}
