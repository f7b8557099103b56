import pino from 'pino';
import { beforeAll, expect } from 'vitest';
import type { Message, TextPicture } from '../../domain/api-answers.ts';
import { shared } from './app.ts';
import type { Engine } from './engine.ts';
import { testPhoto } from './photo-upload.ts';
import { type RealTexts, shopAddress, startWithRealTexts } from './real-texts.ts';
import { minute } from './settable-clock.ts';
import { normalized, takeIn } from './shop-fixtures.ts';
import type { mediaAnswers } from './twilio-media.ts';
import type { StandInText } from './twilio-texts.ts';

type MediaAnswer = ReturnType<typeof mediaAnswers.bytes>;

/** A shop with real texts whose customers text pictures, and what it has made of them. */
export function usePictures(engine: Engine) {
  /** Why pictures could not be fetched, as the log says. */
  const causes: string[] = [];
  const write = (line: string) => causes.push(JSON.parse(line).cause);
  const log = pino({ level: 'warn' }, { write });
  const texting: RealTexts = shared(
    // A storage host that hangs is waited for four times as long as this.
    () => startWithRealTexts(engine, { log, overrides: { providerPatienceMs: 1500 } }),
    (started) => started.close(),
  );
  const photo: { bytes: Buffer } = { bytes: Buffer.alloc(0) };
  beforeAll(async () => {
    photo.bytes = await testPhoto();
  });

  /** What the phone texted, newest first. */
  const conversation = async (phone: string): Promise<Message[]> =>
    (await texting.shop.staff.call('listMessages', { query: { phone } })).items.filter(
      ({ direction }) => direction === 'inbound',
    );
  const messageOf = async (text: StandInText) =>
    (await conversation(text.from)).find(({ sid }) => sid === text.sid);
  const picturesOf = async (text: StandInText): Promise<TextPicture[]> =>
    (await messageOf(text))?.pictures ?? [];

  return {
    texting,
    photo,
    causes,
    conversation,
    picturesOf,
    idOf: async (text: StandInText) => (await messageOf(text))?.id ?? '',
    statesOf: async (text: StandInText) => (await picturesOf(text)).map(({ state }) => state),
    rowsOf: async (text: StandInText) =>
      texting.shop.rows.run(
        `select picture.* from text_pictures as picture join messages as text
          on text.id = picture.message_id where text.provider_sid = ? order by picture.position`,
        text.sid,
      ),

    fetchNow: () => texting.shop.app.fetchPictures(),

    get: (url: string, headers: Record<string, string> = {}) =>
      fetch(new URL(url, texting.shop.origin), {
        headers: { cookie: texting.shop.staff.cookie ?? '', ...headers },
      }),

    customer: async () => {
      const repair = await takeIn(texting.shop);
      return { repair, phone: normalized(repair.customerPhone) };
    },

    /** The customer texts pictures; they are not yet fetched. */
    send: async (phone: string, answers: readonly MediaAnswer[], body = '') => {
      texting.shop.clock.advance(minute);
      const { standIn } = texting;
      const text = standIn.text(phone, body, answers.length);
      const ids = answers.map((answer) => standIn.media.attach(text, answer));
      const { status } = await standIn.handOver(text, shopAddress);
      expect(status).toBe(200);
      return { text, ids };
    },
  };
}
