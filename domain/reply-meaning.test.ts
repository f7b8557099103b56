import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import examples from './reply-examples.json' with { type: 'json' };
import {
  acceptWords,
  declineWords,
  fillerWords,
  noWords,
  type ReplyMeaning,
  readReply,
  replyMeanings,
  yesWords,
} from './reply-meaning.ts';

const read = (body: string, optOutType?: string) => readReply({ body, optOutType, mediaCount: 0 });
const meaningOf = (body: string) => read(body).meaning;

const ours =
  'Shop: Omega repair estimate $150.00, ticket WH123456ABC. Reply ACCEPT or DECLINE. Questions? (212) 555-0100. STOP to opt out.';

describe('the worked examples', () => {
  it.each(examples.cases)('$id means $intent', ({ body, intent, ...more }) => {
    const { meaning } = readReply({
      body,
      optOutType: 'optOutType' in more ? more.optOutType : undefined,
      mediaCount: 'numMedia' in more ? more.numMedia : 0,
    });
    expect(meaning).toBe(intent);
  });
});

/** One body each, set apart by bars and line ends; ⏎ is a line break inside of a body. */
function listed(list: string): string[] {
  return list
    .split(/[|\n]/)
    .map((body) => body.trim().replaceAll('⏎', '\n'))
    .filter((body) => body !== '');
}

