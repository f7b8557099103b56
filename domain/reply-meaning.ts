/**
 * The words by which a customer's text is read. Closed lists: nothing is matched by resemblance
 * ("except" is one letter away from a misspelled "accept"). All in lowercase without accents.
 * Shop decision on replies; the first three lists are the text-message provider's own.
 */

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/**
 * The provider opts the phone out on these automatically; CANCEL is one of them, so it is not a DECLINE. The
 * Spanish ones are those that shops set up there, and count even if this shop hasn't.
 */
const stopWords = words(
  'stop stopall unsubscribe cancel end quit revoke optout parar pare alto detener cancelar baja',
);
/**
 * The provider opts the phone in on these, and on YES, which is also what people say to agree. Words in
 * Spanish opt in only if the provider says so: a phone that it still blocks must not look reachable.
 */
const startWords = words('start unstop');
const optInYes = 'yes';
/**
 * The provider answers these with its help text. Other words, such as AYUDA, ask for help only if the
 * provider says so.
 */
const helpWords = words('help info');

export const acceptWords = words(
  'accept accepted approve approved acept accpet acccept acepto aceptar aceptado',
);
export const declineWords = words(
  'decline declined declin delcine dicline reject rejected rechazo rechazar rechazado',
);
/** They may accompany an answer without changing it. */
export const fillerWords = words(
  'ok okay k please pls plz thanks thank thx ty you u i we it the this that your my estimate quote price offer repair sorry hi hello hey muchas gracias por favor yo el la lo su presupuesto precio oferta',
);
/** Beside an acceptance only. */
export const yesWords = words('yes yeah yep yup sure si');
/** Beside a refusal only. */
export const noWords = words('no nope nah');

/** Words that can reverse the meaning of what they are next to. */
const turningWords = words(
  'not never nor neither but if unless until till except only instead without wait hold dont cannot ni nunca pero',
);

/** Question marks of every script, emoji of doubt, and the character that replaces one lost on the way. */
const doubtSigns = /[?¿؟՞፧⸮‽❓❔🤔🤷🧐☐☒\uFFFD]/u;
const refusalSigns = /[👎❌🚫✖⛔🙅✕✗✘❎🛑✋🖕🆖🈲🚷😡😠🤬🤮💔]/u;
const approvalSigns = /[👍✅✔☑👌🆗💯]/u;

/**
 * A phone's reaction to one of our texts arrives as a text that quotes ours, keywords included.
 * Each is the beginning up to the quotation, or to the word for a picture.
 */
const reactionBeginnings = [
  'liked',
  'loved',
  'disliked',
  'laughed at',
  'emphasi[sz]ed',
  'questioned',
  'removed .{1,40}? from',
  'reacted .{1,40}? to',
  // Messages by Google puts the picture first.
  '[^\\p{L}\\p{N}"\']{1,20} to',
  'le gusto',
  'no le gusto',
  'le encanto',
  'se rio de',
  'le dio risa',
  'le hizo gracia',
  'enfatizo',
  'cuestiono',
  'reacciono .{1,40}? a',
  'elimino .{1,40}? de',
];
const reactedTo = `(?:${reactionBeginnings.join('|')})`;
const reactionToQuotation = new RegExp(`^${reactedTo} (["'])`, 'u');
const reactionToPicture = new RegExp(
  `^${reactedTo} (?:an image|a photo|a picture|a video|a movie|an attachment|an audio message|a sticker|una imagen|una foto|un video)\\W{0,10}$`,
  'u',
);

