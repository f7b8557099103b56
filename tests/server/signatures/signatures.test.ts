import { createHash, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { expect, it as itOnBoth } from 'vitest';
import type { Repair } from '../../../domain/api-answers.ts';
import type { Signature } from '../../../domain/api-signatures.ts';
import { canonicalJson } from '../../../domain/canonical-json.ts';
import type { ClaimCheck } from '../../../domain/claim-check.ts';
import type { ShopSettings } from '../../../domain/shop-settings.ts';
import { initialsHeader } from '../../../domain/staff-initials.ts';
import { useShop } from '../../harness/app.ts';
import { describeOnBothEngines, itOnOneEngine } from '../../harness/engine.ts';
import { readEvents } from '../../harness/event-reader.ts';
import { HttpClient, type Reply } from '../../harness/http-client.ts';
import { allPhotos } from '../../harness/photo-upload.ts';
import { minute } from '../../harness/settable-clock.ts';
import {
  addNote,
  assign,
  complete,
  currentRepair,
  statusesOf,
  takeIn,
  takeInWithEstimate,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';
import { attemptToSign, drawnSignature, sign } from '../../harness/signing.ts';
import { csvObjects, exportedFiles } from '../../harness/transfers.ts';

type Ticket = Pick<Repair, 'ticketNumber'>;
interface Signed {
  signature: Signature;
  repair: Repair;
}

const of = ({ ticketNumber }: Ticket) => ({ params: { ticketNumber } });
const signedIn = (reply: Reply) => reply.json() as Signed;
const paperOf = ({ content }: Pick<Signature, 'content'>) => JSON.parse(content) as ClaimCheck;
const hashOf = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');

describeOnBothEngines('what a customer signs', (engine) => {
  const it = itOnOneEngine(engine);
  const shop = useShop(engine);

  const signaturesOf = async ({ ticketNumber }: Ticket) =>
    (await wholeRepair(shop, ticketNumber)).signatures;
  const preview = (ticket: Ticket) => shop.staff.call('previewClaimCheck', of(ticket));
  const setShop = async (change: Partial<ShopSettings>) => {
    const { settings } = await shop.staff.call('getSettings');
    await shop.staff.call('changeSettings', { body: { ...settings, ...change } });
  };
  const files = async () =>
    Object.keys(await allPhotos(shop.storage)).filter((name) => name.endsWith('.png'));

  const staff = [{ name: 'Maya Brooks', initials: 'MB' }];
  const maya = () =>
    new HttpClient(shop.origin, shop.staff.cookie, {
      [initialsHeader]: encodeURIComponent('mb'),
    });

  it('is the whole claim check, word for word, with its hash, who received it and the picture', async () => {
    await setShop({
      ticket: { printsReadyBy: false, terms: 'Ask about storage.\nBring this paper.' },
      staff,
    });
    const { repair } = await takeInWithEstimate(
      shop,
      {
        ...{ customerName: 'Jean-Baptiste Étienne', otherCollector: 'Anne-Laure' },
        ...{ serialNumber: 'V6Z41937', approvedUpTo: 400, expectedOn: '2026-11-30' },
        condition: {
          areas: { crystal: { state: 'damaged', note: 'chip at 4' }, dial: { state: 'fine' } },
          accessories: 'Box, 2 links',
          statedValue: 6500,
          doNotPolish: true,
        },
      },
      150,
    );
    const answer = await attemptToSign({ staff: maya() }, repair);
    expect(answer.status).toBe(201);
    const { signature } = signedIn(answer);
    expect(signature).toMatchObject({
      ticketNumber: repair.ticketNumber,
      at: new Date(shop.clock.now).toISOString(),
      initials: 'MB',
    });
    const paper = paperOf(signature);
    const { settings } = await shop.staff.call('getSettings');
    expect(paper).toMatchObject({
      shop: settings.shop,
      ticketNumber: repair.ticketNumber,
      flags: ['Do not polish'],
      estimate: [{ label: 'Repair', amount: '$150.00' }],
      terms: 'Ask about storage.\nBring this paper.',
      receivedBy: 'Maya Brooks',
    });
    const lines = [...paper.customer, ...paper.watch, ...paper.condition];
    expect(lines).toEqual(
      expect.arrayContaining([
        { label: 'Customer', value: 'Jean-Baptiste Étienne' },
        { label: 'May also be picked up by', value: 'Anne-Laure' },
        { label: 'Estimated ready', value: 'Mon, Nov 30, 2026' },
        { label: 'Approved up to', value: '$400.00' },
        { label: 'Serial number', value: 'V6Z41937' },
        { label: 'Damaged', value: 'Crystal: chip at 4' },
        { label: 'Accessories left', value: 'Box, 2 links' },
        { label: 'Value stated', value: '$6,500.00, by the customer' },
      ]),
    );
    // Anyone can check it with what the interface gives.
    expect(signature.sha256).toBe(hashOf(signature.content));
    expect(canonicalJson(JSON.parse(signature.content))).toBe(signature.content);
    const path = signature.url;
    const picture = await fetch(new URL(path, shop.origin), {
      headers: { cookie: shop.staff.cookie ?? '' },
    });
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect(picture.headers.get('cache-control')).toBe('private, no-cache');
    expect(await sharp(await picture.arrayBuffer()).metadata()).toMatchObject({
      ...{ format: 'png', width: 640, height: 240, channels: 1 },
    });
    expect((await shop.stranger().send('GET', path)).problem().code).toBe('not-logged-in');
    const [name = ''] = await files();
    expect(name).not.toContain(repair.repairId);
    const asPhoto = await shop.stranger().send('GET', `/photos/repair-photos/${name}`);
    expect(asPhoto.problem().code).toBe('photo-not-found');
    const { events } = await wholeRepair(shop, repair.ticketNumber);
    expect(events.at(-1)).toMatchObject({
      kind: 'claim-check-signed',
      data: { signatureId: signature.id, after: { sha256: signature.sha256 } },
    });
  });

  it('stays as it was signed, whatever is changed on the ticket and in the settings', async () => {
    const repair = await takeIn(shop, { condition: { areas: { case: { state: 'worn' } } } });
    const before = await sign(shop, repair);
    await shop.staff.call('editRepair', {
      ...of(repair),
      body: { watchModel: 'Seamaster', condition: null, expectedOn: '2026-12-24' },
    });
    await setShop({ ticket: { printsReadyBy: true, terms: 'Other terms' } });
    await assign(shop, repair.ticketNumber);
    await complete(shop, repair.ticketNumber);
    expect(await signaturesOf(repair)).toEqual([before]);
    expect((await preview(repair)).sha256).not.toBe(before.sha256);
  });

  it('is stored once, however often it is sent, and its picture too', async () => {
    const repair = await takeIn(shop);
    const had = (await files()).length;
    const { sha256 } = await preview(repair);
    const asked = { signatureId: randomUUID(), sha256 };
    const sent = await Promise.all([1, 2, 3].map(() => attemptToSign(shop, repair, asked)));
    expect(statusesOf(sent)).toEqual([200, 200, 201]);
    const ids = sent.map((reply) => signedIn(reply).signature.id);
    expect(new Set(ids)).toEqual(new Set([asked.signatureId]));
    await assign(shop, repair.ticketNumber);
    expect((await attemptToSign(shop, repair, asked)).status).toBe(200);
    expect(await files()).toHaveLength(had + 1);
  });

  itOnBoth('is signed once if two sign at once, and the other sees what was signed', async () => {
    const repair = await takeIn(shop);
    const had = (await files()).length;
    const sent = await Promise.all([1, 2].map(() => attemptToSign(shop, repair)));
    expect(statusesOf(sent)).toEqual([201, 409]);
    const [winner, loser] = sent.toSorted((one, other) => one.status - other.status);
    const refusal = loser?.problem();
    expect(refusal).toMatchObject({ code: 'already-signed', repair: of(repair).params });
    expect(refusal?.signature).toEqual(winner && signedIn(winner).signature);
    expect(await signaturesOf(repair)).toEqual([refusal?.signature]);
    expect(await files()).toHaveLength(had + 1);
  });

  it('is refused if the claim check has changed since it was shown, with what it is now', async () => {
    const repair = await takeIn(shop);
    const { sha256 } = await preview(repair);
    // What is not on the paper may change.
    await addNote(shop, repair);
    await shop.staff.call('editRepair', { ...of(repair), body: { serialNumber: '75803396' } });
    const had = (await files()).length;
    const refusal = (await attemptToSign(shop, repair, { sha256 })).problem();
    expect([refusal.status, refusal.code]).toEqual([412, 'changed-meanwhile']);
    const now = refusal.claimCheck as Pick<Signature, 'content' | 'sha256'>;
    expect(paperOf(now).watch).toContainEqual({ label: 'Serial number', value: '75803396' });
    expect(await signaturesOf(repair)).toEqual([]);
    expect(await files()).toHaveLength(had);
    await addNote(shop, repair);
    expect((await attemptToSign(shop, repair, now)).status).toBe(201);
  });

  const noise = (size: { width: number; height: number }) =>
    sharp({
      create: {
        ...size,
        channels: 3,
        background: '#fff',
        noise: { type: 'gaussian', mean: 128, sigma: 90 },
      },
    })
      .png()
      .toBuffer();

  it.each<[string, () => Promise<Uint8Array>]>([
    ['nothing', async () => new Uint8Array()],
    ['text', async () => Buffer.from('a signature')],
    ['the beginning of a PNG', async () => (await drawnSignature()).subarray(0, 200)],
    ['a damaged PNG', async () => (await drawnSignature()).fill(7, 100, 400)],
    [
      'a JPEG',
      async () =>
        sharp(await drawnSignature())
          .jpeg()
          .toBuffer(),
    ],
    [
      'blank',
      () =>
        sharp({ create: { width: 640, height: 240, channels: 4, background: '#0000' } })
          .png()
          .toBuffer(),
    ],
    ['larger than 200 kB', () => noise({ width: 600, height: 400 })],
    ['of too many pixels', () => drawnSignature(2001, 2000)],
  ])('is refused if the picture is %s, and nothing is stored', async (_what, make) => {
    const repair = await takeIn(shop);
    const had = await files();
    const bytes = await make();
    const refusal = (await attemptToSign(shop, repair, { bytes })).problem();
    expect([refusal.status, refusal.code]).toEqual([422, 'signature-unreadable']);
    expect(await signaturesOf(repair)).toEqual([]);
    expect(await files()).toEqual(had);
  });

  it.each([
    [{ signatureId: 'x' }, 'signatureId', 'signatureId must be a UUID in lowercase letters'],
    [{ sha256: 'A'.repeat(64) }, 'sha256', 'sha256 must be 64 hexadecimal digits in lowercase'],
  ])('is refused with %j, by name', async (given, path, message) => {
    const repair = await takeIn(shop);
    const { code, errors } = (await attemptToSign(shop, repair, given)).problem();
    expect([code, errors]).toEqual(['validation-failed', [{ path, message }]]);
  });

  it('needs an existing ticket', async () => {
    const sha256 = '0'.repeat(64);
    const answer = await attemptToSign(shop, { ticketNumber: 'WH000000AAA' }, { sha256 });
    expect(answer.problem().code).toBe('repair-not-found');
  });

  it('can be amended by lines with time and initials, but only after it is signed', async () => {
    await setShop({ staff });
    const repair = await takeIn(shop);
    const body = () => ({
      noteId: randomUUID(),
      kind: 'amendment' as const,
      text: 'Dial scratched',
    });
    const early = await shop.staff.refused('addNote', { ...of(repair), body: body() });
    expect([early.status, early.code]).toEqual([409, 'not-signed']);
    const signature = await sign(shop, repair);
    const silent = await shop.staff.refused('addNote', {
      ...of(repair),
      body: { ...body(), text: ' ' },
    });
    expect(silent.errors).toEqual([{ path: 'text', message: 'Please write the note first' }]);
    shop.clock.advance(minute);
    const { note } = await maya().call('addNote', { ...of(repair), body: body() });
    expect(note).toMatchObject({
      ...{ kind: 'amendment', text: 'Dial scratched', initials: 'MB' },
      at: new Date(shop.clock.now).toISOString(),
    });
    expect(await signaturesOf(repair)).toEqual([signature]);
  });

  it('does not prevent undoing a completion', async () => {
    const repair = await takeIn(shop);
    await assign(shop, repair.ticketNumber);
    await complete(shop, repair.ticketNumber, { holdSeconds: 5 });
    shop.clock.advance(1000);
    await sign(shop, repair);
    await shop.staff.call('undoComplete', of(repair));
    expect((await currentRepair(shop, repair.ticketNumber)).status).toBe('assigned');
    expect(await signaturesOf(repair)).toHaveLength(1);
  });

  it('is sent to every screen as a change to its ticket, and exported', async () => {
    const repair = await takeIn(shop);
    const reader = await readEvents(shop.staff);
    await reader.until(1);
    const { id, sha256, content, at, session } = await sign(shop, repair);
    await reader.until(2);
    reader.close();
    const rows = csvObjects((await exportedFiles(shop.staff))['signatures.csv'] ?? '');
    expect(rows.filter((row) => row['Ticket number'] === repair.ticketNumber)).toEqual([
      {
        ...{ 'Signature ID': id, 'Ticket number': repair.ticketNumber, At: at },
        ...{ Sha256: sha256, Content: content, Session: session, Initials: '' },
      },
    ]);
  });
});