const bodies: Record<ReplyMeaning, string[]> = {
  STOP: listed(`
    stop | STOPALL | unsubscribe | CANCEL | End | quit | Revoke | OPTOUT | STOP. | "STOP" | stop!!
    (Stop) | ＳＴＯＰ | st\u200Bop | STOP 🛑 | stop? | Stop⏎Sent from my iPhone | STOP⏎⏎`),
  START: listed('start | UNSTOP | Start!'),
  HELP: listed('help | INFO | help? | Info.'),
  EMPTY: ['', '   ', '\n\n', '\u200B\u2060\uFE0F', '\uFFFC', 'Sent from my iPhone', '\u00A0'],
  REACTION: [
    ...['Liked', 'Loved', 'Disliked', 'Laughed at', 'Emphasized', 'Questioned'].flatMap((did) => [
      `${did} “${ours}”`,
      `${did} "${ours}"`,
      `${did} an image`,
    ]),
    ...listed(`
    Removed a heart from “${ours}” | Removed an exclamation mark from “${ours}”
    Removed a like from an image | Removed 👍 from “${ours}” | Reacted 👍🏽 to “${ours}”
    Reacted ❤️ to an image | Reacted with a sticker to “${ours}” | 👍🏽 to “${ours}”
    Le gustó “${ours}” | Le gusto\u0301 «${ours}» | Le encantó “${ours}” | No le gustó “${ours}”
    Le encantó una imagen | Liked “ACCEPT” | Liked “STOP” | Liked “${ours.slice(0, 60)}
    Liked “Shop: your Omega 12" dial is ready” | liked “${ours}”`),
    `\u200A\u200B👍\u200B to “\u200A${ours}\u200A” \u200A\u200B`,
  ],
  AUTO_REPLY: listed(`
    I'm driving right now | I am driving and will answer later: ACCEPT | Auto-reply: I am away
    I’m driving with Driving Focus turned on. I’ll see your message when I get where I’m going.
    [Auto-Reply] back at 5 | Automatic reply: out today | Auto reply - stop texting and driving
    I am currently out of the office until Monday. | Do Not Disturb While Driving is on
    (I’m not receiving notifications. If this is urgent, reply “urgent”.) | Estoy manejando`),
  OPT_OUT_REQUEST: listed(`
    stop texting me | Please stop texting | please don't text me | Don’t text me again | dont text
    DO NOT TEXT | don´t text me | don\`t text | You have the wrong number | wrong number!
    Wrong person | Remove me | remove me from your list | opt out | opt-out | No more texts
    I want to opt out please | please unsubscribe me | stop sending me texts | Stop messaging me
    Accept, but stop texting me | Número equivocado | no me mande mensajes | take me off this list`),
  ACCEPT: [
    ...acceptWords,
    ...listed(`
    ok accept | Okay, accept. Thanks! | Hi, I accept the estimate | approve it | YES accept
    yes, approved | Accept pls & thank you | we accept your offer | accept⏎accept | 'accept'
    Sí, acepto | si acepto | Sí, lo acepto, gracias | Acepto el presupuesto por favor
    ＡＣＣＥＰＴ | 𝐀𝐂𝐂𝐄𝐏𝐓 | ac\u200Bce\u00ADpt | \uFEFFACCEPT | ACCEPT\u202C | accept\u00A0please
    ACCEPT ✅ | Accept ✔️ | Accept 🙏 | accept 👍🏽 | accept 👍🏿👍🏻 | Accept ❤️ | accept :) | ACCEPT…
    ACCEPT⏎Sent from my iPhone | accept⏎⏎Sent from my Verizon, Samsung Galaxy smartphone⏎
    Acepto⏎Enviado desde mi iPhone | ACCEPT\rSent from my T-Mobile 4G LTE Device
    accept wh123456abc | ACCEPT #WH123456ABC | WH123456ABC accept | accept (WH-123456-ABC)
    accept WH 123456 ABC | accept: wh123456abc. | ACCEPT WH1763700000000XYZ
    accept WH123456–ABC | Accept WH123456ABC wh123456abc | accept 'WH123456ABC'
    *ACCEPT* | <ACCEPT> | "Accept" | #accept | accept WH123456\u200BABC`),
  ],
  DECLINE: [
    ...declineWords,
    ...listed(`
    no, decline | Nope. Declined | Decline 👎 | decline ❌ | I decline the repair, sorry
    No, rechazo el presupuesto, gracias | Decline WH123456ABC | DECLINE⏎Sent from my iPad`),
  ],
  UNCLEAR: [
    ...listed(`
    ok | OK thanks | Sí | yes | YES! | yes 👍 | 👍 | 👎 | ❤️ | ... | ! | no | nah | 1 | Y | 150
    Go ahead | do it | sounds good | agreed | confirm | WH123456ABC | Yes WH123456ABC | sure`),
    ...listed(`
    accept decline | ACCEPT or DECLINE | accept/decline | Accept⏎Decline | decline? no, accept
    I declined before but now I accept | not decline, accept | ACCEPT x2 not DECLINE`),
    ...listed(`
    don't accept | dont accept | do not accept | I don’t accept | don´t accept | don\`t accept
    not accept | accept? no | no accept | Accept NOT | never accept | cannot accept | can't accept
    wont accept | won't approve | I haven't accepted | not accepted | no acepto | no lo acepto
    nunca acepto | unaccepted | un-approved | not-accepted | not_accept | n.o.t accept | notaccept
    non accept | accept it nah | yes I accept, no wait | refuse to accept | neither accept
    I accept nothing | I don\u200B't accept | I do n\u200Bot accept | I don\uFFFDt accept
    accept, sorry no | yes decline | decline yes | don't decline | not decline | Decline 👍`),
    ...listed(`
    accept? | ACCEPT？ | ¿acepto | accept ؟ | accept ❓ | accept ❔ | accept ⁉️ | accept‽ | if accept
    I accept if under 100 | ACCEPT $150 | accept 150 | accept for $100 | accept 100% | accept both
    accept all | accept but call me | accept tomorrow | I would accept | I'll accept | accept x
    accept the battery only | accept except the strap | except | excepted | acceptable | accepting
    aceptaré | approval | decliner | ACCEPT ticket | accept 1 | accept 1️⃣ | pre-approved`),
    ...listed(`
    accept 👎 | ACCEPT ❌ | accept 🚫 | accept ✖️ | accept ⛔ | accept 🙅‍♀️ | accept 👎🏿 | accept ✗
    accept 🤔 | accept 🤷‍♂️ | ❎ accept | ☐ accept | ☒ accept | ≠ accept | ¬accept | decline 🤔`),
    ...listed(`
    ${ours} | ACCEPT⏎⏎> ${ours} | ACCEPT⏎On Monday the shop wrote:⏎${ours} | "${ours}" | > ACCEPT
    ok⏎>accept | Liked “${ours}” ACCEPT | Liked “${ours}” please call me | Liked the price, accept
    Liked | I liked "ACCEPT" | Loved an image of it, accept | Reply "ACCEPT"`),
    ...listed(`
    ACCEPT WH123456ABC WH234567DEF | accept WH123456ABC and WH234567DEF | accept WH123456
    accept 123456ABC | accept WH12345ABC | accept WH1234567ABC | accept WH123456ABCD
    accept WH123456AB | accept WH123456ABC2 | accept xWH123456ABC | acceptWH123456ABC
    accept WH 123456 not | accept WH-123456-but | accept WH 123456 thx | accept WH123456ABC's
    accept WH123456ABC-2 | decline WH123456ABC WH234567DEF | STOP WH123456ABC`),
    ...listed(`
    ACCEPT Sent from my iPhone | ACCEPT⏎Sent from my iPhone⏎but call first | accept⏎sent from home
    ACCEPT⏎Sent from my wife: do not | ACCEPT⏎Sent from my wife not me | accept⏎Sent from my dont
    accept⏎Sent from my phone, don't | ACCEPT⏎Sent from my phone? | accept⏎Sent from my decline
    accept⏎Sent from my sofa, we do it all at a later day | accept⏎Sent from my wife who doesnt want it
    accept⏎Sent from my ${'long '.repeat(20)}phone`),
    ...listed(`
    аccept | a\u0336c\u0336c\u0336e\u0336p\u0336t\u0336 | accept\u20E0 | αccept | ACCEPT\uD83D
    Please stop the repair | please stop | Stop it | STOP STOP | help me | start the repair
    Cancel the repair | Cancel it please | end it | Arrêt | text me later | number?`),
    ...[`accept${' '.repeat(5000)}x`, `accept ${'accept '.repeat(700)}`],
    ...[`x${'\u200B'.repeat(5000)}accept`, `\u200B${'\u200C'.repeat(5000)}x`],
  ],
};

