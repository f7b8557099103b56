import { Problem } from '../../domain/problems.ts';
import type { Deps } from '../ports/deps.ts';
import { answerAdded, type Http } from '../ports/http.ts';
import { previewClaimCheck, signClaimCheck } from './actions.ts';
import { signaturePicture } from './store.ts';

export function signatureRoutes(http: Http, deps: Deps): void {
  http.handle(
    'previewClaimCheck',
    async ({ params }) => await previewClaimCheck(deps, params.ticketNumber),
  );

  http.handle('getSignaturePicture', async ({ params, reply }) => {
    const name = await signaturePicture(deps.database.read, params.id);
    const picture = name === null ? null : await deps.photoStore.get(name);
    if (picture === null) throw new Problem('photo-not-found');
    // Checked every time: it needs a session, even if the browser has a copy.
    reply
      .header('cache-control', 'private, no-cache')
      .header('content-type', 'image/png')
      .header('content-disposition', 'inline');
    return picture.bytes;
  });
}

/** Separate because it takes a file. */
export function signingRoutes(http: Http, deps: Deps): void {
  http.handle('signClaimCheck', async ({ params, query, request, reply }) => {
    if (!Buffer.isBuffer(request.body)) throw new Problem('signature-unreadable');
    const signed = await signClaimCheck(deps, params.ticketNumber, query, request.body);
    return answerAdded(reply, signed);
  });
}
