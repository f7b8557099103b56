import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { Repair } from '../../domain/api-answers.ts';
import type { Signature } from '../../domain/api-signatures.ts';
import type { RunningApp } from './app.ts';
import { type Reply, urlOf } from './http-client.ts';

/** A stroke on a transparent background, as the browser draws it. */
export function drawnSignature(width = 640, height = 240): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 4);
  for (let x = 20; x < width - 20; x += 1) {
    const y = Math.floor((x / width) * height);
    pixels.fill(0xff, (y * width + x) * 4 + 3, (y * width + x) * 4 + 4);
  }
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
}

let drawn: Promise<Buffer> | undefined;

type Ticket = Pick<Repair, 'ticketNumber'>;

/** What is signed; by default, what is on the ticket now. */
interface Signing {
  signatureId?: string;
  sha256?: string;
  bytes?: Uint8Array;
}

export async function attemptToSign(
  { staff }: Pick<RunningApp, 'staff'>,
  { ticketNumber }: Ticket,
  { signatureId = randomUUID(), sha256, bytes }: Signing = {},
): Promise<Reply> {
  const params = { ticketNumber };
  drawn ??= drawnSignature();
  const query = {
    signatureId,
    sha256: sha256 ?? (await staff.call('previewClaimCheck', { params })).sha256,
  };
  return staff.send('PUT', urlOf('signClaimCheck', { params, query }), {
    headers: { 'content-type': 'image/png' },
    body: new Uint8Array(bytes ?? (await drawn)),
  });
}

export async function sign(shop: Pick<RunningApp, 'staff'>, ticket: Ticket): Promise<Signature> {
  const reply = await attemptToSign(shop, ticket);
  if (reply.status !== 201) {
    throw new Error(`The signature was answered with ${reply.status}: ${reply.text}`);
  }
  return (reply.json() as { signature: Signature }).signature;
}
