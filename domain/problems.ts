import { withheldWords } from './text-consent.ts';
import { notTextableWords } from './text-delivery.ts';

/**
 * Everything the product refuses, as a closed list: a stable code, the HTTP status, and the text.
 * Titles and details of the specification (sections 5 and 8) are quoted here to the letter.
 */

interface ProblemText {
  status: number;
  title: string;
  detail: string;
}

const texts = {
  'bad-request': [
    400,
    'Request not understood',
    'The request could not be read. Please reload the page and try again.',
  ],
  'validation-failed': [422, 'Please check the form', 'Please correct one or more fields.'],
  'invalid-password': [401, 'Login failed', 'Invalid password. Please try again.'],
  'not-logged-in': [401, 'Please log in', 'Your session has ended. Log in again to continue.'],
  'too-many-logins': [429, 'Too many failed logins', 'Please wait before trying again.'],
  'session-not-found': [
    404,
    'Already logged out',
    'There is no such session. It may have already ended.',
  ],
  'password-set-outside': [
    409,
    'Password not changed',
    'The password is set by SHOP_PASSWORD in the server’s environment. Change it there.',
  ],
  'texting-set-outside': [
    409,
    'Texting not changed',
    'Real texts are set up in the server’s environment. Change them there.',
  ],
  'texting-needs-key': [
    409,
    'Texting not changed',
    'The token can’t be stored safely yet. On the server, set SETTINGS_KEY, or the TWILIO_ settings instead, and restart.',
  ],
  'texting-key-unusable': [
    409,
    'Texting not changed',
    'The token can’t be stored: settings.key in the data folder can’t be written or read. On the server, check the free space and the file’s permissions. If the file is empty or damaged, move it elsewhere. Then save again.',
  ],
  'texting-simulated': [409, 'Texts are simulated', 'Save an account for real texts first.'],
  'cross-site': [
    403,
    'Not allowed',
    'This request was made by another site. Open the shop’s own address and try again.',
  ],
  'not-from-provider': [
    403,
    'Not allowed',
    'This address accepts only requests signed by the text-message provider.',
  ],
  'not-found': [404, 'Not found', 'There is nothing at this address.'],
  'method-not-allowed': [
    405,
    'Method not allowed',
    'This address does not support this kind of request.',
  ],
  'unsupported-media-type': [
    415,
    'Content type not supported',
    'Send JSON (content type application/json).',
  ],
  'payload-too-large': [413, 'Too large', 'The request is too large for this address.'],
  'headers-too-large': [
    431,
    'Too large',
    'The address or the headers of the request are too long for this server.',
  ],
  'request-timeout': [408, 'Too slow', 'The request did not arrive in time. Please try again.'],
  'repair-not-found': [
    404,
    'Repair not found',
    'There is no repair with this ticket number. It may have been deleted.',
  ],
  'client-not-found': [
    404,
    'Client not found',
    'This client no longer exists. They may have been deleted.',
  ],
  'client-changes-unconfirmed': [
    409,
    'This would change a client',
    'This would change a client’s name and their phone or email in the directory. Nothing was saved. Confirm the changes, or create the repair for a different person.',
  ],
  'client-changed-since': [
    409,
    'Couldn’t undo',
    'The client was changed again in the meantime. Please edit the client instead.',
  ],
  'estimate-not-found': [
    404,
    'Estimate not found',
    'There is no such estimate. It may have been deleted.',
  ],
  'payment-not-found': [
    404,
    'Payment not found',
    'There is no such payment. Its ticket may have been deleted for good.',
  ],
  'payment-id-taken': [
    409,
    'This payment was already taken',
    'It was recorded with different details. Check the ticket’s payments before you take another.',
  ],
  'payment-voided': [
    409,
    'Already voided',
    'Someone else already voided this payment, so it no longer counts.',
  ],
  'payment-refused': [
    409,
    'More than was paid',
    'You can’t refund more than the customer paid. Here are the payments.',
  ],
  'day-closed': [
    409,
    'Already closed',
    'Someone else closed this day first. Here is what they counted.',
  ],
  'part-not-found': [
    404,
    'Part not found',
    'This part no longer exists. Someone else may have removed it.',
  ],
  'part-id-taken': [
    409,
    'This part was already added',
    'It was recorded with different details. Check the ticket’s parts before you add another.',
  ],
  'sending-not-found': [
    404,
    'Not found',
    'This sent-out record no longer exists. Someone else may have removed it.',
  ],
  'sending-id-taken': [
    409,
    'This was already recorded',
    'It was recorded with different details. Check the ticket before you add another.',
  ],
  'already-sent-out': [
    409,
    'Already sent out',
    'This watch is already recorded as sent to someone and not back. Check the ticket first.',
  ],
  'warranty-not-found': [
    404,
    'Warranty not found',
    'This warranty no longer exists. Someone else may have removed it.',
  ],
  'warranty-id-taken': [
    409,
    'This warranty was already recorded',
    'It was recorded with different details. Check the ticket’s warranties before you add another.',
  ],
  'warranty-continued': [
    409,
    'The watch came back',
    'The rest of this warranty is on the come-back’s ticket. Change it there.',
  ],
  'too-many-warranties': [
    409,
    'Too many warranties',
    'A ticket can have at most 30 warranties. Remove one first.',
  ],
  'measurement-not-found': [
    404,
    'Measurement not found',
    'This measurement no longer exists. Someone else may have removed it.',
  ],
  'measurement-exists': [
    409,
    'Already measured',
    'This was already recorded with other values. Check the ticket’s measurements before you add another.',
  ],
  'note-id-taken': [
    409,
    'This note was already saved',
    'It was saved with different text. Check the ticket’s notes before you write another.',
  ],
  'already-signed': [
    409,
    'Already signed',
    'This ticket’s claim check is already signed. Here’s what was signed.',
  ],
  'not-signed': [
    409,
    'Not signed',
    'Only a signed claim check can be amended. Edit the ticket instead.',
  ],
  'signature-unreadable': [
    422,
    'Signature not saved',
    'We can’t read this signature. It must be a PNG of at most 200 kB with something drawn in it.',
  ],
  'moved-meanwhile': [
    409,
    'Someone else moved it',
    'Someone else moved this watch first. Here’s the ticket now.',
  ],
  'watch-not-found': [
    404,
    'Watch not found',
    'There is no such watch. Someone may have undone the answer that created it.',
  ],
  'deleted-not-found': [
    404,
    'Gone for good',
    'It can’t be restored: it was deleted for good, or more than 30 days ago.',
  ],
  'already-restored': [409, 'Already restored', 'Someone else already restored it.'],
  'technician-not-found': [422, 'Error assigning repair', 'Please select a technician'],
  'technician-away': [
    422,
    'Error assigning repair',
    'This technician is away. Please select another technician.',
  ],
  'repair-status': [
    409,
    'The ticket has moved on',
    'Someone else changed it first, or its status no longer allows this. Here’s the ticket now.',
  ],
  'collected-already': [
    409,
    'Already picked up',
    'Someone else recorded another pickup of this watch. Here’s the ticket now.',
  ],
  'reopen-collected': [
    409,
    'The watch has left the shop',
    'Undo the pickup or shipment first, then reopen the repair.',
  ],
  'undo-too-late': [
    409,
    'Too late to undo',
    'The time to undo has run out, and the customer may already have been texted. Reopen the repair instead.',
  ],
  'no-earlier-acceptance': [
    409,
    'No accepted price to proceed with',
    'The customer has not accepted an earlier estimate for this ticket. Send a new estimate instead.',
  ],
  'changed-meanwhile': [
    412,
    'Someone else changed this',
    'It was changed after you opened it. Here’s the current version.',
  ],
  'estimate-id-taken': [
    409,
    'This estimate was already recorded',
    'It was recorded with different details. Check the ticket’s estimates before you record another.',
  ],
  'price-not-approved': [
    409,
    'Above the approved price',
    'The price is above what the customer approved. Send or record an estimate first.',
  ],
  'estimate-in-flight': [
    409,
    'An estimate is being sent',
    'We can’t tell yet whether the last estimate was sent. Please wait until we know before sending another.',
  ],
  'estimate-just-sent': [
    409,
    'This estimate was just sent',
    'Already sent less than two minutes ago. Send again?',
  ],
  'duplicate-submission': [
    409,
    'Duplicate submission detected',
    'A similar repair ticket was created within the last 10 minutes.',
  ],
  'submission-rate': [429, 'Please wait', 'Please wait at least 30 seconds between submissions.'],
  'visit-of-another-client': [
    409,
    'Another customer’s visit',
    'All watches in a visit belong to one customer, and this visit is another customer’s. Nothing was saved. Create a separate repair for this watch.',
  ],
  'repair-id-taken': [409, 'This form was already used', 'Its ticket was deleted.'],
  'client-phone-missing': [
    422,
    'Error sending estimate',
    'Customer phone number is missing from repair record',
  ],
  'phone-not-textable': [422, 'SMS sending failed', notTextableWords],
  'phone-opted-out': [
    409,
    'Customer opted out of texts',
    'The customer replied STOP, so texts can’t be sent. Please call them.',
  ],
  'texts-not-wanted': [409, 'Not texted', withheldWords['not-wanted']],
  'texts-not-agreed': [409, 'Not texted', withheldWords['not-agreed']],
  'sms-failed': [
    502,
    'SMS sending failed',
    'Please verify the phone number format and text-message provider setup.',
  ],
  'sms-unknown': [
    504,
    'We can’t tell yet whether this was sent',
    'The text-message provider did not answer. Do not send it again: we will know within minutes.',
  ],
  'message-not-found': [
    404,
    'Text not found',
    'There is no such text, or nothing about it needs attention.',
  ],
  'message-id-taken': [
    409,
    'This text was already sent',
    'It was sent for another ticket. Please start over.',
  ],
  'already-answered': [
    409,
    'Already answered',
    'Someone else already answered this text. Nothing was sent.',
  ],
  'text-not-resendable': [
    409,
    'This text can’t be resent',
    'Only a text that was not delivered can be resent.',
  ],
  'reply-not-recordable': [
    409,
    'This text can’t be recorded',
    'Only a customer’s reply to an estimate can be recorded as an answer.',
  ],
  'simulator-off': [
    409,
    'Real texts are on',
    'The simulated phone answers only while texts are simulated.',
  ],
  'photo-unreadable': [
    422,
    'Photo not saved',
    'This file is not a photo we can read. Please use a JPEG, PNG or WebP image.',
  ],
  'photo-too-large': [
    413,
    'Photo not saved',
    'The photo is larger than 15 MB. Please choose a smaller one.',
  ],
  'photo-too-many-pixels': [
    422,
    'Photo not saved',
    'The photo has more than 50 million pixels. Please choose a smaller one.',
  ],
  'photo-store-failed': [
    503,
    'Photo not saved',
    'The photo could not be stored. The ticket is saved; please try the photo again.',
  ],
  'signature-store-failed': [
    503,
    'Signature not saved',
    'The signature could not be stored. Please try again.',
  ],
  'photo-damaged': [
    422,
    'Photo damaged',
    'The stored photo is damaged. Take it again, or look for it in an older backup.',
  ],
  'photo-id-taken': [
    409,
    'Photo not saved',
    'This photo was already added to another ticket. Please take it again.',
  ],
  'too-many-photos': [
    409,
    'Photo not saved',
    'This ticket already has 12 additional photos. Remove one to make room.',
  ],
  'photo-not-found': [404, 'Photo not found', 'There is no such photo.'],
  'backup-running': [409, 'A backup is already running', 'Please wait until it’s finished.'],
  'backup-not-found': [
    404,
    'Backup not found',
    'There is no such backup here. It may have been removed; reload the page to see what there is.',
  ],
  'backup-elsewhere': [
    409,
    'Backup on another computer',
    'This backup is on another of the shop’s computers. Copy it to this one, or upload it.',
  ],
  'backup-unusable': [
    422,
    'This file can’t be restored',
    'It is not a complete backup of this product. Choose another file.',
  ],
  'upload-too-large': [
    413,
    'This file is too large',
    'An uploaded backup can be at most 200 GB. Restore it on the server instead.',
  ],
  'upload-no-room': [
    409,
    'Not enough room on the server',
    'The server’s disk has no room for this file. Make room there, then upload it again.',
  ],
  'upload-interrupted': [
    409,
    'Upload interrupted',
    'Part of the file is missing on the server. Upload it again.',
  ],
  'restore-running': [
    409,
    'A restore is already running',
    'A backup is being restored from another browser. Please wait until it’s finished.',
  ],
  'export-running': [
    409,
    'Two exports are already running',
    'Please try again when one of them is done.',
  ],
  'import-unreadable': [
    422,
    'This file can’t be read',
    'Choose a CSV file whose first row names the columns.',
  ],
  'import-too-large': [
    413,
    'This file is too large',
    'A file can be at most 20 MB. Please split it and import the parts.',
  ],
  'import-running': [
    409,
    'An import is running',
    'Nothing was changed. Please wait until it is done.',
  ],
  unavailable: [
    503,
    'Not available right now',
    'The shop’s data can’t be reached right now. Please try again shortly.',
  ],
  'shop-restoring': [
    503,
    'The shop is being restored',
    'A backup is being restored, so nothing can be changed for a few minutes. Any repair you are entering is kept.',
  ],
  internal: [
    500,
    'Something went wrong',
    'Something went wrong on our side. Please check whether it was done, and try again if it was not.',
  ],
} as const satisfies Record<string, readonly [status: number, title: string, detail: string]>;

export type ProblemCode = keyof typeof texts;

export const problemTexts = Object.fromEntries(
  Object.entries(texts).map(([code, [status, title, detail]]) => [code, { status, title, detail }]),
) as Readonly<Record<ProblemCode, ProblemText>>;

export interface FieldError {
  /** The field, e.g. "customerName". */
  path: string;
  message: string;
}

interface ProblemFacts {
  detail?: string;
  errors?: FieldError[];
  retryAfterSeconds?: number;
  /** What the caller needs besides the message, e.g. the current ticket. */
  extra?: Record<string, unknown>;
}

/** A refusal. Thrown by actions, turned into an answer in one place. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly facts: ProblemFacts;

  constructor(code: ProblemCode, facts: ProblemFacts = {}) {
    super(facts.detail ?? problemTexts[code].detail);
    this.name = 'Problem';
    this.code = code;
    this.facts = facts;
  }
}

/** The refusal of a value, with the sentence for its field. */
export const fieldProblem = (path: string, message: string): Problem =>
  new Problem('validation-failed', { detail: message, errors: [{ path, message }] });
