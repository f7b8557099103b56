import { expect, it } from 'vitest';
import { type ProblemCode, problemTexts } from '../../../domain/problems.ts';
import { CallProblem } from '../../data/call.ts';
import { sendFailure } from './send-failure.ts';

function refusal(code: ProblemCode, extra: Record<string, unknown> = {}): CallProblem {
  return new CallProblem({ code, ...problemTexts[code], ...extra }, 500, null);
}

const smsFailed = {
  kind: 'error',
  title: 'SMS sending failed',
  detail: 'Please verify the phone number format and text-message provider setup.',
};

const errorOccurred = (message: string) => ({
  kind: 'error',
  title: 'Error sending estimate',
  detail: `An error occurred: ${message}`,
});

const restoring = problemTexts['shop-restoring'].detail;
const tooLong = 'Notes must be at most 1000 characters';
const badPhone = 'Invalid phone number format. Please use a valid US phone number.';

it.each([
  [refusal('sms-failed', { advice: 'Call the customer.' }), 'Call the customer.', smsFailed],
  [refusal('phone-not-textable'), badPhone, smsFailed],
  [refusal('shop-restoring'), restoring, errorOccurred(restoring)],
  [
    refusal('validation-failed', { errors: [{ path: 'notes', message: tooLong }] }),
    tooLong,
    errorOccurred(tooLong),
  ],
])('says that the text failed, and why: %s', (error, advice, toast) => {
  expect(sendFailure(error)).toEqual({
    tone: 'danger',
    headline:
      'Failed to send SMS. Please check phone number format and text-message provider configuration.',
    advice,
    mustNotRepeat: false,
    toast,
  });
});

const browserProblem = (code: string, status: number) =>
  new CallProblem({ code, title: 'No answer', detail: 'Please try again.' }, status, null);

it.each([
  ['a broken connection', browserProblem('offline', 0)],
  ['a proxy that answers instead', browserProblem('unreadable-answer', 502)],
  ['half an answer', new Error('Unexpected end of JSON input')],
  ['a server error', refusal('internal')],
  ['a server without its data', refusal('unavailable')],
])('says after %s that it may have been sent, and that another press is safe', (_what, error) => {
  const title = 'We can’t tell yet whether this was sent';
  const advice =
    'The server did not confirm it. If it was sent, the ticket will show it. You can safely send it again: the customer gets only one text.';
  expect(sendFailure(error)).toEqual({
    tone: 'warning',
    headline: title,
    advice,
    mustNotRepeat: false,
    toast: { kind: 'info', title, detail: 'The server did not confirm it.' },
  });
});

it.each(['sms-unknown', 'estimate-in-flight'] as const)('forbids a second text at %s', (code) => {
  const { title, detail } = problemTexts[code];
  expect(sendFailure(refusal(code))).toEqual({
    tone: 'warning',
    headline: title,
    advice: detail,
    mustNotRepeat: true,
    toast: { kind: 'info', title, detail },
  });
});
