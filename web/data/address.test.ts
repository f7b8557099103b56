import { describe, expect, it } from 'vitest';
import { addressOf, placeAfter, placeFrom, ticketAddress, wholeSubTab } from './address.ts';

const placeAt = (query: string) => placeFrom(new URLSearchParams(query));

describe('placeFrom', () => {
  it('is the overview if the address says nothing, or something unknown', () => {
    const overview = {
      tab: 'overview',
      subTab: 'pending',
      attention: false,
      pickup: 'waiting',
      days: null,
      accepted: null,
      whole: false,
      section: 'settings',
      span: null,
      page: 'shop',
      ticket: null,
      q: '',
      client: null,
      watch: null,
      technician: null,
      show: null,
      status: null,
      sort: null,
    };
    expect(placeAt('')).toEqual(overview);
    expect(
      placeAt(
        'tab=attic&sub=cellar&pickup=never&attention=some&section=roof&page=attic&ticket=&client=',
      ),
    ).toEqual(overview);
    expect(
      placeAt('show=everything&status=lost&sort=best&technician=&accepted=ever&days=7'),
    ).toEqual(overview);
  });

  it('reads every part', () => {
    expect(placeAt('tab=search&q=ana%20lima&ticket=WH123456ABC')).toMatchObject({
      tab: 'search',
      q: 'ana lima',
      ticket: 'WH123456ABC',
    });
    expect(placeAt('sub=same-day').subTab).toBe('same-day');
    expect(placeAt('tab=technicians&technician=technician-2').technician).toBe('technician-2');
  });
});

describe('addressOf', () => {
  it('leaves out the defaults', () => {
    expect(addressOf(placeAt('tab=overview&sub=pending&q='))).toBe('/');
  });

  it.each([
    '/?tab=search&q=a%26b&ticket=WH123456ABC',
    '/?sub=completed',
    '/?sub=completed&pickup=collected',
    '/?sub=completed&days=60',
    '/?sub=estimates&accepted=this-month',
    '/?attention=all&ticket=WH123456ABC',
    '/?tab=new-repair&client=7',
    '/?tab=repairs&technician=technician-2&show=overdue&status=pending&sort=promised',
    '/?tab=shop&page=hours',
    '/?tab=shop&section=access',
    '/?tab=shop&section=money&span=week+2026-11-02',
  ])('writes what was read: %s', (address) => {
    expect(placeAt(addressOf(placeAt(address.slice(2))).slice(2))).toEqual(
      placeAt(address.slice(2)),
    );
  });
});

describe('placeAfter', () => {
  it('starts another tab afresh', () => {
    const place = placeAfter(placeAt('tab=search&q=ana&ticket=WH123456ABC'), { tab: 'repairs' });
    expect(addressOf(place)).toBe('/?tab=repairs');
  });

  it('keeps the rest inside a tab', () => {
    const place = placeAfter(placeAt('tab=search&q=ana'), { tab: 'search', ticket: 'WH123456ABC' });
    expect(addressOf(place)).toBe('/?tab=search&q=ana&ticket=WH123456ABC');
  });
});

describe('what is chosen from a list', () => {
  const chosen = placeAt('sub=assigned&show=overdue&technician=technician-2&sort=oldest');

  it('stays with the list while a ticket is opened over it', () => {
    expect(placeAfter(chosen, { ticket: 'WH123456ABC' })).toMatchObject({
      show: 'overdue',
      technician: 'technician-2',
      sort: 'oldest',
    });
    const bench = placeAt('tab=technicians&technician=technician-2&show=overdue');
    expect(placeAfter(bench, { show: 'waiting' }).technician).toBe('technician-2');
  });

  it.each([
    [chosen, { subTab: 'pending' }, '/'],
    [placeAt('sub=completed&days=60'), { subTab: 'assigned' }, '/?sub=assigned'],
    [placeAt('sub=completed&pickup=all'), { subTab: 'assigned' }, '/?sub=assigned'],
    [placeAt('sub=completed&whole=all'), { subTab: 'assigned' }, '/?sub=assigned'],
    [placeAt('sub=estimates&accepted=this-month'), { subTab: 'assigned' }, '/?sub=assigned'],
    [chosen, { tab: 'repairs', show: 'waiting' }, '/?tab=repairs&show=waiting'],
    [
      placeAt('tab=technicians&technician=technician-2&show=overdue'),
      { technician: null },
      '/?tab=technicians',
    ],
  ] as const)('is not carried over to another list', (place, changes, address) => {
    expect(addressOf(placeAfter(place, changes))).toBe(address);
  });
});

describe('what a number that counts a whole list leads to', () => {
  it.each([
    'sub=completed',
    'sub=completed&days=90&technician=technician-2&sort=oldest',
    'sub=completed&pickup=collected',
    'sub=assigned&show=overdue',
  ])('is the whole list, from %s', (from) => {
    expect(addressOf(placeAfter(placeAt(from), wholeSubTab('completed')))).toBe(
      '/?sub=completed&whole=all',
    );
  });

  it('keeps the ticket that is open', () => {
    const from = placeAt('sub=estimates&accepted=this-month&ticket=WH123456ABC');
    expect(addressOf(placeAfter(from, wholeSubTab('same-day')))).toBe(
      '/?sub=same-day&whole=all&ticket=WH123456ABC',
    );
  });
});

describe('ticketAddress', () => {
  it.each(['/', '/?tab=search&q=ana'])(
    'is the address that the place with the ticket has: %s',
    (place) => {
      const there = placeFrom(new URLSearchParams(place.slice(1)));
      expect(ticketAddress(place, 'WH123456ABC')).toBe(
        addressOf({ ...there, ticket: 'WH123456ABC' }),
      );
    },
  );
});