describe('readReply', () => {
  it.each(replyMeanings)('reads as %s only what means that', (meaning) => {
    const misread = bodies[meaning].filter((body) => meaningOf(body) !== meaning);
    expect(misread.map((body) => [body, meaningOf(body)])).toEqual([]);
  });

  it('takes the word of the provider first', () => {
    expect(read('ACCEPT', 'STOP').meaning).toBe('STOP');
    expect(read('yes', 'START').meaning).toBe('START');
    expect(read('hola', 'help').meaning).toBe('HELP');
    expect(read('ACCEPT', '').meaning).toBe('ACCEPT');
    expect(read('ACCEPT', 'OTHER').meaning).toBe('ACCEPT');
  });

  it('knows a bare YES, the provider’s opt-in word', () => {
    expect([' yes! ', 'YES', '"Yes"', 'yes 👍'].map((body) => read(body).isYes)).toEqual(
      Array(4).fill(true),
    );
    expect(
      ['yes accept', 'yeah', 'sí', 'ACCEPT', '', 'Yes WH123456ABC', 'yes yes'].map(
        (body) => read(body).isYes,
      ),
    ).toEqual(Array(7).fill(false));
  });

  it('finds ticket numbers however they are typed, each once', () => {
    expect(
      read('accept wh-123456-abc, WH 234567 DEF! #WH123456ABC WH1763700000000XYZ').ticketNumbers,
    ).toEqual(['WH123456ABC', 'WH234567DEF', 'WH1763700000000XYZ']);
    expect(read(`Liked “${ours}”`).ticketNumbers).toEqual(['WH123456ABC']);
    expect(read('WH12345ABC WH123456ABCD 123456ABC WHITE').ticketNumbers).toEqual([]);
  });

  it('reads a picture with words by its words, and one without as an empty text', () => {
    expect(readReply({ body: 'ACCEPT', mediaCount: 2 }).meaning).toBe('ACCEPT');
    expect(readReply({ body: ' ', mediaCount: 2 }).meaning).toBe('EMPTY');
  });
});

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({ unit: 'grapheme', maxLength: 400 }),
);
const knownWords = [acceptWords, declineWords, fillerWords, yesWords, noWords].flatMap((set) => [
  ...set,
]);
const wordSoup = fc
  .array(fc.oneof(fc.constantFrom(...knownWords, 'not', "don't", 'WH123456ABC'), fc.lorem()), {
    maxLength: 8,
  })
  .map((words) => words.join(' '));

