import { keepDeliveringNotes } from '../data/kept-notes/note-delivery.ts';
import { keepDeliveringPhotos } from '../data/kept-photos/photo-delivery.ts';

/** Sends notes and photos that wait in this browser. @returns how to stop that */
export function deliverLater(): () => void {
  const stops = [keepDeliveringNotes(), keepDeliveringPhotos()];
  return () => {
    for (const stop of stops) stop();
  };
}
