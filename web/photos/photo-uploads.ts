import type { PhotoKind } from '../../domain/photo-name.ts';
import { CallProblem, uploadPhoto } from '../api/call.ts';
import { isWorthKeeping } from '../outbox/delivery-rules.ts';
import { toasts } from '../ui/toasts.ts';

/**
 * Photos on their way to tickets that are already saved. They outlive the screen that they were
 * taken on: whoever goes on working while one is sent still hears when it fails, and can retry.
 */

export interface PhotoUpload {
  ticketNumber: string;
  kind: PhotoKind;
  photo: Blob;
  state: 'sending' | 'saved' | 'failed';
  /** How much has been sent, 0 to 1. */
  share: number;
  /** Why it failed, where the server or the line said so. */
  problem: CallProblem | null;
  /** Has the screens read the ticket again. */
  onSaved: () => void;
  /**
   * Keeps it until the server is back, where nobody answered.
   *
   * @throws where that is not possible
   */
  keep?: (() => Promise<void>) | undefined;
}

/** What failed, and what did not. */
export function failureText(problem: CallProblem | null): string {
  const detail = problem?.detail ?? 'Please try again.';
  const reassurance = 'The ticket is safe';
  return detail.includes(reassurance) ? detail : `${reassurance}. ${detail}`;
}

let uploads: readonly PhotoUpload[] = [];
const listeners = new Set<() => void>();

function keepPageOpen(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function change(next: readonly PhotoUpload[]): void {
  uploads = next;
  const isUnderWay = uploads.some(({ state }) => state !== 'saved');
  if (isUnderWay) window.addEventListener('beforeunload', keepPageOpen);
  else window.removeEventListener('beforeunload', keepPageOpen);
  for (const listener of listeners) listener();
}

function update(ticketNumber: string, changes: Partial<PhotoUpload>): void {
  change(
    uploads.map((upload) =>
      upload.ticketNumber === ticketNumber ? { ...upload, ...changes } : upload,
    ),
  );
}

/** @returns whether it waits in the outbox now, and is no longer this part's business */
async function isKept({ ticketNumber, keep }: PhotoUpload, error: unknown): Promise<boolean> {
  if (keep === undefined || !isWorthKeeping(error)) return false;
  try {
    await keep();
  } catch {
    return false;
  }
  photoUploads.dismiss(ticketNumber);
  return true;
}

async function send(upload: PhotoUpload): Promise<void> {
  const { ticketNumber, kind, photo, onSaved } = upload;
  try {
    await uploadPhoto(ticketNumber, kind, photo, (share) => update(ticketNumber, { share }));
    update(ticketNumber, { state: 'saved', share: 1 });
    onSaved();
  } catch (error) {
    if (await isKept(upload, error)) return;
    const problem = error instanceof CallProblem ? error : null;
    update(ticketNumber, { state: 'failed', problem });
    // A screen that shows the upload says it itself, and offers what to do.
    if (listeners.size > 0) return;
    toasts.show({
      kind: 'error',
      title: 'Photo not saved',
      detail: `${ticketNumber}: ${failureText(problem)}`,
    });
  }
}

export const photoUploads = {
  /** Sends a photo, in place of an earlier one for the same ticket. */
  start(given: Pick<PhotoUpload, 'ticketNumber' | 'kind' | 'photo' | 'onSaved' | 'keep'>): void {
    const upload: PhotoUpload = { ...given, state: 'sending', share: 0, problem: null };
    const others = uploads.filter(({ ticketNumber }) => ticketNumber !== given.ticketNumber);
    change([...others, upload]);
    void send(upload);
  },
  retry(ticketNumber: string): void {
    const upload = uploads.find((each) => each.ticketNumber === ticketNumber);
    if (upload?.state === 'failed') photoUploads.start(upload);
  },
  /** Gives a failed photo up, or forgets a saved one. */
  dismiss(ticketNumber: string): void {
    change(uploads.filter((upload) => upload.ticketNumber !== ticketNumber));
  },
  current: (): readonly PhotoUpload[] => uploads,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
