import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readReply, replyMeanings } from './reply-meaning.ts';
import { acceptWords, declineWords, fillerWords, noWords, yesWords } from './reply-words.ts';

const read = (body: string, optOutType?: string) => readReply({ body, optOutType, mediaCount: 0 });
const meaningOf = (body: string) => read(body).meaning;

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

describe('readReply, whatever comes', () => {
  it('answers with one of the meanings and never throws', () => {
    fc.assert(
      fc.property(anyText, fc.option(anyText, { nil: undefined }), (body, optOutType) => {
        expect(replyMeanings).toContain(read(body, optOutType).meaning);
      }),
    );
  });

  it('never reads an acceptance where a refusal or a negation is said', () => {
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

  it('takes long hostile texts in its stride', () => {
    const parts = [
      ...[
        ' ',
        "'",
        '"',
        '-',
        '>',
        '\n',
        '\n>',
        'accept ',
        'wh',
        'wh 123456 ',
        'WH123456ABC ',
        '👍',
      ],
      ...[
        'removed ',
        'reacted ',
        'stop ',
        'opt ',
        'sent from my ',
        '\nsent from my a',
        '\u200B',
        '\uFDFA',
      ],
      ...['a\u0301\u0323', '\u0301\u0323', 'auto', "i'm ", 'wrong ', '(', '‴', 'no me '],
    ];
    // A pattern that goes back over them would not end within the test's time.
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
