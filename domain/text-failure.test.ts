import { describe, expect, it } from 'vitest';
import { Problem } from './problems.ts';
import {
  adviceForFailure,
  isAboutNumber,
  neverSentCode,
  resendPolicy,
  unknownAdvice,
} from './text-failure.ts';

describe('adviceForFailure', () => {
  it.each([
    ['21211', /isn't valid.*check/i],
    ['21614', /landline.*call/i],
    ['21635', /landline.*call/i],
    ['30006', /landline.*call/i],
    ['21610', /STOP.*START/],
    ['21408', /aren't possible.*call/i],
    ['21612', /aren't possible.*call/i],
    ['21608', /trial or unapproved.*verified/i],
    ['20003', /isn't set up.*owner/i],
    ['21606', /isn't set up.*owner/i],
    ['21659', /isn't set up.*owner/i],
    ['30002', /isn't set up.*owner/i],
    ['20429', /busy.*retrying/i],
    ['30003', /off or unreachable.*once more/i],
    ['30005', /not in service.*check/i],
    ['30007', /spam.*don't resend.*call/i],
    ['30034', /isn't registered.*owner/i],
    ['30032', /isn't registered.*owner/i],
  ])('says what to do about %s', (code, words) => {
    expect(adviceForFailure(code)).toMatch(words);
  });

  it('tells where another number would help', () => {
    const aboutNumber = ['21211', '21614', '30005'].map(adviceForFailure);
    expect(aboutNumber.map(isAboutNumber)).toEqual([true, true, true]);
    expect(isAboutNumber(new Problem('phone-not-textable').message)).toBe(true);
    const others = [...['20003', '30003', '21610', '99999', null].map(adviceForFailure), null];
    expect(others.filter(isAboutNumber)).toEqual([]);
  });

  it('names a code that it does not know', () => {
    expect(adviceForFailure('30008')).toBe('Not delivered (code 30008); call the customer.');
  });

  it('has words for no code at all, and for a text that never left', () => {
    expect(adviceForFailure(null)).toBe('Not delivered; call the customer.');
    expect(adviceForFailure(neverSentCode)).toMatch(/was not sent/);
  });

  it('does not claim to know what it does not', () => {
    expect(unknownAdvice).toBe("We can't tell yet whether this was sent.");
  });
});

describe('resendPolicy', () => {
  it.each([
    ['same-number', ['30003', '20429', '21608', '20003', '21606', '21659', '30002']],
    ['same-number', ['30034', '30032', '30008', '99999', neverSentCode, null]],
    ['new-number', ['21211', '21614', '21635', '30006', '30005', '21408', '21612', '21610']],
    ['never', ['30007']],
  ] as const)('%s for %j', (policy, codes) => {
    for (const code of codes) expect([code, resendPolicy(code)]).toEqual([code, policy]);
  });

  it('never offers what the advice forbids', () => {
    for (let code = 20_000; code < 32_000; code += 1) {
      const says = adviceForFailure(String(code));
      if (/don't resend/i.test(says)) expect(resendPolicy(String(code))).toBe('never');
      if (/check it|replied STOP|landline/i.test(says)) {
        expect(resendPolicy(String(code))).toBe('new-number');
      }
    }
  });
});
