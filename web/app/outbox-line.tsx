import CloudUpload from 'lucide/cloud-upload';
import { listText } from '../../domain/list-text.ts';
import { useKeptNotes } from '../data/kept-notes/kept-notes.ts';
import { useWaitingPhotos } from '../data/kept-photos/kept-photos.ts';
import { useOutbox } from '../data/outbox/outbox.ts';
import { panels } from '../data/panels.ts';
import { countedText } from '../ui/counts.ts';

/** One thin line in the header for as long as something has not reached the server. */
export function OutboxLine() {
  const { entries, receipts } = useOutbox();
  const keptNotes = useKeptNotes();
  const keptPhotos = useWaitingPhotos();
  const waiting = entries.filter(({ refusal }) => refusal === null);
  const notes = keptNotes.filter(({ refusal }) => refusal === null).length;
  const sent = keptPhotos.filter(({ refusal }) => refusal === null).length;
  const all = entries.length + keptNotes.length + keptPhotos.length;
  const refused = all - waiting.length - notes - sent;
  const repairs = waiting.filter(({ ticketNumber }) => ticketNumber === null).length;
  const photos = waiting.length - repairs + sent;
  const kept = [
    repairs > 0 && countedText(repairs, 'repair'),
    photos > 0 && countedText(photos, 'photo'),
    notes > 0 && countedText(notes, 'note'),
  ].filter((part) => part !== false);
  const prints = receipts.filter(({ isPrinted }) => isPrinted).length;
  const words = [
    kept.length > 0 && `${listText(kept)} in this browser only`,
    refused > 0 && `${refused} refused`,
    prints > 0 && `${countedText(prints, 'ticket')} to reprint`,
  ].filter((part) => part !== false);
  return (
    <div role="status">
      {words.length > 0 && (
        <div className={`border-t bg-sunken ${all > 0 ? 'text-soon' : 'text-ink'}`}>
          <div className="mx-auto flex max-w-[90rem] items-center gap-2 px-4 text-sm sm:px-6 sm:text-sm">
            <CloudUpload aria-hidden="true" size={16} className="shrink-0" />
            <strong className="min-w-0 break-words font-semibold">{words.join(' · ')}</strong>
            <button
              type="button"
              onClick={() => void panels.open('outbox')}
              className="min-h-control shrink-0 rounded px-2 underline underline-offset-2"
            >
              Show
            </button>
          </div>
        </div>
      )}
    </div>
  );
}
