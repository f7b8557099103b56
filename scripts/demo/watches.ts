import type { Chance } from './chance.ts';

/** The watches that come over the counter, and what may tell one from another. */

export type Movement =
  | 'quartz'
  | 'digital'
  | 'smart'
  | 'automatic'
  | 'manual'
  | 'chronograph'
  | 'vintage';

/** 1 fashion, 2 everyday, 3 better, 4 luxury, 5 the finest. */
export type Tier = 1 | 2 | 3 | 4 | 5;

export interface Look {
  dials: readonly string[];
  straps: readonly string[];
}

interface Brand {
  name: string;
  tier: Tier;
  /** How often it comes in. */
  share: number;
  /** `#` a digit, `A` a letter, anything else itself; null where the watch carries none. */
  serial: string | null;
  models: readonly (readonly [string, Movement])[];
  look: Look;
}

export interface Watch {
  brand: string;
  model: string;
  serial: string | null;
  tier: Tier;
  movement: Movement;
  dial: string;
  strap: string;
}

const steel = ['#b9bec4', '#a9afb6'];
const leather = ['#5a3a22', '#2b2320', '#7a4a24', '#39465a'];
const rubber = ['#1f2226', '#20364f', '#3d2a2a'];
const gold = ['#c9a44c', '#b8903c'];
const look = (dials: string, ...straps: (readonly string[])[]): Look => ({
  dials: dials.split(' '),
  straps: straps.flat(),
});
const all = (movement: Movement, ...models: string[]): (readonly [string, Movement])[] =>
  models.map((model) => [model, movement]);

