import type { Repair } from '../../../domain/api-answers.ts';
import type { TicketPhoto } from '../../../domain/api-ticket-photos.ts';
import { isolated } from '../../../domain/isolated.ts';
import { ticketPhotoLabels } from '../../../domain/ticket-photos.ts';
import type { ShownPhoto } from '../../parts/photo/photo-list.tsx';

/** A repair's photos: the initial and the completion photo, then the others in the order in which they were taken. */
export function photosOf(
  {
    initialPhotoUrl,
    completedPhotoUrl,
    ticketNumber,
  }: Pick<Repair, 'initialPhotoUrl' | 'completedPhotoUrl' | 'ticketNumber'>,
  photos: readonly TicketPhoto[],
): ShownPhoto[] {
  const shown = (name: string, url: string, caption: string | null = null): ShownPhoto => {
    const label = `${name} of ${ticketNumber}${caption === null ? '' : `: ${isolated(caption)}`}`;
    return { label, url, alt: label };
  };
  const own = (name: string, url: string | null) => (url === null ? [] : [shown(name, url)]);
  return [
    ...own('Initial photo', initialPhotoUrl),
    ...own('Completion photo', completedPhotoUrl),
    ...photos
      .filter((photo) => photo.ticketNumber === ticketNumber)
      .map(({ kind, url, caption }) => shown(`${ticketPhotoLabels[kind]} photo`, url, caption)),
  ];
}