/** Phones that answer automatically. Answering them could go on forever. */
const autoReplies: readonly RegExp[] = [
  /^(?:i'?m|i am) (?:currently )?driving\b/,
  /^[[(*"-]{0,3}auto(?:matic|mated)?[ -]?(?:reply|response)\b/,
  /\bout of (?:the )?office\b/,
  /\bdo not disturb while driving\b/,
  /\bdriving focus\b/,
  /^\(?i'?m not receiving notifications\b/,
  /^estoy (?:conduciendo|manejando)\b/,
  /^respuesta automatica\b/,
];

/** A customer who says this must not be texted again, no matter what else the text says. */
const optOutRequests: readonly RegExp[] = [
  /\bstop (?:text|texting|texts|messaging|messages|contacting)\b/,
  /\bstop sending (?:me )?(?:these |those |any |more )?(?:text|texts|messages|sms)\b/,
  /\b(?:do not|don't|dont|never) (?:text|message)\b/,
  /\bno more (?:text|texts|messages)\b/,
  /\bwrong (?:phone |cell )?(?:number|person)\b/,
  /\bremove (?:me|my (?:phone )?number)\b/,
  /\btake me off\b/,
  /\bopt(?:ing)?[ -]?(?:me )?out\b/,
  /\bunsubscribe\b/,
  /\bnumero equivocado\b/,
  /\bno me (?:mandes?|manden|envien?|escriban?) (?:mas )?(?:textos|mensajes)\b/,
];

/** Our own texts end with these: a customer who quotes one has not asked to opt out. */
const ownOptOutHints = ['stop to opt out', 'stop para no recibir mensajes'];

/**
 * What a customer's text means. Conservative: no work is ever authorized by a guess, so a text is an
 * answer only when nothing in it is left unexplained. Source: specification, section 1 ("they reply
 * ACCEPT or DECLINE to an estimate"); shop decision on replies.
 */

export const replyMeanings = [
  'STOP',
  'START',
  'HELP',
  'EMPTY',
  'REACTION',
  'AUTO_REPLY',
  'OPT_OUT_REQUEST',
  'ACCEPT',
  'DECLINE',
  'UNCLEAR',
] as const;
export type ReplyMeaning = (typeof replyMeanings)[number];

/** An inbound text as the provider hands it over. */
interface InboundText {
  readonly body: string;
  /** STOP, START or HELP if the provider recognized one of its keywords. */
  readonly optOutType?: string | undefined;
  /** Pictures that came with it. They never change what the words mean. */
  readonly mediaCount: number;
}

export interface ReplyReading {
  readonly meaning: ReplyMeaning;
  /** Every ticket number named, as printed (WH123456ABC), each once, in the text's order. */
  readonly ticketNumbers: readonly string[];
  /** Whether the body is YES alone: the provider's opt-in word, and no answer. */
  readonly isYes: boolean;
}

/**
 * Far beyond the 1,600 characters that the provider delivers. Of a longer text only the beginning is
 * read, and it is not an answer: the rest might take it back.
 */
const longestRead = 4000;

const lineBreaks = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

/** The accents that Spanish and hasty typing put on letters; strokes through a letter stay. */
const accents = /[\u0300-\u0303\u0308]/g;

/** One spelling for what phones spell in many ways; invisible characters and accents go. */
function normalized(body: string): string {
  return body
    .replace(/[‘’‚‛′ʹʻʼ`´]/g, "'")
    .replace(/[“”„‟«»″]/g, '"')
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\uFFFC]/gu, '')
    .normalize('NFD')
    .replace(accents, '')
    .normalize('NFC')
    .replace(/\p{Pd}/gu, '-')
    .toLowerCase();
}

function wordsOf(text: string): string[] {
  return (text.match(/[\p{L}\p{N}\p{M}']+/gu) ?? [])
    .map((word) => word.replace(/^'+|'+$/g, ''))
    .filter((word) => word !== '');
}

const signature = /^(?:sent from my|enviado desde mi) ([\p{L}\p{N} ,.!&+'()-]{1,60})$/u;

/** Whether a line was added by the phone automatically, not written by the customer. */
function isSignature(line: string): boolean {
  const device = signature.exec(line.trim())?.[1];
  if (device === undefined) return false;
  const said = wordsOf(device);
  return (
    said.length <= 8 &&
    !said.some(
      (word) =>
        word.endsWith('nt') ||
        word.endsWith("n't") ||
        [acceptWords, declineWords, noWords, stopWords, turningWords].some((set) => set.has(word)),
    )
  );
}

function withoutSignature(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return isSignature(lines[last] ?? '') ? lines.slice(0, last) : lines;
}

/**
 * As printed, in any case, with "ticket" before it or not, and with spaces or hyphens between its three
 * parts. A word of the conversation is never taken for the three letters ("WH 123456 not").
 */
const ticketNumber =
  /(?<![\p{L}\p{N}\p{M}])(?:ticket )?wh[ -]{0,3}(\d{13}|\d{6})([ -]{0,3})([a-z]{3})(?!'?[\p{L}\p{N}\p{M}])/gu;
const conversation = [fillerWords, yesWords, noWords, turningWords];

function takeTicketNumbers(text: string): { rest: string; ticketNumbers: string[] } {
  const found = new Set<string>();
  const rest = text.replace(ticketNumber, (all, digits: string, gap: string, letters: string) => {
    if (gap !== '' && conversation.some((set) => set.has(letters))) return all;
    found.add(`WH${digits}${letters.toUpperCase()}`);
    return ' ';
  });
  return { rest, ticketNumbers: [...found] };
}

/** Anything but words, spaces, punctuation and pictures, e.g. a price or "≠", must be read by staff. */
const unexplained = /[^\p{L}\p{N}\p{M}\s\p{P}\p{So}\p{Emoji_Modifier}\p{Cc}+<=>|~^]/u;

function isReaction(line: string): boolean {
  if (reactionToPicture.test(line)) return true;
  const beginning = reactionToQuotation.exec(line);
  if (beginning === null) return false;
  const quoted = line.slice(beginning[0].length);
  const end = quoted.lastIndexOf(beginning[1] ?? '"');
  // Words after the quotation are the customer's own.
  return end === -1 || wordsOf(quoted.slice(end)).length === 0;
}

function asksToOptOut(line: string): boolean {
  const own = ownOptOutHints.reduce((text, hint) => text.replaceAll(hint, ' '), line);
  return optOutRequests.some((request) => request.test(own));
}

interface AnswerRule {
  readonly answers: ReadonlySet<string>;
  readonly companions: ReadonlySet<string>;
  /** Signs that contradict the answer. */
  readonly against: RegExp;
}

const acceptRule: AnswerRule = {
  answers: acceptWords,
  companions: yesWords,
  against: refusalSigns,
};
const declineRule: AnswerRule = {
  answers: declineWords,
  companions: noWords,
  against: approvalSigns,
};

function isAnswer(rule: AnswerRule, words: readonly string[], text: string): boolean {
  return (
    words.some((word) => rule.answers.has(word)) &&
    words.every((word) =>
      [rule.answers, rule.companions, fillerWords].some((allowed) => allowed.has(word)),
    ) &&
    !rule.against.test(text)
  );
}

function keywordMeaning(keyword: string | undefined): ReplyMeaning | null {
  if (keyword === undefined) return null;
  if (stopWords.has(keyword)) return 'STOP';
  if (startWords.has(keyword)) return 'START';
  return helpWords.has(keyword) ? 'HELP' : null;
}

/**
 * Reads a customer's text. The first rule that fits decides: the provider's keywords, a blank text,
 * a reaction, an automatic reply, a request for no more texts, an acceptance, a refusal; anything
 * else is UNCLEAR. An answer holds its own words, courtesies and at most one ticket number, and
 * nothing else. Takes any text and never throws.
 */
export function readReply(inbound: InboundText): ReplyReading {
  const trimmed = inbound.body.trim();
  const isWhole = trimmed.length <= longestRead;
  const lines = withoutSignature(normalized(trimmed.slice(0, longestRead)).split(lineBreaks));
  const text = lines.join('\n').trim();
  const line = text.replace(/\s+/g, ' ');
  const { rest, ticketNumbers } = takeTicketNumbers(text);
  const words = wordsOf(rest);
  const onlyWord =
    words.length === 1 && ticketNumbers.length === 0 && isWhole ? words[0] : undefined;

  const meaning = (): ReplyMeaning => {
    const keyword =
      keywordMeaning(inbound.optOutType?.trim().toLowerCase()) ?? keywordMeaning(onlyWord);
    if (keyword !== null) return keyword;
    if (text === '' && isWhole) return 'EMPTY';
    if (isReaction(line)) return 'REACTION';
    if (autoReplies.some((beginning) => beginning.test(line))) return 'AUTO_REPLY';
    if (asksToOptOut(line)) return 'OPT_OUT_REQUEST';
    const mayAnswer =
      isWhole &&
      ticketNumbers.length <= 1 &&
      !doubtSigns.test(text) &&
      !unexplained.test(text) &&
      !lines.some((each) => each.trimStart().startsWith('>'));
    if (mayAnswer && isAnswer(acceptRule, words, text)) return 'ACCEPT';
    if (mayAnswer && isAnswer(declineRule, words, text)) return 'DECLINE';
    return 'UNCLEAR';
  };

  return { meaning: meaning(), ticketNumbers, isYes: onlyWord === optInYes };
}
