import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { maxPictureBytes } from '../../../domain/text-pictures.ts';
import { fetchPictures } from '../../../server/texts/pictures.ts';
import { cameraPhoto, tracesOfThePhoto } from '../../fixtures/camera-photos.ts';
import { describeOnBothInLongRun } from '../../harness/engine.ts';
import { allPhotos } from '../../harness/photo-upload.ts';
import { shopAddress } from '../../harness/real-texts.ts';
import { hour, minute } from '../../harness/settable-clock.ts';
import { stayLoggedIn } from '../../harness/shop-fixtures.ts';
import { usePictures } from '../../harness/texted-pictures.ts';
import { mediaAnswers } from '../../harness/twilio-media.ts';

const { bytes, status, redirect, endless, dripping, cut } = mediaAnswers;
type MediaAnswer = ReturnType<typeof bytes>;

describeOnBothInLongRun('pictures that customers text', (engine) => {
  const pictures = usePictures(engine);
  const { texting, photo, causes, picturesOf, idOf, statesOf, rowsOf } = pictures;
  const { conversation, fetchNow, get, customer, send } = pictures;

  describe('are fetched', () => {
    it('prepared like every photo, and seen with a session only', async () => {
      const { phone } = await customer();
      const taken = await cameraPhoto();
      expect(tracesOfThePhoto.some((words) => taken.includes(words))).toBe(true);
      const { text } = await send(phone, [bytes(taken), bytes(photo.bytes)]);
      expect(await picturesOf(text)).toEqual(
        [0, 1].map((position) => ({
          position,
          state: 'waiting',
          url: null,
          detail: null,
          canFetch: false,
          isOnTicket: true,
        })),
      );
      await fetchNow();
      const [first, second] = await picturesOf(text);
      expect([first?.state, second?.state]).toEqual(['stored', 'stored']);
      const url = first?.url ?? '';
      expect(url).toBe(`/api/messages/${await idOf(text)}/pictures/0`);
      const seen = await get(url);
      expect(seen.status).toBe(200);
      expect(seen.headers.get('content-type')).toBe('image/jpeg');
      expect(seen.headers.get('cache-control')).toBe('private, no-cache');
      const stored = Buffer.from(await seen.arrayBuffer());
      expect((await sharp(stored).metadata()).format).toBe('jpeg');
      for (const words of tracesOfThePhoto) expect(stored.includes(words)).toBe(false);
      const tag = seen.headers.get('etag') ?? '';
      expect((await get(url, { 'if-none-match': tag })).status).toBe(304);
      const small = await get(`${second?.url}?w=320`);
      expect((await sharp(await small.arrayBuffer()).metadata()).width).toBe(320);
      for (const address of [url, `${url}?w=320`]) {
        const stranger = await texting.shop.stranger().send('GET', address);
        expect(stranger.status).toBe(401);
        expect(stranger.headers.get('cache-control')).toBe('no-store');
        // Nor does a copy that the browser has kept help a stranger.
        const asked = { headers: { 'if-none-match': tag } };
        expect((await texting.shop.stranger().send('GET', address, asked)).status).toBe(401);
      }
      const [row] = await rowsOf(text);
      const { status: byName } = await texting.shop
        .stranger()
        .send('GET', `/photos/repair-photos/${row?.picture}`);
      expect(byName).toBe(404);
      expect(String(row?.picture)).toMatch(/^[0-9a-f-]{36}_texted_\d+\.jpg$/);
      expect(String(row?.picture)).not.toContain(await idOf(text));
    });

    it('from our own account, by the ids that the provider lists, whatever was sent', async () => {
      const { phone } = await customer();
      const { standIn } = texting;
      const text = standIn.text(phone, '', 1);
      const id = standIn.media.attach(text, bytes(photo.bytes));
      const sent = { MediaUrl0: 'https://elsewhere.example/x', MediaContentType0: 'text/html' };
      await standIn.handOver(text, shopAddress, sent);
      standIn.requests.length = 0;
      await fetchNow();
      expect(await statesOf(text)).toEqual(['stored']);
      const account = `/2010-04-01/Accounts/${standIn.accountSid}/Messages/${text.sid}`;
      expect(standIn.requests.filter((line) => line.includes('Media'))).toEqual([
        `GET ${account}/Media.json`,
        `GET ${account}/Media/${id}`,
      ]);
    });

    it('by an id, but never if it is a path, whether in the text or in the list', async () => {
      const { phone } = await customer();
      const { standIn, shop } = texting;
      const mediaRequests = () => standIn.requests.filter((line) => line.includes('Media'));
      standIn.requests.length = 0;
      const sent = standIn.text(phone, '', 1);
      await standIn.handOver(sent, shopAddress, { MessageSid: 'SM/../x' });
      await fetchNow();
      const [message] = await conversation(phone);
      expect(message?.pictures).toMatchObject([{ state: 'gone' }]);
      expect(mediaRequests()).toEqual([]);
      shop.clock.advance(minute);
      const text = standIn.text(phone, '', 1);
      standIn.media.attachAt(text, bytes(photo.bytes), '../../Media/x');
      await standIn.handOver(text, shopAddress);
      await fetchNow();
      expect(await statesOf(text)).toEqual(['waiting']);
      expect(mediaRequests()).toEqual([expect.stringMatching(/\/Media\.json$/)]);
    });

    it('without credentials from where the provider redirects to', async () => {
      const { phone } = await customer();
      const { media } = texting.standIn;
      media.storageRequests.length = 0;
      const again = redirect(media.store(bytes(photo.bytes)));
      const { text } = await send(phone, [bytes(photo.bytes), again]);
      await fetchNow();
      expect(await statesOf(text)).toEqual(['stored', 'stored']);
      expect(media.storageRequests).toHaveLength(3);
      for (const { headers } of media.storageRequests) {
        expect(headers).not.toHaveProperty('authorization');
        expect(JSON.stringify(headers)).not.toContain(texting.standIn.authToken);
      }
    });

    it('though the webhook missed the text', async () => {
      const { phone } = await customer();
      const { shop, standIn } = texting;
      shop.clock.advance(minute);
      const text = standIn.text(phone, 'Look at this', 1);
      standIn.media.attach(text, bytes(photo.bytes));
      shop.clock.advance(5 * minute);
      await shop.app.takeMissedTexts();
      await fetchNow();
      expect(await statesOf(text)).toEqual(['stored']);
    });

    it('once, however often the text is handed over, and by one of several at once', async () => {
      const { phone } = await customer();
      const { text } = await send(phone, [bytes(photo.bytes)]);
      await texting.standIn.handOver(text, shopAddress);
      texting.standIn.requests.length = 0;
      const { deps } = texting.shop.app;
      const others = [1, 2, 3].map(() => fetchPictures(deps, () => false));
      await Promise.all([fetchNow(), ...others]);
      await fetchNow();
      expect(texting.standIn.requests.filter((line) => /Media\/ME/.test(line))).toHaveLength(1);
      expect(await rowsOf(text)).toHaveLength(1);
    });
  });

  describe('that can’t be fetched', () => {
    const failing: [string, () => MediaAnswer, string][] = [
      ['not a picture, though it claims to be', () => bytes(Buffer.from('<svg/>')), 'unreadable'],
      ['a contact', () => bytes(Buffer.from('BEGIN:VCARD'), 'text/vcard'), 'unreadable'],
      ['nothing', () => bytes(Buffer.alloc(0)), 'unreadable'],
      ['half a JPEG', () => bytes(photo.bytes.subarray(0, photo.bytes.length / 2)), 'unreadable'],
      ['endless', endless, 'too-large'],
      ['gone', () => status(404), 'gone'],
    ];
    it.each(failing)('%s', async (_name, answer, state) => {
      const { phone } = await customer();
      const before = Object.keys(await allPhotos(texting.shop.storage));
      const { text } = await send(phone, [answer()]);
      await fetchNow();
      const [picture] = await picturesOf(text);
      expect(picture).toMatchObject({ state, url: null, canFetch: state === 'gone' });
      expect(picture?.detail).toMatch(/^[A-Z].*\.$/);
      expect(Object.keys(await allPhotos(texting.shop.storage))).toEqual(before);
      const address = `/api/messages/${await idOf(text)}/pictures/0`;
      expect((await get(address)).status).toBe(404);
    });

    it('too large by a byte, whatever length is declared', async () => {
      const { phone } = await customer();
      // What follows the picture's end is not read.
      const padded = (length: number) =>
        bytes(Buffer.concat([photo.bytes, Buffer.alloc(length - photo.bytes.length)]));
      const { text } = await send(phone, [padded(maxPictureBytes), padded(maxPictureBytes + 1)]);
      await fetchNow();
      expect(await statesOf(text)).toEqual(['stored', 'too-large']);
    });

    it('a picture of more than 50 megapixels, however few bytes it has', async () => {
      const { phone } = await customer();
      const bomb = await sharp({
        create: { width: 9000, height: 6000, channels: 3, background: 'white' },
      })
        .png({ compressionLevel: 9 })
        .toBuffer();
      const { text } = await send(phone, [bytes(bomb, 'image/png')]);
      await fetchNow();
      expect(await statesOf(text)).toEqual(['too-many-pixels']);
    });

    it('a picture in an encoding that was not asked for', async () => {
      const { phone } = await customer();
      const encoded = { 'content-encoding': 'gzip' };
      const { text } = await send(phone, [
        bytes(Buffer.from('\x1f\x8b\x08'), 'image/jpeg', encoded),
      ]);
      await fetchNow();
      expect(await statesOf(text)).toEqual(['unreadable']);
    });

    const notFollowed = 'a redirect that is not followed';
    const later: [string, () => MediaAnswer, string?][] = [
      ['too many requests', () => status(429)],
      ['an error', () => status(503)],
      ['no access', () => status(403)],
      ['a storage host that sends one byte at a time', dripping],
      ['broken off', () => cut(photo.bytes)],
      [
        'a redirect to this machine by another name',
        () => redirect('http://localhost:1/x'),
        notFollowed,
      ],
      [
        'a redirect to another address of this machine',
        () => redirect('http://127.0.0.2/x'),
        notFollowed,
      ],
      [
        'a redirect to a cloud’s metadata',
        () => redirect('http://169.254.169.254/latest'),
        notFollowed,
      ],
      ['the same over https', () => redirect('https://169.254.169.254/latest'), notFollowed],
      ['a redirect into a network', () => redirect('https://10.0.0.1/x'), notFollowed],
      ['a name of this machine over https', () => redirect('https://localhost/x'), 'ENOTPUBLIC'],
      ['a redirect to a file', () => redirect('file:///etc/passwd'), notFollowed],
      [
        'a redirect with a name and password',
        () => redirect('https://a:b@storage.example/x'),
        notFollowed,
      ],
      ['a redirect to nowhere', () => redirect('http://'), notFollowed],
    ];
    it.each(later)('at once are tried again: %s', async (_name, answer, cause) => {
      const { phone } = await customer();
      const { shop, standIn } = texting;
      const { text, ids } = await send(phone, [answer()]);
      causes.length = 0;
      await fetchNow();
      expect(await picturesOf(text)).toMatchObject([{ state: 'waiting', detail: null }]);
      expect(causes).toEqual(expect.arrayContaining(cause === undefined ? [] : [cause]));
      standIn.media.replace(text, ids[0] ?? '', bytes(photo.bytes));
      await fetchNow();
      expect(await statesOf(text)).toEqual(['waiting']);
      shop.clock.advance(30_000);
      await fetchNow();
      expect(await statesOf(text)).toEqual(['stored']);
    });

    it('after too many redirects are tried again', async () => {
      const { phone } = await customer();
      const { media } = texting.standIn;
      let answer = bytes(photo.bytes);
      for (let hop = 0; hop < 4; hop += 1) answer = redirect(media.store(answer));
      const { text } = await send(phone, [answer]);
      causes.length = 0;
      await fetchNow();
      expect(await statesOf(text)).toEqual(['waiting']);
      expect(causes).toContain('too many redirects');
    });

    it('while the provider is down wait, even if not listed yet', async () => {
      const { phone } = await customer();
      const { text } = await send(phone, [bytes(photo.bytes)]);
      texting.standIn.setAway(true, 429);
      await fetchNow();
      texting.standIn.setAway(false);
      expect(await statesOf(text)).toEqual(['waiting']);
      texting.shop.clock.advance(minute);
      await fetchNow();
      expect(await statesOf(text)).toEqual(['stored']);
    });

    it('are given up after two days, and fetched when staff ask for them', async () => {
      const { phone, repair } = await customer();
      const { shop, standIn } = texting;
      const { text, ids } = await send(phone, [status(503)]);
      await fetchNow();
      for (let passed = 0; passed < 49; passed += 1) {
        shop.clock.advance(hour);
        await fetchNow();
        if (passed === 40) {
          await stayLoggedIn(shop);
          expect(await statesOf(text)).toEqual(['waiting']);
        }
      }
      await stayLoggedIn(shop);
      expect(await picturesOf(text)).toMatchObject([{ state: 'unreached', canFetch: true }]);
      const tries = standIn.requests.filter((line) => line.includes(ids[0] ?? '')).length;
      expect(tries).toBeGreaterThan(10);
      expect(tries).toBeLessThan(25);
      standIn.media.replace(text, ids[0] ?? '', bytes(photo.bytes));
      const params = { id: await idOf(text), position: '0' };
      const { message } = await shop.staff.call('fetchTextPicture', { params });
      expect(message.pictures).toMatchObject([{ state: 'waiting', canFetch: false }]);
      await shop.staff.call('fetchTextPicture', { params });
      await fetchNow();
      expect(await statesOf(text)).toEqual(['stored']);
      const { events } = await shop.staff.call('getRepair', {
        params: { ticketNumber: repair.ticketNumber },
      });
      expect(events.filter(({ kind }) => kind === 'picture-asked-for')).toMatchObject([
        {
          actor: 'staff',
          data: { position: 0, before: { state: 'unreached' }, after: { state: 'waiting' } },
        },
      ]);
    });

    it('and never existed are not found', async () => {
      const { phone } = await customer();
      const { text } = await send(phone, [bytes(photo.bytes)]);
      for (const params of [
        { id: await idOf(text), position: '1' },
        { id: 'unknown', position: '0' },
      ]) {
        const refused = await texting.shop.staff.attempt('fetchTextPicture', { params });
        expect(refused.problem().code).toBe('message-not-found');
      }
    });
  });
});
