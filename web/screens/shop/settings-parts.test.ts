import { describe, expect, it } from 'vitest';
import { defaultShopSettings, shopSettingsSchema } from '../../../domain/shop-settings.ts';
import {
  hoursPart,
  moneyPart,
  spanField,
  spansIn,
  textsPart,
  together,
  withEffect,
  writeSpans,
} from './settings-parts.ts';

const { calendar } = defaultShopSettings;
const sketched = {
  ...defaultShopSettings,
  calendar: {
    ...calendar,
    timeZone: 'America/New_York',
    dayHours: {
      thu: { from: '09:00', to: '20:00' },
      sat: { from: '10:00', to: '15:00' },
    },
    closedDates: [
      { from: '2026-11-26', to: '2026-11-26', name: 'Thanksgiving Day' },
      { from: '2026-12-24', to: '2027-01-02', name: null },
    ],
  },
};

/** The fields that the shop's own check complains about. */
function faults(typed: Record<string, string>) {
  const { error } = shopSettingsSchema.safeParse(hoursPart.read(typed, sketched));
  return error?.issues.map(({ path }) => hoursPart.fieldAt(path.map(String), typed));
}

describe('the hours as they are typed', () => {
  it('are read back as they were stored', () => {
    expect(hoursPart.read(hoursPart.typed(sketched), sketched)).toEqual(sketched);
    expect(hoursPart.read(hoursPart.typed(defaultShopSettings), defaultShopSettings)).toEqual(
      defaultShopSettings,
    );
  });

  it('are those of each day', () => {
    const typed = { ...hoursPart.typed(sketched), 'open sat': '', 'to mon': '17:00' };
    expect(hoursPart.read(typed, sketched).calendar).toMatchObject({
      openDays: ['mon', 'tue', 'wed', 'thu', 'fri'],
      hours: { from: '09:00', to: '18:00' },
      dayHours: { mon: { from: '09:00', to: '17:00' }, thu: { from: '09:00', to: '20:00' } },
    });
  });

  it('a closed span needs no last day and no name; a blank one is ignored', () => {
    const added = { to: '', name: ' ', openId: 'a' };
    const spans = [
      ...spansIn(hoursPart.typed(sketched).closedDates),
      { ...added, from: '2026-12-01' },
      { ...added, from: '' },
    ];
    const typed = { ...hoursPart.typed(sketched), closedDates: writeSpans(spans) };
    expect(hoursPart.read(typed, sketched).calendar.closedDates).toEqual([
      sketched.calendar.closedDates[0],
      { from: '2026-12-01', to: '2026-12-01', name: null },
      sketched.calendar.closedDates[1],
    ]);
  });

  it('name the field that is wrong', () => {
    const typed = { ...hoursPart.typed(sketched) };
    expect(faults(typed)).toBeUndefined();
    expect(faults({ ...typed, 'to thu': '08:00' })).toEqual(['to thu']);
    expect(faults({ ...typed, 'from sat': '' })).toEqual(['from sat']);
    const all = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
    const crossing = Object.fromEntries(
      all.flatMap((day) => [
        [`from ${day}`, '22:00'],
        [`to ${day}`, '02:00'],
      ]),
    );
    expect(faults({ ...typed, ...crossing })).toEqual(['to mon']);
    expect(
      faults({ ...typed, ...Object.fromEntries(all.map((day) => [`open ${day}`, ''])) }),
    ).toEqual(['open mon']);
    const added = (id: string, from: string, to: string) => ({ from, to, name: '', openId: id });
    const spans = [
      ...spansIn(typed.closedDates),
      added('blank', '', ''),
      added('right', '2026-12-01', ''),
      added('wrong', '2026-11-28', '2026-11-24'),
    ];
    expect(faults({ ...typed, closedDates: writeSpans(spans) })).toEqual([
      spanField('wrong', 'to'),
    ]);
    const many = Array.from({ length: 121 }, () => added('one', '2026-12-01', ''));
    expect(faults({ ...typed, closedDates: writeSpans(many) })).toEqual(['closedDates']);
    expect(faults({ ...typed, usualDays: 'soon' })).toEqual(['usualDays']);
  });
});

describe('typing that changes nothing', () => {
  const part = together(hoursPart, textsPart, moneyPart);
  const opened = part.typed(sketched);
  const effect = (typed: Record<string, string>) => {
    const left = withEffect(part, sketched, opened, { ...opened, ...typed });
    return Object.keys(left).filter((name) => left[name] !== opened[name]);
  };
  const added = (from: string) =>
    writeSpans([...spansIn(opened.closedDates), { from, to: '', name: '', openId: 'a' }]);

  it('is left out', () => {
    expect(effect({})).toEqual([]);
    expect(effect({ closedDates: added('') })).toEqual([]);
    expect(effect({ closedDates: added('2026-12-01') })).toEqual(['closedDates']);
    // A day that was opened, typed in and closed again.
    expect(effect({ 'open sun': '', 'from sun': '10:00' })).toEqual([]);
    expect(effect({ 'open sun': 'yes', 'from sun': '10:00' })).toEqual(['open sun', 'from sun']);
    expect(effect({ asksForConsent: '', consentWording: '' })).toEqual([]);
    expect(effect({ rate: '0.000', usualDays: ' 7' })).toEqual([]);
  });

  it('a mistake counts as a change', () => {
    expect(effect({ usualDays: 'soon', reminderAfterDays: 'never' })).toEqual([
      'usualDays',
      'reminderAfterDays',
    ]);
  });
});
