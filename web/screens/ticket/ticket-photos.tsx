import ImagePlus from 'lucide/image-plus';
import Pencil from 'lucide/pencil';
import Trash2 from 'lucide/trash-2';
import { useState } from 'react';
import type { Answer } from '../../../domain/api.ts';
import type { Message, Repair } from '../../../domain/api-answers.ts';
import type { TicketPhoto } from '../../../domain/api-ticket-photos.ts';
import { isolated } from '../../../domain/isolated.ts';
import { isKnownStatus } from '../../../domain/repair-status.ts';
import {
  maxTicketPhotos,
  ticketPhotoKinds,
  ticketPhotoLabels,
  usualPhotoKind,
} from '../../../domain/ticket-photos.ts';
import { useRemovePhoto } from '../../actions/photos/removing.ts';
import { addPhotos } from '../../data/kept-photos/add-photos.ts';
import { useKeptPhotos } from '../../data/kept-photos/kept-photos.ts';
import { KeptPhotoState } from '../../parts/outbox/kept-photo-item.tsx';
import { PhotoAdder } from '../../parts/photo/photo-adder.tsx';
import { PhotoList, type ShownPhoto } from '../../parts/photo/photo-list.tsx';
import { repairLine } from '../../parts/repair/repair-summary.tsx';
import { sharersWords } from '../../parts/text/whose-text.ts';
import { DayTime } from '../../parts/time/date-time.tsx';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useOpenings } from '../../ui/openings.ts';
import { Segments } from '../../ui/segments.tsx';

const { Part: EditPhotoDialog } = lazyPart(
  async () => (await import('../../actions/photos/edit-photo-dialog.tsx')).EditPhotoDialog,
);

const kinds = ticketPhotoKinds.map((value) => ({ value, label: ticketPhotoLabels[value] }));

/**
 * The initial and the completion photo, those that were added, in the order in which they were taken, and
 * what the customer sent while it was their only open ticket, the newest first.
 */
export function TicketPhotos({
  repair,
  photos,
  messages,
}: Pick<Answer<'getRepair'>, 'repair' | 'photos' | 'messages'>) {
  const { repairId, ticketNumber, status } = repair;
  const watch = `${repair.watchBrand} ${repair.watchModel}`;
  const [isAdding, setIsAdding] = useState(false);
  const [kind, setKind] = useState(usualPhotoKind(status));
  const { last, open: edit, dialog } = useOpenings<TicketPhoto>();
  const kept = useKeptPhotos().filter(
    (photo) =>
      photo.isReady &&
      photo.repairId === repairId &&
      photos.every(({ id }) => id !== photo.photoId),
  );
  const isOurs = isKnownStatus(status);
  const room = maxTicketPhotos - photos.length - kept.length;

  const added = photos.map((photo): ShownPhoto => {
    const { kind: of, caption, url, createdAt } = photo;
    const label = `${ticketPhotoLabels[of]} photo${caption === null ? '' : `: ${isolated(caption)}`}`;
    return {
      label,
      url,
      alt: `${label}, of ${watch}`,
      caption: (
        <div className="flex items-start gap-1">
          <p className="min-w-0 flex-1 break-words text-sm">
            {caption !== null && (
              <>
                <bdi>{caption}</bdi>
                <br />
              </>
            )}
            <span className="text-ink-muted">
              {ticketPhotoLabels[of]} · <DayTime iso={createdAt} />
            </span>
          </p>
          {isOurs && (
            <span className="-mt-2 shrink-0">
              <PhotoMenu photo={photo} label={label} onEdit={() => edit(photo)} />
            </span>
          )}
        </div>
      ),
    };
  });

  return (
    <Section
      title="Photos"
      level={3}
      action={
        isOurs &&
        !isAdding && (
          <Button icon={ImagePlus} onClick={() => setIsAdding(true)}>
            Add photos
          </Button>
        )
      }
    >
      {isAdding &&
        (room > 0 ? (
          <div className="flex flex-col items-start gap-2">
            <div className="w-full max-w-80">
              <Segments
                legend="Kind of photo"
                segments={kinds}
                value={kind}
                onChange={(next) => setKind(next ?? kind)}
              />
            </div>
            <PhotoAdder
              room={room}
              onPhotos={(taken) => void addPhotos({ repairId, ticketNumber }, kind, taken)}
            />
          </div>
        ) : (
          <p className="text-ink-muted text-sm">
            {maxTicketPhotos} of {maxTicketPhotos} added. Remove one to make room.
          </p>
        ))}
      {kept.length > 0 && (
        <ul aria-label="Photos not uploaded yet" className="flex flex-col gap-2">
          {kept.map((photo) => (
            <li key={photo.photoId} className="flex flex-col gap-2">
              <KeptPhotoState photo={photo} />
            </li>
          ))}
        </ul>
      )}
      <PhotoList
        label="Photos"
        photos={[...ownPhotos(repair, watch), ...added, ...customersPhotos(repair, messages)]}
        description={`${ticketNumber} · ${watch}`}
      />
      {last && (
        <EditPhotoDialog
          key={last.opening}
          {...dialog}
          about={repairLine(repair)}
          photo={last.of}
        />
      )}
    </Section>
  );
}

const wordsBelow = (words: ShownPhoto['caption']) => (
  <p className="break-words text-ink-muted text-sm">{words}</p>
);

function ownPhotos({ initialPhotoUrl, completedPhotoUrl }: Repair, watch: string): ShownPhoto[] {
  const own = (label: string, url: string | null): ShownPhoto[] =>
    url === null ? [] : [{ label, url, alt: `${label} of ${watch}`, caption: wordsBelow(label) }];
  return [...own('Initial photo', initialPhotoUrl), ...own('Completion photo', completedPhotoUrl)];
}

const customersPhotos = ({ customerName }: Repair, messages: readonly Message[]): ShownPhoto[] =>
  messages.flatMap((message) => {
    const label = `From ${sharersWords(message) ?? isolated(customerName)}`;
    return (message.pictures ?? []).flatMap(({ url, isOnTicket }): ShownPhoto[] =>
      url === null || !isOnTicket
        ? []
        : [
            {
              label,
              url,
              alt: `Photo ${label.replace('From', 'from')}`,
              caption: wordsBelow(
                <>
                  {label} · <DayTime iso={message.createdAt} />
                </>,
              ),
            },
          ],
    );
  });

function PhotoMenu({
  photo,
  label,
  onEdit,
}: {
  photo: TicketPhoto;
  label: string;
  onEdit: () => void;
}) {
  const [asks, setAsks] = useState(false);
  const removing = useRemovePhoto(photo, () => setAsks(false));
  return (
    <>
      <Menu
        of={label}
        groups={[
          { items: [{ label: 'Edit', icon: Pencil, run: onEdit }] },
          { items: [{ label: 'Remove', icon: Trash2, isDanger: true, run: () => setAsks(true) }] },
        ]}
      />
      <ConfirmDialog
        open={asks}
        title="Remove this photo?"
        description={`${label}. It can’t be recovered.`}
        confirmLabel="Remove"
        cancelLabel="Keep it"
        pending={removing.isPending}
        onConfirm={() => removing.mutate()}
        onClose={() => setAsks(false)}
      />
    </>
  );
}
