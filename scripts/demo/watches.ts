import type { Chance } from './chance.ts';

/** The watches that come over the counter, and what may tell one from another. */

export const movements = [
  'quartz',
  'digital',
  'smart',
  'automatic',
  'manual',
  'chronograph',
  'vintage',
] as const;
export type Movement = (typeof movements)[number];

/** 1 fashion, 2 everyday, 3 better, 4 luxury, 5 the finest. */
export type Tier = 1 | 2 | 3 | 4 | 5;

interface Brand {
  name: string;
  tier: Tier;
  /** How often it comes in. */
  share: number;
  /** `#` a digit, `A` a letter, anything else itself; `-` where the watch carries none. */
  serial: string;
  dials: readonly string[];
  straps: readonly string[];
  models: readonly (readonly [string, Movement])[];
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

const strapColours = {
  steel: ['#b9bec4', '#a9afb6'],
  leather: ['#5a3a22', '#2b2320', '#7a4a24', '#39465a'],
  rubber: ['#1f2226', '#20364f', '#3d2a2a'],
  gold: ['#c9a44c', '#b8903c'],
};

/** Name, tier, share, serial number, dials, straps; then the models of each movement. */
const catalogue = `
Timex, 1, 8, -, #f4f1e8 #1d2630 #e9e2d0, leather
quartz: Weekender, Expedition Scout, Easy Reader, Waterbury Classic
digital: Ironman Classic 30
manual: Marlin

Casio, 1, 8, -, #23272c #3b4148 #1c2430, rubber
digital: G-Shock DW-5600, F-91W, G-Shock GA-2100, Pro Trek PRG-270
quartz: Edifice EFR-526, Duro MDV-106

Swatch, 1, 4, -, #ffffff #d7343f #2f6fb7, rubber
quartz: Once Again, Irony Big, Skin Classic
automatic: Sistem51

Fossil, 1, 6, ######, #efe9dd #20303f #2a2a2a, leather steel
quartz: Grant FS4735, Neutra, Carlie Mini, Jacqueline
smart: Gen 6

Skagen, 1, 3, ######, #f7f7f4 #d8dcdf, leather steel
quartz: Signatur, Melbye, Freja Lille

Seiko, 2, 10, ######, #16304d #14181c #f2efe6 #1f4d3a, steel leather
automatic: 5 Sports SRPD55, Presage SRPB41, Prospex SPB143, SKX007
quartz: Essentials SUR309, Solar SNE039

Citizen, 2, 9, #########, #10233b #1b1e22 #e8e4da, steel rubber
quartz: Eco-Drive BM8180, Promaster BN0150, Corso BM7100, Satellite Wave
automatic: Tsuyosa NJ0150

Orient, 2, 3, A######, #f3ead6 #12304f #5a1420, leather steel
automatic: Bambino V2, Mako II, Kamasu

Bulova, 2, 5, ########, #15181c #e7e0cf #214a3c, leather gold
quartz: Lunar Pilot 96B251, Precisionist, Sutton Quartz
vintage: Accutron Spaceview 214

Apple, 2, 3, A##A####A##A, #0c0d0f, rubber
smart: Watch Series 7, Watch SE, Watch Ultra

Garmin, 2, 1.5, #A#######, #101214, rubber
smart: Fenix 6, Venu 2

Tissot, 3, 6, ##AAA#######, #153a66 #f1f0ec #17191c, steel leather
automatic: PRX Powermatic 80, Le Locle, Gentleman Powermatic 80
quartz: PR 100, Everytime
chronograph: PRS 516 Valjoux

Hamilton, 3, 5, ##A######, #20231f #f0ece0 #2c3a2a, leather
manual: Khaki Field H69439931
automatic: Jazzmaster Open Heart, Khaki Navy Scuba
chronograph: Intra-Matic Auto Chrono
vintage: 992B Railway Special

Longines, 3, 5, ########, #f4f2ec #14365c #121417, leather steel
automatic: HydroConquest, Master Collection, Spirit L3.810
quartz: DolceVita, La Grande Classique
vintage: Admiral 5 Star

Oris, 3, 3, ##-#####, #7a3b22 #123f4a #1a1c1f, leather steel
automatic: Aquis Date, Big Crown Pointer Date, Divers Sixty-Five

TAG Heuer, 4, 5, AAA####, #16181b #14365f #ededea, steel rubber
chronograph: Carrera Calibre 16, Monaco CAW2111
automatic: Aquaracer 300, Carrera Calibre 5
quartz: Formula 1 WAZ1110, Link Lady

Tudor, 4, 3, A######, #141619 #152e4e, steel leather
automatic: Black Bay 58, Pelagos, Ranger, Prince Oysterdate

Breitling, 4, 3, #######, #101315 #16406b #3a2a1d, leather steel
chronograph: Navitimer B01, Chronomat 44
automatic: Superocean Heritage
quartz: Colt Quartz

Omega, 4, 6, ########, #15181b #123a63 #f2f0ea #6d1f24, steel leather
chronograph: Speedmaster Professional 311.30.42
automatic: Seamaster Diver 300M, Aqua Terra 150M, Constellation Globemaster
quartz: De Ville Prestige Quartz, Constellation 27 mm
vintage: Genève 135.041, Seamaster Bumper 2577

IWC, 4, 1.5, #######, #111315 #f3f1eb, leather
automatic: Pilot’s Watch Mark XVIII, Portofino Automatic
chronograph: Portugieser Chronograph

Cartier, 5, 3.5, #####AA, #f7f4ec #e9e6de, leather gold
quartz: Tank Française, Panthère, Tank Solo
automatic: Santos de Cartier, Ballon Bleu 42
manual: Tank Louis Cartier

Rolex, 5, 6, A######, #101214 #123b2a #17355c #efe6c8, steel gold
automatic: Submariner 116610LN, Datejust 16233, GMT-Master II 116710, Explorer 214270, Oyster Perpetual 36, Air-King 14000
chronograph: Cosmograph Daytona 116520
manual: Oysterdate Precision 6694

Patek Philippe, 5, 0.7, #######, #1d3140 #f5f1e6, leather gold
manual: Calatrava 5196, Calatrava 3520
automatic: Nautilus 5711, Aquanaut 5167

Elgin, 3, 1.6, ########, #f5f0e0, gold
vintage: Pocket watch grade 303, Lord Elgin, B.W. Raymond

Waltham, 3, 1.4, ########, #f7f3e6, gold
vintage: Pocket watch model 1908, Vanguard 23 jewels, Riverside

Gruen, 3, 1, -, #efe3c4, leather
vintage: Curvex Precision, Veri-Thin`;

function brandOf(entry: string): Brand {
  const [first = '', ...lines] = entry.trim().split('\n');
  const [name = '', tier, share, serial = '-', dials = '', straps = ''] = first.split(', ');
  return {
    name,
    tier: Number(tier) as Tier,
    share: Number(share),
    serial,
    dials: dials.split(' '),
    straps: straps.split(' ').flatMap((strap) => strapColours[strap as keyof typeof strapColours]),
    models: lines.flatMap((line) => {
      const [movement = '', models = ''] = line.split(': ');
      return models.split(', ').map((model) => [model, movement as Movement] as const);
    }),
  };
}

const brands = catalogue.split('\n\n').map(brandOf);

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
    serial: brand.serial !== '-' && chance.happens(0.75) ? serialLike(brand.serial, chance) : null,
    dial: chance.pick(brand.dials),
    strap: chance.pick(brand.straps),
  };
}
