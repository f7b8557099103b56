import { describe, expect, it } from 'vitest';
import {
  defaultShopSettings,
  type ShopSettings,
  shopSettingsSchema,
} from '../../../domain/shop-settings.ts';
import { mergeStored } from '../../data/changed-meanwhile.ts';
import {
  hoursPart,
  moneyPart,
  type SettingsPart,
  spanField,
  spansIn,
  staffPart,
  type Typed,
  techniciansPart,
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

  it('does not include a mistake', () => {
    expect(effect({ usualDays: 'soon', reminderAfterDays: 'never' })).toEqual([
      'usualDays',
      'reminderAfterDays',
    ]);
  });
});

/** What a form opened with one version makes of a colleague's, with its own changes. */
function merged(
  part: SettingsPart,
  opened: ShopSettings,
  stored: ShopSettings,
  changes: Typed,
): { settings: ShopSettings; changed: string[] } {
  const before = part.typed(opened);
  const typed = { ...before, ...changes };
  const now = part.typed(stored, [before, typed]);
  const { fields, changed } = mergeStored(before, now, typed);
  return { settings: part.read(fields, stored), changed: changed.map(({ name }) => name) };
}

describe('the staff that two people change', () => {
  const withStaff = (...staff: string[]) => ({
    ...defaultShopSettings,
    staff: staff.map((one) => ({ name: one, initials: one.slice(0, 2).toUpperCase() })),
  });
  const names = ({ staff }: ShopSettings) => staff.map(({ name }) => name);
  const both = (stored: ShopSettings, changes: Typed) => {
    const { settings, changed } = merged(
      staffPart,
      withStaff('Ana', 'Ben', 'Cleo'),
      stored,
      changes,
    );
    return [names(settings), changed];
  };
  const rename = { 'staff name 2': 'Cleopatra' };

  it('keep each change with its person', () => {
    expect(both(withStaff('Ben', 'Cleo'), rename)).toEqual([['Ben', 'Cleopatra'], []]);
    expect(both(withStaff('Dora', 'Ana', 'Ben', 'Cleo'), rename)).toEqual([
      ['Ana', 'Ben', 'Cleopatra', 'Dora'],
      [],
    ]);
    const removed = { 'staff name 0': '', 'staff initials 0': '' };
    expect(both(withStaff('Ana', 'Cleo'), removed)).toEqual([['Cleo'], []]);
  });

  it('keep those whom both have added', () => {
    const added = { 'staff name 3': 'Emil', 'staff initials 3': 'EM' };
    expect(both(withStaff('Ana', 'Ben', 'Cleo', 'Dora'), added)).toEqual([
      ['Ana', 'Ben', 'Cleo', 'Emil', 'Dora'],
      [],
    ]);
    expect(both(withStaff('Ana', 'Ben', 'Cleo', 'Emil'), added)).toEqual([
      ['Ana', 'Ben', 'Cleo', 'Emil'],
      [],
    ]);
  });

  it('have two versions only if both have changed the same person', () => {
    const [ana, ben, cleo] = withStaff('Ana', 'Ben', 'Cleo').staff;
    if (!(ana && ben && cleo)) throw new Error('Three are given');
    const theirs = { ...defaultShopSettings, staff: [ben, { ...cleo, name: 'Clio' }] };
    expect(both(theirs, rename)).toEqual([['Ben', 'Cleopatra'], ['staff name 2']]);
    expect(both({ ...theirs, staff: [ana, ben] }, rename)[1]).toEqual(['staff name 2']);
  });

  it('stay in the order of the colleague if only the colleague has changed them', () => {
    const theirs = withStaff('Dora', 'Cleo', 'Ana');
    expect(both(theirs, {})).toEqual([['Dora', 'Cleo', 'Ana'], []]);
  });

  it('still fit if no row is free for one more', () => {
    const full = Array.from('ABCDEFGHIJKLMNOPQRST', (letter) => `${letter}${letter}`);
    const theirs = withStaff(...full.slice(1), 'Zoe');
    const { settings } = merged(staffPart, withStaff(...full), theirs, { 'staff name 5': 'Other' });
    expect(names(settings).toSorted()).toEqual(
      [...full.slice(1).filter((name) => name !== 'FF'), 'Other', 'Zoe'].toSorted(),
    );
  });
});

it('a technician’s changes stay with the technician, even if a program has changed the order', () => {
  const stored = {
    ...defaultShopSettings,
    technicians: defaultShopSettings.technicians.toReversed(),
  };
  const changes = { 'name technician-2': 'Tom' };
  const { settings, changed } = merged(techniciansPart, defaultShopSettings, stored, changes);
  expect(changed).toEqual([]);
  expect(settings.technicians).toEqual(
    stored.technicians.map((one) => (one.id === 'technician-2' ? { ...one, name: 'Tom' } : one)),
  );
});
