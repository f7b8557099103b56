import type { Message, Repair } from '../../../domain/api-answers.ts';
import { isolated } from '../../../domain/isolated.ts';
import { PhotoList, type ShownPhoto } from '../../parts/photo/photo-list.tsx';
import { sharersWords } from '../../parts/text/whose-text.ts';
import { DayTime } from '../../parts/time/date-time.tsx';

/** Its own photos, and what its customer sent while it was their only open ticket: the newest first. */
export function RepairPhotos({
  repair,
  messages,
}: {
  repair: Repair;
  messages: readonly Message[];
}) {
  const { initialPhotoUrl, completedPhotoUrl, customerName } = repair;
  const watch = `${repair.watchBrand} ${repair.watchModel}`;
  const own = (label: string, url: string | null): ShownPhoto[] =>
    url === null ? [] : [{ label, url, alt: `${label} of ${watch}`, caption: caption(label) }];
  const customers = messages.flatMap((message) => {
    const label = `From ${sharersWords(message) ?? isolated(customerName)}`;
    return (message.pictures ?? []).flatMap(({ url, isOnTicket }): ShownPhoto[] =>
      url === null || !isOnTicket
        ? []
        : [
            {
              label,
              url,
              alt: `Photo ${label.replace('From', 'from')}`,
              caption: caption(
                <>
                  {label} · <DayTime iso={message.createdAt} />
                </>,
              ),
            },
          ],
    );
  });
  return (
    <PhotoList
      label="Photos"
      photos={[
        ...own('Initial photo', initialPhotoUrl),
        ...own('Completion photo', completedPhotoUrl),
        ...customers,
      ]}
      description={`${repair.ticketNumber} · ${watch}`}
    />
  );
}

const caption = (words: ShownPhoto['caption']) => (
  <p className="break-words text-ink-muted text-sm">{words}</p>
);
