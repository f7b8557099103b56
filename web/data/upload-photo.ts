import { initialsHeader } from '../../domain/staff-initials.ts';
import { atComputer, offlineProblem, refuse } from './call.ts';
import type { KeptPhoto } from './kept-photos/kept-photos.ts';

/**
 * A connection that takes nothing for this long, or a server that says nothing, is gone; a slow one is not.
 * No answer from the server takes longer than a minute. In milliseconds.
 */
const uploadPatienceMs = 120_000;

/** @param onProgress gets 0 to 1 @throws CallProblem */
export const uploadPhoto = (
  ticketNumber: string,
  kind: 'initial' | 'completed',
  photo: Blob,
  onProgress: (share: number) => void = () => undefined,
  initials = atComputer.get(),
): Promise<{ url: string }> =>
  upload('PUT', `${photosOf(ticketNumber)}/${kind}`, photo, onProgress, initials);

/** Adds a photo to its ticket; repeating it changes nothing. @throws CallProblem */
export function uploadTicketPhoto(kept: KeptPhoto): Promise<unknown> {
  const { photoId, repairId, kind, caption, takenAt, photo, initials } = kept;
  const query = new URLSearchParams({ photoId, kind, caption: caption.trim(), takenAt });
  return upload('POST', `${photosOf(repairId)}?${query}`, photo, () => undefined, initials);
}

const photosOf = (reference: string) => `/api/repairs/${encodeURIComponent(reference)}/photos`;

function upload<Answer>(
  method: string,
  address: string,
  photo: Blob,
  onProgress: (share: number) => void,
  initials: string | null,
): Promise<Answer> {
  // fetch cannot report how much has been sent.
  return new Promise((resolve, reject) => {
    const upload = new XMLHttpRequest();
    upload.open(method, address);
    upload.setRequestHeader('content-type', photo.type || 'application/octet-stream');
    if (initials !== null) upload.setRequestHeader(initialsHeader, encodeURIComponent(initials));
    // The browser counts the timeout from here, even if it is changed during the upload.
    const sentAt = performance.now();
    upload.timeout = uploadPatienceMs;
    upload.upload.onprogress = (event) => {
      upload.timeout = performance.now() - sentAt + uploadPatienceMs;
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    upload.onerror = () => reject(offlineProblem());
    upload.ontimeout = () => reject(offlineProblem());
    upload.onload = () => {
      const response = new Response(upload.responseText || null, {
        status: upload.status,
        headers: { 'retry-after': upload.getResponseHeader('retry-after') ?? '' },
      });
      if (response.ok) resolve(JSON.parse(upload.responseText) as Answer);
      else refuse(response).catch(reject);
    };
    upload.send(photo);
  });
}
