import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OutgoingText, TextSender } from '../../server/ports/text-sender.ts';

export interface SenderUnderTest {
  sender: TextSender;
  /** Whether real texts would be sent, were this not a test. */
  isSimulated: boolean;
  /** A number that gets texts, as +1 and ten digits. */
  reachable: string;
  /** A number that the carrier refuses, and the code that it gives. */
  unreachable: { to: string; code: string };
  close: () => Promise<void>;
}

/** The provider's ids: its letters for a text or a picture message, and 32 hexadecimal digits. */
const sidPattern = /^(SM|MM)[0-9a-f]{32}$/;

const longAgo = '2000-01-01T00:00:00.000Z';
const soon = () => new Date(Date.now() + 60_000).toISOString();

export function describeTextSender(adapter: string, open: () => Promise<SenderUnderTest>): void {
  describe(`text sender: ${adapter}`, () => {
    let given: SenderUnderTest;
    let sender: TextSender;
    beforeEach(async () => {
      given = await open();
      sender = given.sender;
    });
    afterEach(async () => {
      await given.close();
    });

    const newText = (changes: Partial<OutgoingText> = {}): OutgoingText => ({
      reference: randomUUID(),
      to: given.reachable,
      body: 'Harbor Watch Repair: your Omega, ticket WH123456ABC, is ready for pickup.',
      ...changes,
    });
    const accepted = async (text: OutgoingText): Promise<string> => {
      const result = await sender.send(text);
      if (result.kind !== 'accepted') throw new Error(`Not accepted: ${JSON.stringify(result)}`);
      return result.sid;
    };

    it('says whether real texts are sent', () => {
      expect(sender.isSimulated).toBe(given.isSimulated);
    });

    it('gives every text an id of the provider’s, even the same words to the same number', async () => {
      const sids = await Promise.all(Array.from({ length: 10 }, () => accepted(newText())));
      for (const sid of sids) expect(sid).toMatch(sidPattern);
      expect(new Set(sids).size).toBe(10);
    });

    it('refuses a number that cannot get texts, with the provider’s code', async () => {
      const { to, code } = given.unreachable;
      expect(await sender.send(newText({ to }))).toEqual({ kind: 'rejected', code });
    });

    it('finds a text that it took, under the same id', async () => {
      const text = newText();
      const sid = await accepted(text);
      await accepted(newText({ body: 'Another text' }));
      expect(await sender.find({ ...text, sentAfter: longAgo })).toEqual({ kind: 'found', sid });
    });

    it('does not find a text that it never got, nor one that it refused', async () => {
      const never = newText({ body: 'A text that nobody sent' });
      expect(await sender.find({ ...never, sentAfter: longAgo })).toEqual({ kind: 'not-found' });
      const refused = newText({ to: given.unreachable.to });
      await sender.send(refused);
      expect((await sender.find({ ...refused, sentAfter: longAgo })).kind).not.toBe('found');
    });

    it('never mistakes an older text with the same words for the one that is asked about', async () => {
      await accepted(newText());
      const later = { ...newText(), sentAfter: soon() };
      expect((await sender.find(later)).kind).not.toBe('found');
    });

    it('does not look at other numbers', async () => {
      const text = newText();
      await accepted(text);
      const other = { ...newText({ to: '+12125550142' }), sentAfter: longAgo };
      expect((await sender.find(other)).kind).not.toBe('found');
    });

    it.each([
      ['characters beyond the plain alphabet', 'Zoë’s “Speedmaster” – 🕰️'],
      ['characters that mean something in an address', 'a=1&b=2?c#d%e+f'],
    ])('finds a text with %s', async (_what, body) => {
      const text = newText({ body });
      const sid = await accepted(text);
      expect(await sender.find({ ...text, sentAfter: longAgo })).toEqual({ kind: 'found', sid });
    });
  });
}
