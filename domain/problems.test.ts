import { describe, expect, it } from 'vitest';
import { Problem, type ProblemCode, problemTexts } from './problems.ts';

describe('the specification’s words', () => {
  it.each<[ProblemCode, { status: number; title?: string; detail?: string }]>([
    // Section 5
    ['invalid-password', { status: 401, detail: 'Invalid password. Please try again.' }],
    [
      'duplicate-submission',
      {
        status: 409,
        title: 'Duplicate submission detected',
        detail: 'A similar repair ticket was created within the last 10 minutes.',
      },
    ],
    [
      'submission-rate',
      {
        status: 429,
        title: 'Please wait',
        detail: 'Please wait at least 30 seconds between submissions.',
      },
    ],
    ['technician-not-found', { status: 422, detail: 'Please select a technician' }],
    [
      'client-phone-missing',
      { status: 422, detail: 'Customer phone number is missing from repair record' },
    ],
    [
      'phone-not-textable',
      {
        status: 422,
        detail: 'Invalid phone number format. Please use a valid US phone number.',
      },
    ],
    // Section 8
    [
      'sms-failed',
      {
        status: 502,
        title: 'SMS sending failed',
        detail: 'Please verify the phone number format and text-message provider setup.',
      },
    ],
    ['repair-not-found', { status: 404, title: 'Repair not found' }],
    ['technician-not-found', { status: 422, title: 'Error assigning repair' }],
    ['client-phone-missing', { status: 422, title: 'Error sending estimate' }],
    ['phone-not-textable', { status: 422, title: 'SMS sending failed' }],
  ])('%s', (code, words) => {
    expect(problemTexts[code]).toMatchObject(words);
  });
});

describe('every problem', () => {
  it.each(Object.entries(problemTexts))('%s is an error with words', (code, text) => {
    expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(Number.isInteger(text.status)).toBe(true);
    expect(text.status).toBeGreaterThanOrEqual(400);
    expect(text.status).toBeLessThan(600);
    expect(text.title).toMatch(/^\S.*[^\s.]$/);
    expect(text.detail).toMatch(/^\S.*\S$/);
  });

  it('has the status that callers go by', () => {
    const statuses = Object.entries(problemTexts).map(([code, { status }]) => [code, status]);
    expect(Object.fromEntries(statuses)).toEqual({
      'bad-request': 400,
      'validation-failed': 422,
      'export-running': 409,
      'import-unreadable': 422,
      'import-too-large': 413,
      'import-running': 409,
      'invalid-password': 401,
      'not-logged-in': 401,
      'too-many-logins': 429,
      'session-not-found': 404,
      'password-set-outside': 409,
      'cross-site': 403,
      'headers-too-large': 431,
      'request-timeout': 408,
      'not-from-provider': 403,
      'not-found': 404,
      'method-not-allowed': 405,
      'unsupported-media-type': 415,
      'payload-too-large': 413,
      'repair-not-found': 404,
      'client-not-found': 404,
      'client-changes-unconfirmed': 409,
      'client-changed-since': 409,
      'estimate-not-found': 404,
      'deleted-not-found': 404,
      'already-restored': 409,
      'technician-not-found': 422,
      'repair-status': 409,
      'changed-meanwhile': 412,
      'estimate-in-flight': 409,
      'estimate-just-sent': 409,
      'duplicate-submission': 409,
      'submission-rate': 429,
      'repair-id-taken': 409,
      'client-phone-missing': 422,
      'phone-not-textable': 422,
      'phone-opted-out': 409,
      'sms-failed': 502,
      'sms-unknown': 504,
      'message-not-found': 404,
      'message-id-taken': 409,
      'text-not-resendable': 409,
      'reply-not-bookable': 409,
      'simulator-off': 409,
      'photo-unreadable': 422,
      'photo-too-large': 413,
      'photo-too-many-pixels': 422,
      'photo-store-failed': 503,
      'photo-damaged': 422,
      'photo-not-found': 404,
      'backup-running': 409,
      unavailable: 503,
      'shop-moved': 503,
      internal: 500,
    });
  });
});

describe('Problem', () => {
  it('is an error with its code and its words', () => {
    const problem = new Problem('repair-not-found');
    expect(problem).toBeInstanceOf(Error);
    expect(problem.name).toBe('Problem');
    expect(problem.code).toBe('repair-not-found');
    expect(problem.message).toBe(problemTexts['repair-not-found'].detail);
    expect(problem.facts).toEqual({});
  });

  it('says what it was told to say, and keeps the facts', () => {
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
