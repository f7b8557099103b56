import type { PhotoKind } from '../../domain/photos.ts';
import { CallProblem } from './call.ts';
import { isWorthKeeping } from './outbox/outbox-entry.ts';
import { createStore } from './store.ts';
import { toasts } from './toasts.ts';
import { uploadPhoto } from './upload-photo.ts';

/**
 * Photos being sent to tickets that are already saved. They outlive the screen that they were
 * taken on: a user who keeps working still learns when one fails, and can retry.
 */

export interface PhotoUpload {
  ticketNumber: string;
  kind: PhotoKind;
  photo: Blob;
  state: 'sending' | 'saved' | 'failed';
  /** How much has been sent, 0 to 1. */
  share: number;
  /** Why it failed, if the server or the network said so. */
  problem: CallProblem | null;
  onSaved: () => void;
  /** Keeps it until the server is back, if nobody answered; throws if it cannot. */
  keep?: (() => Promise<void>) | undefined;
}

export function failureText(problem: CallProblem | null): string {
  const detail = problem?.detail ?? 'Please try again.';
  const reassurance = 'The ticket is saved';
  return detail.includes(reassurance) ? detail : `${reassurance}. ${detail}`;
}

/** A ticket has one photo of each kind. */
type PhotoPlace = Pick<PhotoUpload, 'ticketNumber' | 'kind'>;

type NewUpload = Pick<PhotoUpload, 'ticketNumber' | 'kind' | 'photo' | 'onSaved' | 'keep'>;

const isAt =
  ({ ticketNumber, kind }: PhotoPlace) =>
  (upload: PhotoUpload): boolean =>
    upload.ticketNumber === ticketNumber && upload.kind === kind;

export const uploadStore = createStore<readonly PhotoUpload[]>([]);
/** What some part of the screen shows at this moment. */
const onScreen: PhotoPlace[] = [];

function keepPageOpen(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function change(next: readonly PhotoUpload[]): void {
  const isUnderWay = next.some(({ state }) => state !== 'saved');
  if (isUnderWay) window.addEventListener('beforeunload', keepPageOpen);
  else window.removeEventListener('beforeunload', keepPageOpen);
  uploadStore.set(next);
}

function update(place: PhotoPlace, changes: Partial<PhotoUpload>): void {
  change(
    uploadStore.get().map((upload) => (isAt(place)(upload) ? { ...upload, ...changes } : upload)),
  );
}

function without(place: PhotoPlace): PhotoUpload[] {
  return uploadStore.get().filter((upload) => !isAt(place)(upload));
}

/** @returns whether it waits in the outbox now, and is no longer this part's business */
async function isKept(upload: PhotoUpload, error: unknown): Promise<boolean> {
  const { keep } = upload;
  if (keep === undefined || !isWorthKeeping(error)) return false;
  try {
    await keep();
  } catch {
    return false;
  }
  photoUploads.dismiss(upload);
  return true;
}

async function send(upload: PhotoUpload): Promise<void> {
  const { ticketNumber, kind, photo, onSaved } = upload;
  try {
    await uploadPhoto(ticketNumber, kind, photo, (share) => update(upload, { share }));
    update(upload, { state: 'saved', share: 1 });
    onSaved();
  } catch (error) {
    if (await isKept(upload, error)) return;
    const problem = error instanceof CallProblem ? error : null;
    update(upload, { state: 'failed', problem });
    // A screen that shows the upload says it itself, and offers what to do.
    if (onScreen.some((place) => isAt(place)(upload))) return;
    toasts.show({
      kind: 'error',
      title: 'Photo not saved',
      detail: `${ticketNumber}: ${failureText(problem)}`,
    });
  }
}

export const photoUploads = {
  /** Sends a photo, in place of an earlier one for the same ticket. */
  start(given: NewUpload): void {
    const upload: PhotoUpload = { ...given, state: 'sending', share: 0, problem: null };
    change([...without(given), upload]);
    void send(upload);
  },
  /** Makes a photo that could not be sent wait for another try. */
  wait(given: NewUpload, problem: CallProblem | null): void {
    change([...without(given), { ...given, state: 'failed', share: 0, problem }]);
  },
  retry(place: PhotoPlace): void {
    const upload = uploadStore.get().find(isAt(place));
    if (upload?.state === 'failed') photoUploads.start(upload);
  },
  /** Gives a failed photo up, or forgets a saved one. */
  dismiss(place: PhotoPlace): void {
    change(without(place));
  },
  /** Forgets a photo's upload. @returns the photo if it was not saved; else null */
  takeUnsaved(place: PhotoPlace): Blob | null {
    const upload = uploadStore.get().find(isAt(place));
    photoUploads.dismiss(place);
    return upload === undefined || upload.state === 'saved' ? null : upload.photo;
  },
  /** Notes that a part of the screen shows the photo's upload. @returns how to undo that */
  show(place: PhotoPlace): () => void {
    onScreen.push(place);
    return () => void onScreen.splice(onScreen.indexOf(place), 1);
  },
};
