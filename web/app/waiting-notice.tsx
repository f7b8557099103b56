import { listText } from '../../domain/list-text.ts';
import { useKeptNotes } from '../data/kept-notes/kept-notes.ts';
import { useKeptPhotos } from '../data/kept-photos/kept-photos.ts';
import { useOutbox } from '../data/outbox/outbox.ts';
import { Banner } from '../ui/banner.tsx';
import { countedText } from '../ui/counts.ts';

/** Shown before the login, so it doesn't say whose watches they are. */
export function WaitingNotice() {
  const repairs = useOutbox().entries.length;
  const notes = useKeptNotes().length;
  const photos = useKeptPhotos().filter(({ isReady }) => isReady).length;
  const kept = [
    repairs > 0 && countedText(repairs, 'repair'),
    photos > 0 && countedText(photos, 'photo'),
    notes > 0 && countedText(notes, 'note'),
  ].filter((part) => part !== false);
  if (kept.length === 0) return null;
  return (
    <Banner tone="warning">
      {listText(kept)} saved in this browser only: sending resumes after the next login.
    </Banner>
  );
}
