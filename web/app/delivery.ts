import { keepDeliveringNotes } from '../data/kept-notes/note-delivery.ts';
import { keepDeliveringPhotos } from '../data/kept-photos/photo-delivery.ts';
import { keepDeliveringRepairs } from '../data/outbox/delivery.ts';

/** Sends what waits in this browser: notes and photos once their repairs have arrived. @returns a function that stops it */
export function keepDelivering(): () => void {
  const stops = [keepDeliveringRepairs(), keepDeliveringNotes(), keepDeliveringPhotos()];
  return () => {
    for (const stop of stops) stop();
  };
}
