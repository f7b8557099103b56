/**
 * The words by which a customer's text is read. Closed lists: nothing is matched by resemblance
 * ("except" is one letter away from a misspelt "accept"). All in small letters without accents.
 * Shop decision on replies; the first two lists are the text-message provider's own.
 */

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** The provider opts the phone out on these by itself; CANCEL among them, so it is no DECLINE. */
export const stopWords = words('stop stopall unsubscribe cancel end quit revoke optout');
/** The provider opts the phone in on these, and on YES, which is also what people say to agree. */
export const startWords = words('start unstop');
export const optInYes = 'yes';
/** The provider answers these with its help text. */
export const helpWords = words('help info');

export const acceptWords = words(
  'accept accepted approve approved acept accpet acccept acepto aceptar aceptado',
);
export const declineWords = words(
  'decline declined declin delcine dicline reject rejected rechazo rechazar rechazado',
);
/** They may stand beside an answer without changing it. */
export const fillerWords = words(
  'ok okay k please pls plz thanks thank thx ty you u i we it the this that your my estimate quote price offer repair sorry hi hello hey gracias por favor yo el la lo presupuesto',
);
/** Beside an acceptance only. */
export const yesWords = words('yes yeah yep yup sure si');
/** Beside a refusal only. */
export const noWords = words('no nope nah');

/** Words that can turn the sense of what they stand next to. */
export const turningWords = words(
  'not never nor neither but if unless until till except only instead without wait hold dont cannot ni nunca pero',
);

/** In every script; the pictures too, and a character that was lost on the way. */
export const doubtSigns = /[?¿؟՞፧⸮‽❓❔🤔🤷🧐☐☒\uFFFD]/u;
export const refusalSigns = /[👎❌🚫✖⛔🙅✕✗✘❎🛑✋🖕🆖🈲🚷😡😠🤬🤮💔]/u;
export const approvalSigns = /[👍✅✔☑👌🆗💯]/u;

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
export const reactionToQuotation = new RegExp(`^${reactedTo} (["'])`, 'u');
export const reactionToPicture = new RegExp(
  `^${reactedTo} (?:an image|a photo|a picture|a video|a movie|an attachment|an audio message|a sticker|una imagen|una foto|un video)\\W{0,10}$`,
  'u',
);

/** Phones that answer by themselves. Answering them could go on for ever. */
export const autoReplies: readonly RegExp[] = [
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
export const optOutRequests: readonly RegExp[] = [
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

/** Our own texts end with this: a customer who quotes one has not asked to opt out. */
export const ownOptOutHint = 'stop to opt out';