const brands: readonly Brand[] = [
  {
    name: 'Timex',
    tier: 1,
    share: 8,
    serial: null,
    models: [
      ...all('quartz', 'Weekender', 'Expedition Scout', 'Easy Reader', 'Waterbury Classic'),
      ...all('digital', 'Ironman Classic 30'),
      ...all('manual', 'Marlin'),
    ],
    look: look('#f4f1e8 #1d2630 #e9e2d0', leather),
  },
  {
    name: 'Casio',
    tier: 1,
    share: 8,
    serial: null,
    models: [
      ...all('digital', 'G-Shock DW-5600', 'F-91W', 'G-Shock GA-2100', 'Pro Trek PRG-270'),
      ...all('quartz', 'Edifice EFR-526', 'Duro MDV-106'),
    ],
    look: look('#23272c #3b4148 #1c2430', rubber),
  },
  {
    name: 'Swatch',
    tier: 1,
    share: 4,
    serial: null,
    models: [
      ...all('quartz', 'Once Again', 'Irony Big', 'Skin Classic'),
      ...all('automatic', 'Sistem51'),
    ],
    look: look('#ffffff #d7343f #2f6fb7', rubber),
  },
  {
    name: 'Fossil',
    tier: 1,
    share: 6,
    serial: '######',
    models: [
      ...all('quartz', 'Grant FS4735', 'Neutra', 'Carlie Mini', 'Jacqueline'),
      ...all('smart', 'Gen 6'),
    ],
    look: look('#efe9dd #20303f #2a2a2a', leather, steel),
  },
  {
    name: 'Skagen',
    tier: 1,
    share: 3,
    serial: '######',
    models: all('quartz', 'Signatur', 'Melbye', 'Freja Lille'),
    look: look('#f7f7f4 #d8dcdf', leather, steel),
  },
  {
    name: 'Seiko',
    tier: 2,
    share: 10,
    serial: '######',
    models: [
      ...all('automatic', '5 Sports SRPD55', 'Presage SRPB41', 'Prospex SPB143', 'SKX007'),
      ...all('quartz', 'Essentials SUR309', 'Solar SNE039'),
    ],
    look: look('#16304d #14181c #f2efe6 #1f4d3a', steel, leather),
  },
  {
    name: 'Citizen',
    tier: 2,
    share: 9,
    serial: '#########',
    models: [
      ...all('quartz', 'Eco-Drive BM8180', 'Promaster BN0150', 'Corso BM7100', 'Satellite Wave'),
      ...all('automatic', 'Tsuyosa NJ0150'),
    ],
    look: look('#10233b #1b1e22 #e8e4da', steel, rubber),
  },
  {
    name: 'Orient',
    tier: 2,
    share: 3,
    serial: 'A######',
    models: all('automatic', 'Bambino V2', 'Mako II', 'Kamasu'),
    look: look('#f3ead6 #12304f #5a1420', leather, steel),
  },
  {
    name: 'Bulova',
    tier: 2,
    share: 5,
    serial: '########',
    models: [
      ...all('quartz', 'Lunar Pilot 96B251', 'Precisionist', 'Sutton Quartz'),
      ...all('vintage', 'Accutron Spaceview 214'),
    ],
    look: look('#15181c #e7e0cf #214a3c', leather, gold),
  },
  {
    name: 'Apple',
    tier: 2,
    share: 3,
    serial: 'A##A####A##A',
    models: all('smart', 'Watch Series 7', 'Watch SE', 'Watch Ultra'),
    look: look('#0c0d0f', rubber),
  },
  {
    name: 'Garmin',
    tier: 2,
    share: 1.5,
    serial: '#A#######',
    models: all('smart', 'Fenix 6', 'Venu 2'),
    look: look('#101214', rubber),
  },
  {
    name: 'Tissot',
    tier: 3,
    share: 6,
    serial: '##AAA#######',
    models: [
      ...all('automatic', 'PRX Powermatic 80', 'Le Locle', 'Gentleman Powermatic 80'),
      ...all('quartz', 'PR 100', 'Everytime'),
      ...all('chronograph', 'PRS 516 Valjoux'),
    ],
    look: look('#153a66 #f1f0ec #17191c', steel, leather),
  },
  {
    name: 'Hamilton',
    tier: 3,
    share: 5,
    serial: '##A######',
    models: [
      ...all('manual', 'Khaki Field H69439931'),
      ...all('automatic', 'Jazzmaster Open Heart', 'Khaki Navy Scuba'),
      ...all('chronograph', 'Intra-Matic Auto Chrono'),
      ...all('vintage', '992B Railway Special'),
    ],
    look: look('#20231f #f0ece0 #2c3a2a', leather),
  },
  {
    name: 'Longines',
    tier: 3,
    share: 5,
    serial: '########',
    models: [
      ...all('automatic', 'HydroConquest', 'Master Collection', 'Spirit L3.810'),
      ...all('quartz', 'DolceVita', 'La Grande Classique'),
      ...all('vintage', 'Admiral 5 Star'),
    ],
    look: look('#f4f2ec #14365c #121417', leather, steel),
  },
  {
    name: 'Oris',
    tier: 3,
    share: 3,
    serial: '##-#####',
    models: all('automatic', 'Aquis Date', 'Big Crown Pointer Date', 'Divers Sixty-Five'),
    look: look('#7a3b22 #123f4a #1a1c1f', leather, steel),
  },
  {
    name: 'TAG Heuer',
    tier: 4,
    share: 5,
    serial: 'AAA####',
    models: [
      ...all('chronograph', 'Carrera Calibre 16', 'Monaco CAW2111'),
      ...all('automatic', 'Aquaracer 300', 'Carrera Calibre 5'),
      ...all('quartz', 'Formula 1 WAZ1110', 'Link Lady'),
    ],
    look: look('#16181b #14365f #ededea', steel, rubber),
  },
  {
    name: 'Tudor',
    tier: 4,
    share: 3,
    serial: 'A######',
    models: all('automatic', 'Black Bay 58', 'Pelagos', 'Ranger', 'Prince Oysterdate'),
    look: look('#141619 #152e4e', steel, leather),
  },
  {
    name: 'Breitling',
    tier: 4,
    share: 3,
    serial: '#######',
    models: [
      ...all('chronograph', 'Navitimer B01', 'Chronomat 44'),
      ...all('automatic', 'Superocean Heritage'),
      ...all('quartz', 'Colt Quartz'),
    ],
    look: look('#101315 #16406b #3a2a1d', leather, steel),
  },
  {
    name: 'Omega',
    tier: 4,
    share: 6,
    serial: '########',
    models: [
      ...all('chronograph', 'Speedmaster Professional 311.30.42'),
      ...all('automatic', 'Seamaster Diver 300M', 'Aqua Terra 150M', 'Constellation Globemaster'),
      ...all('quartz', 'De Ville Prestige Quartz', 'Constellation 27 mm'),
      ...all('vintage', 'Genève 135.041', 'Seamaster Bumper 2577'),
    ],
    look: look('#15181b #123a63 #f2f0ea #6d1f24', steel, leather),
  },
  {
    name: 'IWC',
    tier: 4,
    share: 1.5,
    serial: '#######',
    models: [
      ...all('automatic', 'Pilot’s Watch Mark XVIII', 'Portofino Automatic'),
      ...all('chronograph', 'Portugieser Chronograph'),
    ],
    look: look('#111315 #f3f1eb', leather),
  },
  {
    name: 'Cartier',
    tier: 5,
    share: 3.5,
    serial: '#####AA',
    models: [
      ...all('quartz', 'Tank Française', 'Panthère', 'Tank Solo'),
      ...all('automatic', 'Santos de Cartier', 'Ballon Bleu 42'),
      ...all('manual', 'Tank Louis Cartier'),
    ],
    look: look('#f7f4ec #e9e6de', leather, gold),
  },
  {
    name: 'Rolex',
    tier: 5,
    share: 6,
    serial: 'A######',
    models: [
      ...all(
        'automatic',
        'Submariner 116610LN',
        'Datejust 16233',
        'GMT-Master II 116710',
        'Explorer 214270',
        'Oyster Perpetual 36',
        'Air-King 14000',
      ),
      ...all('chronograph', 'Cosmograph Daytona 116520'),
      ...all('manual', 'Oysterdate Precision 6694'),
    ],
    look: look('#101214 #123b2a #17355c #efe6c8', steel, gold),
  },
  {
    name: 'Patek Philippe',
    tier: 5,
    share: 0.7,
    serial: '#######',
    models: [
      ...all('manual', 'Calatrava 5196', 'Calatrava 3520'),
      ...all('automatic', 'Nautilus 5711', 'Aquanaut 5167'),
    ],
    look: look('#1d3140 #f5f1e6', leather, gold),
  },
  {
    name: 'Elgin',
    tier: 3,
    share: 1.6,
    serial: '########',
    models: all('vintage', 'Pocket watch grade 303', 'Lord Elgin', 'B.W. Raymond'),
    look: look('#f5f0e0', gold),
  },
  {
    name: 'Waltham',
    tier: 3,
    share: 1.4,
    serial: '########',
    models: all('vintage', 'Pocket watch model 1908', 'Vanguard 23 jewels', 'Riverside'),
    look: look('#f7f3e6', gold),
  },
  {
    name: 'Gruen',
    tier: 3,
    share: 1,
    serial: null,
    models: all('vintage', 'Curvex Precision', 'Veri-Thin'),
    look: look('#efe3c4', leather),
  },
];

function serialLike(format: string, chance: Chance): string {
  return format.replace(/[#A]/g, (sign) =>
    sign === '#' ? String(chance.int(10)) : chance.pick([...'ABCDEFGHKLMNPRSTUVWXYZ']),
  );
}

/** A watch of somebody who spends about so much on watches. */
export function watchFor(taste: Tier, chance: Chance): Watch {
  const brand = chance.weighted(
    brands,
    ({ share, tier }) => share * ([1, 0.5, 0.2, 0.08, 0.05][Math.abs(tier - taste)] ?? 0),
  );
  const [model, movement] = chance.pick(brand.models);
  return {
    brand: brand.name,
    model,
    movement,
    tier: brand.tier,
    // The engraving is not always read before the case is open.
    serial: brand.serial !== null && chance.happens(0.75) ? serialLike(brand.serial, chance) : null,
    dial: chance.pick(brand.look.dials),
    strap: chance.pick(brand.look.straps),
  };
}
