import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { describeOnBothInLongRun } from '../../harness/engine.ts';
import { allPhotos } from '../../harness/photo-upload.ts';
import { day, minute } from '../../harness/settable-clock.ts';
import {
  complete,
  newIntake,
  newPhone,
  normalized,
  repairInStatus,
  sameCustomer,
  stayLoggedIn,
  takeIn,
  takeInWithEstimate,
} from '../../harness/shop-fixtures.ts';
import { usePictures } from '../../harness/texted-pictures.ts';
import { mediaAnswers } from '../../harness/twilio-media.ts';

const { bytes, status } = mediaAnswers;

describeOnBothInLongRun('the pictures of a conversation', (engine) => {
  const pictures = usePictures(engine);
  const { texting, photo, conversation, picturesOf, idOf, statesOf, rowsOf } = pictures;
  const { fetchNow, get, customer, send } = pictures;
  const reasonsOf = async (ticketNumber: string) =>
    (await texting.shop.staff.call('listAttention')).items.flatMap((one) =>
      one.ticketNumber === ticketNumber ? one.reason : [],
    );

  it('are not found if their row names something else', async () => {
    const { phone } = await customer();
    const { text } = await send(phone, [bytes(photo.bytes)]);
    await fetchNow();
    const [picture] = await picturesOf(text);
    for (const name of ['../shop.db', 'incoming', '']) {
      await texting.shop.rows.run('update text_pictures set picture = ?', name);
      expect((await get(picture?.url ?? '')).status, name).toBe(404);
    }
  });

  describe('are not fetched', () => {
    it('if the phone is on no ticket and no client, until staff want them', async () => {
      const { shop } = texting;
      const { text } = await send(normalized(newPhone()), [bytes(photo.bytes), bytes(photo.bytes)]);
      texting.standIn.requests.length = 0;
      await fetchNow();
      expect(await picturesOf(text)).toMatchObject([
        { state: 'unknown-phone', canFetch: true, isOnTicket: false },
        { state: 'unknown-phone', canFetch: true, isOnTicket: false },
      ]);
      expect(texting.standIn.requests.filter((line) => line.includes(text.sid))).toEqual([]);
      const params = { id: await idOf(text), position: '1' };
      await shop.staff.call('fetchTextPicture', { params });
      await fetchNow();
      const pictures = await picturesOf(text);
      expect(pictures.map(({ state }) => state)).toEqual(['unknown-phone', 'stored']);
      expect((await get(pictures[1]?.url ?? '')).status).toBe(200);
    });

    it('but are if the phone is that of a client without a ticket', async () => {
      const { customerName, customerEmail, customerPhone } = newIntake();
      const body = {
        ...{ name: customerName, email: customerEmail, phone: customerPhone, address: null },
      };
      await texting.shop.staff.call('createClient', { body });
      const { text } = await send(normalized(customerPhone), [bytes(photo.bytes)]);
      await fetchNow();
      expect(await picturesOf(text)).toMatchObject([{ state: 'stored', isOnTicket: false }]);
    });

    it('after thirty from one phone within a day', async () => {
      const { phone } = await customer();
      const other = await customer();
      const ten = Array.from({ length: 10 }, () => status(404));
      for (let text = 0; text < 2; text += 1) await send(phone, ten);
      const { text: third } = await send(phone, ten.slice(1));
      expect(new Set(await statesOf(third))).toEqual(new Set(['waiting']));
      const { text: beyond } = await send(phone, ten.slice(8));
      expect(await statesOf(beyond)).toEqual(['waiting', 'daily-limit']);
      expect((await picturesOf(beyond))[1]).toMatchObject({ canFetch: true });
      const { text: others } = await send(other.phone, ten.slice(9));
      expect(await statesOf(others)).toEqual(['waiting']);
      texting.shop.clock.advance(day);
      await stayLoggedIn(texting.shop);
      const { text: tomorrow } = await send(phone, ten.slice(9));
      expect(await statesOf(tomorrow)).toEqual(['waiting']);
      await fetchNow();
    });

    it('beyond the tenth', async () => {
      const { phone } = await customer();
      const { text } = await send(
        phone,
        Array.from({ length: 11 }, () => bytes(photo.bytes)),
      );
      expect(await statesOf(text)).toHaveLength(10);
      await fetchNow();
      expect(new Set(await statesOf(text))).toEqual(new Set(['stored']));
    });
  });

  describe('in the conversation', () => {
    it('are a case even without words, which a reply closes', async () => {
      const { phone, repair } = await customer();
      const { text } = await send(phone, [bytes(photo.bytes)]);
      expect(await reasonsOf(repair.ticketNumber)).toEqual(['sent-photo']);
      const [message] = await conversation(phone);
      expect(message).toMatchObject({ body: '', meaning: 'EMPTY', attention: 'sent-photo' });
      const { events } = await texting.shop.staff.call('getRepair', {
        params: { ticketNumber: repair.ticketNumber },
      });
      expect(events.at(-1)).toMatchObject({
        kind: 'text-received',
        actor: 'customer',
        data: { pictures: 1, attention: 'sent-photo' },
      });
      const params = { id: await idOf(text) };
      const body = { messageId: randomUUID(), body: 'Thanks, we see it' };
      await texting.shop.staff.call('replyToText', { params, body });
      expect(await reasonsOf(repair.ticketNumber)).toEqual([]);
    });

    it('do not keep an answer from counting', async () => {
      const { repair } = await takeInWithEstimate(texting.shop);
      const phone = normalized(repair.customerPhone);
      const { text } = await send(phone, [bytes(photo.bytes)], 'ACCEPT');
      await fetchNow();
      const { repair: now } = await texting.shop.staff.call('getRepair', {
        params: { ticketNumber: repair.ticketNumber },
      });
      expect(now.status).toBe('estimate-accepted');
      expect(await picturesOf(text)).toMatchObject([{ state: 'stored', isOnTicket: true }]);
    });

    it('are on the ticket if the phone has one open, though another was texted about last', async () => {
      const { shop } = texting;
      const done = await repairInStatus(shop, 'in-progress');
      const phone = normalized(done.customerPhone);
      shop.clock.advance(minute);
      const second = await takeIn(shop, { ...sameCustomer(done), watchModel: 'Another' });
      const both = await send(phone, [bytes(photo.bytes)]);
      expect((await picturesOf(both.text)).map(({ isOnTicket }) => isOnTicket)).toEqual([false]);
      shop.clock.advance(minute);
      await complete(shop, done.ticketNumber);
      const one = await send(phone, [bytes(photo.bytes)]);
      expect((await picturesOf(one.text)).map(({ isOnTicket }) => isOnTicket)).toEqual([true]);
      const [newest] = await conversation(phone);
      expect(newest?.ticketNumber).toBe(second.ticketNumber);
      await fetchNow();
    });

    it('are hidden while their ticket is deleted, and deleted with it for good', async () => {
      const { shop } = texting;
      const { phone, repair } = await customer();
      const { text } = await send(phone, [bytes(photo.bytes)]);
      await fetchNow();
      const [{ url } = { url: null }] = await picturesOf(text);
      const [row] = await rowsOf(text);
      const params = { ticketNumber: repair.ticketNumber };
      await shop.staff.call('deleteRepair', { params });
      expect(await picturesOf(text)).toEqual([]);
      expect((await get(url ?? '')).status).toBe(404);
      await shop.staff.call('restoreRepair', { params });
      expect((await get(url ?? '')).status).toBe(200);
      await shop.staff.call('deleteRepair', { params });
      expect(await allPhotos(shop.storage)).toHaveProperty([String(row?.picture)]);
      await shop.staff.call('purgeRepair', { params });
      expect(await rowsOf(text)).toEqual([]);
      expect(await allPhotos(shop.storage)).not.toHaveProperty([String(row?.picture)]);
      expect((await get(url ?? '')).status).toBe(404);
    });

    it('leave nothing behind if their ticket is deleted for good while they are fetched', async () => {
      const { shop, standIn } = texting;
      const { phone, repair } = await customer();
      const before = Object.keys(await allPhotos(shop.storage));
      const asked = Promise.withResolvers<void>();
      const answer = Promise.withResolvers<void>();
      const { text } = await send(phone, [
        (request, response) => {
          asked.resolve();
          void answer.promise.then(() => bytes(photo.bytes)(request, response));
        },
      ]);
      const fetching = fetchNow();
      await asked.promise;
      const params = { ticketNumber: repair.ticketNumber };
      await shop.staff.call('deleteRepair', { params });
      await shop.staff.call('purgeRepair', { params });
      answer.resolve();
      await fetching;
      expect(Object.keys(await allPhotos(shop.storage))).toEqual(before);
      expect(standIn.requests.some((line) => line.includes(text.sid))).toBe(true);
    });
  });
});
