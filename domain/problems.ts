/**
 * Everything the product refuses, as a closed list: a stable code, the HTTP status, and the text.
 * Titles and details of the specification (sections 5 and 8) stand here to the letter.
 */

interface ProblemText {
  status: number;
  title: string;
  detail: string;
}

export const problemTexts = {
  'bad-request': {
    status: 400,
    title: 'Request not understood',
    detail: 'The request could not be read. Please reload the page and try again.',
  },
  'validation-failed': {
    status: 422,
    title: 'Please check the form',
    detail: 'One or more fields need another look.',
  },
  'invalid-password': {
    status: 401,
    title: 'Login failed',
    detail: 'Invalid password. Please try again.',
  },
  'not-logged-in': {
    status: 401,
    title: 'Please log in',
    detail: 'Your session has ended. Log in again to go on.',
  },
  'too-many-logins': {
    status: 429,
    title: 'Too many failed logins',
    detail: 'Please wait before trying again.',
  },
  'session-not-found': {
    status: 404,
    title: 'Already logged out',
    detail: 'There is no such session. It may have ended in the meantime.',
  },
  'password-set-outside': {
    status: 409,
    title: 'Password not changed',
    detail: 'The password is set by SHOP_PASSWORD where the product is started. Change it there.',
  },
  'cross-site': {
    status: 403,
    title: 'Not allowed',
    detail: 'This request was made by another site. Open the shop’s own address and try again.',
  },
  'not-from-provider': {
    status: 403,
    title: 'Not allowed',
    detail: 'This address accepts only requests signed by the text-message provider.',
  },
  'not-found': { status: 404, title: 'Not found', detail: 'There is nothing at this address.' },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    detail: 'This address does not take this kind of request.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'Kind of content not supported',
    detail: 'Send JSON (content type application/json).',
  },
  'payload-too-large': {
    status: 413,
    title: 'Too large',
    detail: 'The request is larger than this address takes.',
  },
  'headers-too-large': {
    status: 431,
    title: 'Too large',
    detail: 'The address or the headers of the request are longer than this server takes.',
  },
  'request-timeout': {
    status: 408,
    title: 'Too slow',
    detail: 'The request did not arrive in time. Please try again.',
  },
  'repair-not-found': {
    status: 404,
    title: 'Repair not found',
    detail: 'There is no repair with this ticket number. It may have been deleted.',
  },
  'client-not-found': {
    status: 404,
    title: 'Client not found',
    detail: 'There is no such client. It may have been deleted.',
  },
  'client-changes-unconfirmed': {
    status: 409,
    title: 'This would change a client',
    detail:
      'What was typed would give a client of the directory another name and another phone or e-mail. Nothing was saved. Confirm the changes, or take the repair in for another person.',
  },
  'client-changed-since': {
    status: 409,
    title: 'Not undone',
    detail: 'The client was changed again in the meantime. Please edit the client instead.',
  },
  'estimate-not-found': {
    status: 404,
    title: 'Estimate not found',
    detail: 'There is no such estimate. It may have been deleted.',
  },
  'deleted-not-found': {
    status: 404,
    title: 'Gone for good',
    detail:
      'There is nothing left to bring back: it was deleted for good, or more than 30 days ago.',
  },
  'already-restored': {
    status: 409,
    title: 'Already brought back',
    detail: 'A colleague was faster: it is back where it was.',
  },
  'technician-not-found': {
    status: 422,
    title: 'Error assigning repair',
    detail: 'Please select a technician',
  },
  'repair-status': {
    status: 409,
    title: 'The ticket has moved on',
    detail:
      'A colleague was faster, or the ticket no longer allows this. This is how it stands now.',
  },
  'changed-meanwhile': {
    status: 412,
    title: 'Changed in the meantime',
    detail: 'A colleague has changed this since you opened it. This is how it stands now.',
  },
  'estimate-in-flight': {
    status: 409,
    title: 'An estimate is on its way',
    detail:
      "We can't tell yet whether the last estimate was sent. Please wait until that is known before sending another.",
  },
  'estimate-just-sent': {
    status: 409,
    title: 'This estimate was just sent',
    detail: 'Already sent less than two minutes ago. Send again?',
  },
  'duplicate-submission': {
    status: 409,
    title: 'Duplicate submission detected',
    detail: 'A similar repair ticket was created within the last 10 minutes.',
  },
  'submission-rate': {
    status: 429,
    title: 'Please wait',
    detail: 'Please wait at least 30 seconds between submissions.',
  },
  'repair-id-taken': {
    status: 409,
    title: 'This form was already used',
    detail: 'Its ticket was deleted in the meantime. Please open a new form.',
  },
  'client-phone-missing': {
    status: 422,
    title: 'Error sending estimate',
    detail: 'Customer phone number is missing from repair record',
  },
  'phone-not-textable': {
    status: 422,
    title: 'SMS sending failed',
    detail: 'Invalid phone number format. Please use a valid US phone number.',
  },
  'phone-opted-out': {
    status: 409,
    title: 'Customer opted out of texts',
    detail: 'The customer replied STOP, so no text may be sent. Please phone them.',
  },
  'sms-failed': {
    status: 502,
    title: 'SMS sending failed',
    detail: 'Please verify the phone number format and text-message provider setup.',
  },
  'sms-unknown': {
    status: 504,
    title: "We can't tell yet whether this was sent",
    detail:
      'The text-message provider did not answer. Do not send it again: we will know within minutes.',
  },
  'message-not-found': {
    status: 404,
    title: 'Text not found',
    detail: 'There is no such text, or nothing about it needs attention.',
  },
  'message-id-taken': {
    status: 409,
    title: 'This text was already sent',
    detail: 'It went out for another ticket. Please start a new one.',
  },
  'text-not-resendable': {
    status: 409,
    title: 'This text is not sent again',
    detail: 'Only a text that did not arrive may be sent again.',
  },
  'reply-not-bookable': {
    status: 409,
    title: 'This text cannot be booked',
    detail: 'Only a customer’s text about an estimate that was sent before it can be an answer.',
  },
  'simulator-off': {
    status: 409,
    title: 'Texts are real',
    detail: 'The simulated phone answers only while texts are simulated.',
  },
  'photo-unreadable': {
    status: 422,
    title: 'Photo not saved',
    detail:
      'This file is not a photo that can be read here. Please use a JPEG, PNG or WebP picture.',
  },
  'photo-too-large': {
    status: 413,
    title: 'Photo not saved',
    detail: 'The photo is larger than 15 MB. Please take a smaller one.',
  },
  'photo-too-many-pixels': {
    status: 422,
    title: 'Photo not saved',
    detail: 'The photo has more than 50 million pixels. Please take a smaller one.',
  },
  'photo-store-failed': {
    status: 503,
    title: 'Photo not saved',
    detail: 'The photo could not be stored. The ticket is safe; please try the photo again.',
  },
  'photo-damaged': {
    status: 422,
    title: 'Photo damaged',
    detail: 'The stored photo is damaged. Take it again, or look for it in an older backup.',
  },
  'photo-not-found': { status: 404, title: 'Photo not found', detail: 'There is no such photo.' },
  'backup-running': {
    status: 409,
    title: 'A backup is being made',
    detail: 'One backup at a time: please wait until it is done.',
  },
  'export-running': {
    status: 409,
    title: 'An export is under way',
    detail: 'Other computers are exporting at this moment. Please try again when they are done.',
  },
  'import-unreadable': {
    status: 422,
    title: 'This file cannot be read',
    detail: 'Choose a CSV file whose first row names the columns.',
  },
  'import-too-large': {
    status: 413,
    title: 'This file is too large',
    detail: 'A file may be at most 20 MB. Please split it and import the parts.',
  },
  'import-running': {
    status: 409,
    title: 'Another import is under way',
    detail: 'Nothing of this file was taken in. Please wait until the other import is done.',
  },
  unavailable: {
    status: 503,
    title: 'Not available right now',
    detail: 'The shop’s data cannot be reached at the moment. Please try again shortly.',
  },
  'shop-moved': {
    status: 503,
    title: 'The shop is being moved',
    detail:
      'The shop is closed while it moves, so nothing can be changed. Ask the person who is moving it; they can open it again in the Shop tab, under Data.',
  },
  internal: {
    status: 500,
    title: 'Something went wrong',
    detail:
      'The product made an error. Please check whether it was done, and try again if it was not.',
  },
} as const satisfies Record<string, ProblemText>;

export type ProblemCode = keyof typeof problemTexts;

export interface FieldError {
  /** The field, e.g. "customerName". */
  path: string;
  message: string;
}

interface ProblemFacts {
  detail?: string;
  errors?: FieldError[];
  retryAfterSeconds?: number;
  /** What the caller needs besides the text, e.g. the ticket as it stands. */
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
