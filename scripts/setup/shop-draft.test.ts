import { describe, expect, it } from 'vitest';
import { defaultShopConfig, shopConfigSchema } from '../../domain/shop-config.ts';
import { readAnswers } from './answers-file.ts';
import { emptyDraft, newTechnicianId, readDraft, shopFileText, withIds } from './shop-draft.ts';

const { shop, technicians, texting, backups } = defaultShopConfig;
const ownTexting = {
  reminderAfterDays: 3,
  hours: { from: '10:00', to: '17:00' },
  timeZone: 'America/New_York',
  estimateExpiresAfterDays: 14,
};
const withTechnician = (index: number, changes: object) => ({
  shop,
  technicians: technicians.map((one, at) => (at === index ? { ...one, ...changes } : one)),
});
const draftOf = (content: unknown) => readDraft(JSON.stringify(content));

describe('what a file says already', () => {
  it('is taken whole when nothing is wrong with it', () => {
    expect(draftOf(defaultShopConfig)).toEqual({ draft: defaultShopConfig, problems: [] });
    expect(readDraft(`\uFEFF${shopFileText(defaultShopConfig)}`).problems).toEqual([]);
    const ownBackups = { folder: '/mnt/disk', dailyAt: '04:30', keep: 7 };
    const own = { ...defaultShopConfig, texting: ownTexting, backups: ownBackups };
    expect(readDraft(shopFileText(own))).toEqual({ draft: own, problems: [] });
  });

  it('is nothing but a complaint where it is no JSON', () => {
    const { draft, problems } = readDraft('{"shop": ');
    expect(problems).toEqual([expect.stringMatching(/^cannot be read as JSON \(/)]);
    expect(draft).toEqual({ shop: {}, technicians: [{}, {}, {}, {}, {}, {}], texting, backups });
  });

  it('keeps everything but the fields that are wrong, in the start’s words', () => {
    const { id: _id, ...second } = technicians[1] ?? {};
    const { draft, problems } = draftOf({
      shop: { ...shop, phone: 'call us', website: 'x' },
      technicians: [...technicians.slice(0, 1), second, ...technicians.slice(2, 5)],
      theme: 'dark',
    });
    expect(problems).toEqual([
      'shop.phone: phone must be a phone number',
      'shop: Unrecognized key: "website"',
      'technicians[1].id: id is missing',
      'technicians: technicians must be exactly 6',
      'Unrecognized key: "theme"',
    ]);
    const { phone: _phone, ...rest } = shop;
    expect(draft.shop).toEqual(rest);
    expect(draft.technicians).toEqual([technicians[0], second, ...technicians.slice(2, 5), {}]);
  });

  it('leaves a doubled id with the first who has it', () => {
    const { draft } = draftOf(withTechnician(3, { id: 'technician-1' }));
    expect(draft.technicians.map(({ id }) => id)).toEqual(
      technicians.map(({ id }, index) => (index === 3 ? undefined : id)),
    );
  });

  it.each([[[]], [null], [{ shop: 'x', technicians: 'y' }], [{ technicians: [null, 5, 'x'] }]])(
    '%j holds nothing that can be kept',
    (content) => {
      const { draft, problems } = draftOf(content);
      expect(draft).toEqual({ shop: {}, technicians: [{}, {}, {}, {}, {}, {}], texting, backups });
      expect(problems.length).toBeGreaterThan(0);
    },
  );
});

describe('a shop without a file', () => {
  it('has no names yet, and the specification’s specialties', () => {
    expect(emptyDraft(false)).toEqual({
      shop: {},
      technicians: technicians.map(({ specialties }) => ({ specialties })),
      texting,
      backups,
    });
  });

  it('keeps the neutral ids once it has worked with them', () => {
    expect(emptyDraft(true).technicians.map(({ id }) => id)).toEqual(
      technicians.map(({ id }) => id),
    );
  });
});

describe('a technician’s id', () => {
  it.each([
    ['Ana', 'ana'],
    ['José Ñúñez', 'jose-nunez'],
    ['  Mr. O’Neill Jr. ', 'mr-o-neill-jr'],
    ['李小龙', 'technician'],
    ['!!!', 'technician'],
    ['x'.repeat(80), 'x'.repeat(36)],
  ])('of %s is %s', (name, id) => {
    expect(newTechnicianId(name, new Set())).toBe(id);
    const config = withTechnician(0, { name, id });
    expect(shopConfigSchema.safeParse(config).success).toBe(true);
  });

  it('is used by no one else, now or before', () => {
    expect(newTechnicianId('Ana', new Set(['ana', 'ana-2']))).toBe('ana-3');
    const named = [{ name: 'Ana' }, { name: 'Ana' }, { id: 'ana', name: 'Bea' }, { name: 'Cleo' }];
    const ids = withIds(named, ['cleo']).map(({ id }) => id);
    expect(ids).toEqual(['ana-2', 'ana-3', 'ana', 'cleo-2']);
  });
});

describe('the answers’ file', () => {
  const read = (content: object) => readAnswers(JSON.stringify(content), defaultShopConfig);
  const nameless = technicians.map(({ id: _id, ...rest }) => rest);

  it('is the shop’s file, and may hold a password', () => {
    expect(read(defaultShopConfig)).toEqual({ shop: defaultShopConfig, password: null });
    expect(read({ ...defaultShopConfig, password: 'loupe and tweezers' })).toEqual({
      shop: defaultShopConfig,
      password: 'loupe and tweezers',
    });
  });

  it('leaves what it does not speak of as the shop’s file has it', () => {
    const backups = { folder: '/mnt/disk', dailyAt: '04:30', keep: 7 };
    const known = { ...defaultShopConfig, texting: ownTexting, backups };
    expect(readAnswers(JSON.stringify({ shop, technicians }), known)).toEqual({
      shop: known,
      password: null,
    });
  });

  it('knows people by their names, and gives new ones an id of their own', () => {
    const given = { shop, technicians: [...nameless.slice(1), { ...nameless[0], name: 'Zoë' }] };
    expect(read(given)).toMatchObject({
      shop: {
        technicians: [...technicians.slice(1), { ...technicians[0], id: 'zoe', name: 'Zoë' }],
      },
    });
  });

  it.each([
    [{ shop, technicians: nameless.slice(1) }, 'technicians: technicians must be exactly 6'],
    [{ ...defaultShopConfig, pasword: 'x' }, 'Unrecognized key: "pasword"'],
    [{ ...defaultShopConfig, password: 5 }, 'password: password must be a text in quotes'],
    [[], 'the file must hold one object'],
  ])('%# is refused in the start’s words', (content, problem) => {
    expect(read(content)).toEqual({ problems: [problem] });
  });
});
