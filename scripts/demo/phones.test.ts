import { describe, expect, it } from 'vitest';
import { textablePhone } from '../../domain/phone.ts';
import { chanceOf } from './chance.ts';
import { fictionalPhones, isFictionalPhone, maxPhones, writtenPhone } from './phones.ts';

const phones = fictionalPhones(chanceOf('phones'));

describe('phones for fiction', () => {
  it('are enough for a large shop, each once', () => {
    expect(phones).toHaveLength(maxPhones);
    expect(new Set(phones).size).toBe(maxPhones);
    expect(maxPhones).toBeGreaterThanOrEqual(20_000);
  });

  it('belong to no one, and the product would text every one of them, however it is written', () => {
    const chance = chanceOf('written');
    expect(phones.filter((phone) => !/^[2-9]\d\d55501\d\d$/.test(phone))).toEqual([]);
    // The plan knows area codes, not single lines: a few of each will do.
    for (const phone of phones.filter((each) => /(00|42|99)$/.test(each))) {
      const written = writtenPhone(phone, chance);
      expect(isFictionalPhone(written)).toBe(true);
      expect(textablePhone(written)).toBe(`+1${phone}`);
    }
  });

  it('leave out the shop’s own number and the landline of the simulated phone', () => {
    expect(phones).not.toContain('2125550100');
    expect(phones).not.toContain('2125550199');
  });

  it('are distinguished from numbers that may be real', () => {
    for (const real of ['(212) 555-0200', '(212) 556-0123', '2125550', '+47 92 34 56 78', '']) {
      expect(isFictionalPhone(real)).toBe(false);
    }
  });
});