function accepting(body: string) {
  return meaningOf(body) === 'ACCEPT';
}

describe('readReply with any text', () => {
  it('never reads an acceptance if there is a refusal or a negation', () => {
    const turning = fc.constantFrom(
      ...[...declineWords, ...noWords, 'not', 'NOT', 'Not', "don't", 'don’t', "won't", "can't"],
      ...["isn't", "n't", 'never', 'cannot', 'except', 'but', 'if', 'nunca', '?', '👎', '❌', '🚫'],
    );
    const place = fc.nat(8);
    const gap = fc.constantFrom(' ', '\n', ', ', ' - ', '. ', '\nSent from my ');
    fc.assert(
      fc.property(wordSoup, turning, place, gap, (soup, word, at, between) => {
        const words = soup.split(' ');
        const before = words.slice(0, at).join(' ');
        const after = words.slice(at).join(' ');
        expect(accepting(`accept ${before}${between}${word}${between}${after}`)).toBe(false);
        expect(accepting(`${before}${between}${word}${between}${after} accept`)).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  it('never reads an acceptance without one of its words, nor with an unknown word', () => {
    const explained = new Set([...acceptWords, ...fillerWords, ...yesWords]);
    fc.assert(
      fc.property(fc.oneof(wordSoup, anyText), (body) => {
        if (!accepting(body)) return;
        const words = body.replaceAll('WH123456ABC', '').split(' ').filter(Boolean);
        expect(words.some((word) => acceptWords.has(word))).toBe(true);
        expect(words.filter((word) => !explained.has(word))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it('reads an answer the same through noise: case, spaces, punctuation, invisible characters', () => {
    const edge = fc.string({
      unit: fc.constantFrom(' ', '\n', '\t', '.', ',', '!', '"', '”', '-', '*', '(', ')', '\u200B'),
      maxLength: 12,
    });
    const invisible = fc.constantFrom('', '', '\u200B', '\u200D', '\uFEFF', '\u00AD', '\u2060');
    const noisy = (word: string) =>
      fc
        .tuple(
          fc.tuple(...Array.from(word, () => fc.tuple(fc.boolean(), invisible))),
          edge,
          edge,
          fc.constantFrom('', '\nSent from my iPhone', '\n\nsent from my Galaxy\n'),
        )
        .map(
          ([letters, before, after, end]) =>
            before +
            letters
              .map(([isCapital, between], index) => {
                const letter = word.charAt(index);
                return (isCapital ? letter.toUpperCase() : letter) + between;
              })
              .join('') +
            after +
            end,
        );
    const answers = fc.constantFrom('accept', 'decline', 'cancel');
    fc.assert(
      fc.property(
        answers.chain((word) => noisy(word).map((body) => ({ word, body }))),
        ({ word, body }) => {
          expect(meaningOf(body)).toBe(word === 'cancel' ? 'STOP' : word.toUpperCase());
        },
      ),
      { numRuns: 300 },
    );
  });

  it('handles long hostile texts quickly', () => {
    const parts = [
      ...[' ', "'", '"', '-', '>', '\n', '\n>', 'accept ', 'wh', 'wh 123456 ', 'WH123456ABC '],
      ...['👍', 'removed ', 'reacted ', 'stop ', 'opt ', 'sent from my ', '\nsent from my a'],
      ...['\u200B', '\uFDFA', 'a\u0301\u0323', '\u0301\u0323', 'auto', "i'm ", 'wrong ', '('],
      ...['‴', 'no me '],
    ];
    // A pattern that backtracks over them would not finish within the test's time.
    for (const part of parts) {
      for (const length of [1600, 3999, 400_000]) {
        const long = part.repeat(Math.ceil(length / part.length));
        for (const body of [long, `Liked “${long}`, `removed ${long}`, `accept${long}x`]) {
          expect(accepting(`${body}?`)).toBe(false);
        }
      }
    }
  });
});
