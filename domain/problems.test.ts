import { describe, expect, it } from 'vitest';
import { Problem, type ProblemCode, problemTexts } from './problems.ts';

describe('the specification’s words', () => {
  it.each<[ProblemCode, title: string, detail?: string]>([
    // Section 5
    ['invalid-password', 'Login failed', 'Invalid password. Please try again.'],
    [
      'duplicate-submission',
      'Duplicate submission detected',
      'A similar repair ticket was created within the last 10 minutes.',
    ],
    ['submission-rate', 'Please wait', 'Please wait at least 30 seconds between submissions.'],
    // Sections 5 and 8
    ['technician-not-found', 'Error assigning repair', 'Please select a technician'],
    [
      'client-phone-missing',
      'Error sending estimate',
      'Customer phone number is missing from repair record',
    ],
    [
      'phone-not-textable',
      'SMS sending failed',
      'Invalid phone number format. Please use a valid US phone number.',
    ],
    [
      'sms-failed',
      'SMS sending failed',
      'Please verify the phone number format and text-message provider setup.',
    ],
    ['repair-not-found', 'Repair not found'],
  ])('%s', (code, title, detail = problemTexts[code].detail) => {
    expect(problemTexts[code]).toMatchObject({ title, detail });
  });
});

describe('every problem', () => {
  it.each(Object.entries(problemTexts))('%s is an error with a text', (code, text) => {
    expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(text.title).toMatch(/^\S.*[^\s.]$/);
    expect(text.detail).toMatch(/^\S.*\S$/);
  });

  const codes: Record<number, string> = {
    400: 'bad-request',
    401: 'invalid-password not-logged-in',
    403: 'cross-site not-from-provider',
    404: `backup-not-found client-not-found deleted-not-found estimate-not-found measurement-not-found
      message-not-found not-found part-not-found payment-not-found photo-not-found repair-not-found
      sending-not-found session-not-found warranty-not-found watch-not-found`,
    405: 'method-not-allowed',
    408: 'request-timeout',
    409: `already-answered already-restored already-sent-out already-signed backup-elsewhere backup-running
      client-changed-since client-changes-unconfirmed collected-already day-closed duplicate-submission
      estimate-id-taken estimate-in-flight estimate-just-sent export-running import-running measurement-exists
      message-id-taken moved-meanwhile no-earlier-acceptance not-signed note-id-taken part-id-taken
      password-set-outside payment-id-taken payment-refused payment-voided phone-opted-out photo-id-taken
      price-not-approved reopen-collected repair-id-taken repair-status reply-not-recordable restore-running
      sending-id-taken simulator-off text-not-resendable texting-key-unusable texting-needs-key
      texting-set-outside texting-simulated texts-not-agreed texts-not-wanted too-many-photos
      too-many-warranties undo-too-late upload-interrupted upload-no-room visit-of-another-client
      warranty-continued warranty-id-taken`,
    412: 'changed-meanwhile',
    413: 'import-too-large payload-too-large photo-too-large upload-too-large',
    415: 'unsupported-media-type',
    422: `backup-unusable client-phone-missing import-unreadable phone-not-textable photo-damaged
      photo-too-many-pixels photo-unreadable signature-unreadable technician-away
      technician-not-found validation-failed`,
    429: 'submission-rate too-many-logins',
    431: 'headers-too-large',
    500: 'internal',
    502: 'sms-failed',
    503: 'photo-store-failed shop-restoring signature-store-failed unavailable',
    504: 'sms-unknown',
  };

  it('has the status that callers rely on', () => {
    const statuses = Object.entries(codes).flatMap(([status, names]) =>
      names.split(/\s+/).map((code) => [code, Number(status)]),
    );
    const texts = Object.entries(problemTexts).map(([code, { status }]) => [code, status]);
    expect(Object.fromEntries(texts)).toEqual(Object.fromEntries(statuses));
  });
});

describe('Problem', () => {
  it('is an error with its code and its text', () => {
    const problem = new Problem('repair-not-found');
    expect(problem).toBeInstanceOf(Error);
    expect(problem.name).toBe('Problem');
    expect(problem.code).toBe('repair-not-found');
    expect(problem.message).toBe(problemTexts['repair-not-found'].detail);
    expect(problem.facts).toEqual({});
  });

  it('has the detail that it was given, and keeps the facts', () => {
    const facts = {
      detail: 'Name is required',
      errors: [{ path: 'name', message: 'Name is required' }],
      retryAfterSeconds: 30,
      extra: { ticketNumber: 'WH123456ABC' },
    };
    const problem = new Problem('validation-failed', facts);
    expect(problem.message).toBe('Name is required');
    expect(problem.facts).toEqual(facts);
  });
});
