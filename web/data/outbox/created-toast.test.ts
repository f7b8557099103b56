import { describe, expect, it } from 'vitest';
import { problemTexts } from '../../../domain/problems.ts';
import { adviceForFailure, unknownAdvice } from '../../../domain/text-delivery.ts';
import { createdToast } from './created-toast.ts';

const failed = (detail: string | null) => createdToast({ state: 'failed', detail });

describe('createdToast', () => {
  it('says that the text was sent, and where to while texts are simulated', () => {
    const sent = { state: 'sent', detail: null } as const;
    const title = 'Repair created and SMS notification sent!';
    expect(createdToast(sent)).toEqual({ kind: 'success', title });
    expect(createdToast(sent, true)).toMatchObject({ title, detail: 'To the simulated phone.' });
  });

  it('says to check the setup if nothing else is known', () => {
    expect(failed(null)).toMatchObject({
      title: 'Repair created but SMS failed',
      detail: 'Check SMS configuration',
    });
  });

  it.each([
    ['texting that is not set up', adviceForFailure('20003')],
    ['a landline', adviceForFailure('21614')],
    ['a customer who replied STOP', problemTexts['phone-opted-out'].detail],
    ['no phone', problemTexts['client-phone-missing'].detail],
    ['a number that gets no texts', problemTexts['phone-not-textable'].detail],
    ['a failure that is not known', adviceForFailure('99999')],
  ])('has the advice of the screen beneath the specified words for %s', (_, advice) => {
    expect(failed(advice)).toMatchObject({
      title: 'Repair created but SMS failed',
      detail: `Check SMS configuration\n${advice}`,
    });
  });

  it('says why no one was texted, and not that anything failed', () => {
    const detail = 'The customer hasn’t agreed to texts.';
    expect(createdToast({ state: 'withheld', detail })).toEqual({
      kind: 'success',
      title: 'Repair created',
      detail,
    });
  });

  it('does not say that a text is on its way when nobody knows whether it was sent', () => {
    expect(createdToast({ state: 'unknown', detail: unknownAdvice })).toMatchObject({
      title: 'Repair created',
      detail: unknownAdvice,
    });
  });
});
