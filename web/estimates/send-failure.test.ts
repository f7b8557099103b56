import { describe, expect, it } from 'vitest';
import { type ProblemCode, problemTexts } from '../../domain/problems.ts';
import { CallProblem } from '../data/call.ts';
import { sendFailure } from './send-failure.ts';

function refusal(code: ProblemCode, extra: Record<string, unknown> = {}): CallProblem {
  return new CallProblem({ code, ...problemTexts[code], ...extra }, 500, null);
}

const failedWords =
  'Failed to send SMS. Please check phone number format and text-message provider configuration.';

const smsToast = {
  kind: 'error',
  title: 'SMS sending failed',
  detail: 'Please verify the phone number format and text-message provider setup.',
};

describe('sendFailure', () => {
  it('says that the text failed, and what to do about it', () => {
    expect(sendFailure(refusal('sms-failed', { advice: 'Call the customer.' }))).toEqual({
      tone: 'danger',
      headline: failedWords,
      advice: 'Call the customer.',
      mustNotRepeat: false,
      toast: smsToast,
    });
  });

  it('says which rule a phone breaks that no text may go to', () => {
    expect(sendFailure(refusal('phone-not-textable'))).toMatchObject({
      headline: failedWords,
      advice: 'Invalid phone number format. Please use a valid US phone number.',
      mustNotRepeat: false,
      toast: smsToast,
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

  it('passes on what else went wrong', () => {
    expect(sendFailure(refusal('internal'))).toMatchObject({
      headline: failedWords,
      advice: problemTexts.internal.detail,
      mustNotRepeat: false,
      toast: {
        title: 'Error sending estimate',
        detail: `An error occurred: ${problemTexts.internal.detail}`,
      },
    });
  });

  it('names the field that the server refuses', () => {
    const errors = [{ path: 'notes', message: 'Notes must be at most 1000 characters' }];
    expect(sendFailure(refusal('validation-failed', { errors }))).toMatchObject({
      headline: failedWords,
      advice: 'Notes must be at most 1000 characters',
    });
  });

  it('passes on an error of the browser', () => {
    expect(sendFailure(new Error('Unexpected end of JSON input'))).toMatchObject({
      headline: failedWords,
      toast: { detail: 'An error occurred: Unexpected end of JSON input' },
    });
  });

  it('says that another try after a lost answer is the same text', () => {
    const detail = 'The shop’s server cannot be reached.';
    const lost = new CallProblem({ code: 'offline', title: 'No connection', detail }, 0, null);
    expect(sendFailure(lost)).toMatchObject({
      headline: failedWords,
      advice: `${detail} It is texted only once.`,
      mustNotRepeat: false,
      toast: { title: 'Error sending estimate', detail: `An error occurred: ${detail}` },
    });
  });
});
