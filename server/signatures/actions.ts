import { createHash, randomUUID } from 'node:crypto';
import type { Answer, Checked } from '../../domain/api.ts';
import type { Repair } from '../../domain/api-answers.ts';
import type { Signature } from '../../domain/api-signatures.ts';
import { canonicalJson } from '../../domain/canonical-json.ts';
import { claimCheckOf } from '../../domain/claim-check.ts';
import { zoneInForce } from '../../domain/clock.ts';
import { photoName } from '../../domain/photos.ts';
import { Problem } from '../../domain/problems.ts';
import { isoTime } from '../base/clock.ts';
import { dialectOf } from '../database/dialect.ts';
import type { Handle } from '../database/tables.ts';
import { estimatesOfTicket } from '../estimates/store.ts';
import { actingNow } from '../history/acting.ts';
import { recordTicketTableEvent } from '../history/ticket-table-event.ts';
import { discardPhotos, type PhotoDeps, storeFile } from '../photos/actions.ts';
import { prepareSignature } from '../photos/image.ts';
import type { Deps } from '../ports/deps.ts';
import { getRepair, lockTicket } from '../repairs/store.ts';
import { readShopSettings } from '../settings/store.ts';
import { insertSignature, signaturesOfTicket } from './store.ts';

/** Signing the claim check. */

type Content = Answer<'previewClaimCheck'>;

async function contentOf(db: Handle, repair: Repair): Promise<Content> {
  const settings = await readShopSettings(db);
  const estimates = await estimatesOfTicket(db, repair.ticketNumber);
  const { initials } = actingNow();
  const by = { timeZone: zoneInForce(settings), initials };
  const content = canonicalJson(claimCheckOf({ repair, estimates }, settings, by));
  return { content, sha256: createHash('sha256').update(content).digest('hex') };
}

/** The claim check that would be signed now. @throws Problem repair-not-found */
export async function previewClaimCheck(
  { database: { read } }: Pick<Deps, 'database'>,
  reference: string,
): Promise<Content> {
  return contentOf(read, await getRepair(read, reference));
}

interface Signed {
  signature: Signature;
  repair: Repair;
}

type Asked = Checked<'signClaimCheck', 'query'>;

/**
 * The existing signature if this is a repeat, or nothing.
 *
 * @throws Problem already-signed with what was signed
 */
async function signedBefore(
  db: Handle,
  repair: Repair,
  { signatureId, sha256 }: Asked,
): Promise<Signed | null> {
  const [signature] = await signaturesOfTicket(db, repair.ticketNumber);
  if (signature === undefined) return null;
  const signed = { signature, repair };
  if (signature.id === signatureId && signature.sha256 === sha256) return signed;
  throw new Problem('already-signed', { extra: { ...signed } });
}

/** @throws Problem as {@link signClaimCheck} */
async function signClaimCheckIn(
  tx: Handle,
  reference: string,
  asked: Asked,
  picture: string,
  at: string,
): Promise<Signed & { isRepeat: boolean }> {
  await dialectOf(tx).lock(tx, `signature ${asked.signatureId}`);
  const before = await lockTicket(tx, reference);
  const existing = await signedBefore(tx, before, asked);
  if (existing) return { ...existing, isRepeat: true };
  const { content, sha256 } = await contentOf(tx, before);
  if (sha256 !== asked.sha256) {
    throw new Problem('changed-meanwhile', { extra: { claimCheck: { content, sha256 } } });
  }
  const { ticketNumber } = before;
  const { signatureId } = asked;
  await insertSignature(tx, {
    id: signatureId,
    ticket_number: ticketNumber,
    content,
    sha256,
    picture,
    created_at: at,
    ...actingNow(),
  });
  const data = { signatureId, before: null, after: { sha256 } };
  const repair = await recordTicketTableEvent(tx, before, at, { kind: 'claim-check-signed', data });
  const [signature] = await signaturesOfTicket(tx, ticketNumber);
  if (signature === undefined) throw new Error('A signature that was just stored is not there');
  return { signature, repair, isRepeat: false };
}

/**
 * Stores what a customer signed, word for word, with the picture of the signature, once per ticket.
 * Repeating the `signatureId` returns the existing signature.
 *
 * @param asked the hash of what was shown: it must still be what is on the ticket
 * @param bytes of the PNG
 * @throws Problem repair-not-found; already-signed with what was signed; changed-meanwhile with what would be
 *   signed now; signature-unreadable, signature-store-failed
 */
export async function signClaimCheck(
  deps: PhotoDeps,
  reference: string,
  asked: Asked,
  bytes: Uint8Array,
): Promise<Signed & { isRepeat: boolean }> {
  const { database } = deps;
  // Checked first: a repeated request stores no second picture.
  const seen = await getRepair(database.read, reference);
  const known = await signedBefore(database.read, seen, asked);
  if (known) return { ...known, isRepeat: true };
  const png = await prepareSignature(bytes);
  const now = deps.clock();
  const name = photoName(randomUUID(), 'signature', now);
  await storeFile(deps, name, png, 'signature-store-failed');
  const signed = await database
    .transact((tx) => signClaimCheckIn(tx, reference, asked, name, isoTime(now)))
    .catch(async (error: unknown) => {
      // After any other error, the row may still name the file: one that stays unnamed is swept later.
      if (error instanceof Problem && refusals.has(error.code)) await discardPhotos(deps, [name]);
      throw error;
    });
  if (signed.isRepeat) await discardPhotos(deps, [name]);
  return signed;
}

const refusals = new Set<string>(['repair-not-found', 'already-signed', 'changed-meanwhile']);
