import type {
  FindResult,
  OutgoingText,
  SendResult,
  TextSender,
} from '../../server/ports/text-sender.ts';

type Scripted<Result> = Result | Promise<Result> | ((text: OutgoingText) => Promise<Result>);

export interface ScriptedSender extends TextSender {
  readonly sent: OutgoingText[];
  /** How the next sendings go; without a script they are accepted. */
  readonly results: Scripted<SendResult>[];
  /** What is answered about a text whose sending was cut short; without a script: unknown. */
  readonly finds: Scripted<FindResult>[];
}

async function play<Result>(
  script: Scripted<Result> | undefined,
  text: OutgoingText,
  otherwise: Result,
): Promise<Result> {
  if (script === undefined) return otherwise;
  return typeof script === 'function'
    ? await (script as (text: OutgoingText) => Promise<Result>)(text)
    : await script;
}

export function scriptedSender(facts: { isSimulated: boolean } = { isSimulated: true }) {
  const sender: ScriptedSender = {
    isSimulated: facts.isSimulated,
    sent: [],
    results: [],
    finds: [],
    send(text) {
      sender.sent.push(text);
      return play(sender.results.shift(), text, {
        kind: 'accepted',
        sid: `SM${text.reference.replaceAll('-', '')}`,
      });
    },
    mediaOf: async () => ({ kind: 'later', cause: 'no picture' }),
    fetchMedia: async () => ({ kind: 'gone' }),
    find: (text) => play<FindResult>(sender.finds.shift(), text, { kind: 'unknown' }),
  };
  return sender;
}
