import { expect, it } from 'vitest';
import { type ProblemCode, problemTexts } from '../../domain/problems.ts';
import { CallProblem } from '../data/call.ts';
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

const internal = problemTexts.internal.detail;
const tooLong = 'Notes must be at most 1000 characters';
const away = 'The shop’s server cannot be reached.';
const brokenAnswer = 'Unexpected end of JSON input';
const badPhone = 'Invalid phone number format. Please use a valid US phone number.';

it.each([
  [refusal('sms-failed', { advice: 'Call the customer.' }), 'Call the customer.', smsFailed],
  [refusal('phone-not-textable'), badPhone, smsFailed],
  [refusal('internal'), internal, errorOccurred(internal)],
  [
    refusal('validation-failed', { errors: [{ path: 'notes', message: tooLong }] }),
    tooLong,
    errorOccurred(tooLong),
  ],
  [new Error(brokenAnswer), brokenAnswer, errorOccurred(brokenAnswer)],
  [
    new CallProblem({ code: 'offline', title: 'No connection', detail: away }, 0, null),
    `${away} It is texted only once.`,
    errorOccurred(away),
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
