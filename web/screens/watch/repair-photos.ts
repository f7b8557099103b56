import type { Repair } from '../../../domain/api-answers.ts';
import type { ShownPhoto } from '../../parts/photo/photo-list.tsx';

/** The photos of a repair, the one that it came in with first. */
export function photosOf({
  initialPhotoUrl,
  completedPhotoUrl,
  ticketNumber,
}: Pick<Repair, 'initialPhotoUrl' | 'completedPhotoUrl' | 'ticketNumber'>): ShownPhoto[] {
  const own = (label: string, url: string | null): ShownPhoto[] =>
    url === null
      ? []
      : [{ label: `${label} of ${ticketNumber}`, url, alt: `${label} of ${ticketNumber}` }];
  return [...own('Initial photo', initialPhotoUrl), ...own('Completion photo', completedPhotoUrl)];
}
