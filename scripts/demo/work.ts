import type { Movement } from './watches.ts';

/** What is asked for, what it costs on which kind of watch, and what the technician writes after it. */

interface Usual {
  /** How often it is what is asked for. */
  share: number;
  /** How often the customer wants to know the price before the work. */
  quoted: number;
  /** Hours until it is done, once begun. */
  hours: number;
  /** How often it is promised for the same day. */
  sameDay: number;
}

interface Work extends Usual {
  on: readonly Movement[];
  /** Dollars, least and most, for the five tiers of watches. */
  dollars: readonly (readonly [number, number])[];
  requests: readonly string[];
  notes: readonly string[];
}

const work = (
  on: string,
  usual: Usual,
  dollars: string,
  requests: string,
  notes: string,
): Work => ({
  ...usual,
  on: on.split(' ') as Movement[],
  dollars: dollars.split(' ').map((range) => {
    const [least = 0, most = 0] = range.split('-').map(Number);
    return [least, most];
  }),
  requests: requests.split('|'),
  notes: notes.split('|'),
});

export const works: readonly Work[] = [
  work(
    'quartz digital',
    { share: 34, quoted: 0, hours: 0.4, sameDay: 0.45 },
    '12-20 18-30 35-55 60-95 85-140',
    'Battery replacement|Stopped, probably the battery|Battery dead again after a year|Second hand jumps four seconds: battery|New battery and check the seal please',
    'New battery, gasket greased, runs.|Battery replaced; contacts cleaned, consumption 1.1 µA.|New cell. Old one had begun to leak, contacts cleaned.|Battery and case back gasket replaced, dry test fine at 3 bar.',
  ),
  work(
    'quartz digital smart automatic manual chronograph',
    { share: 9, quoted: 0.05, hours: 0.4, sameDay: 0.4 },
    '15-30 20-45 45-95 90-180 140-320',
    'New leather strap, dark brown|Strap torn at the buckle|Spring bar lost, strap came off|Replace rubber strap, customer brought the part',
    'New strap and spring bars fitted.|Both spring bars replaced, one lug hole was burred.|Strap fitted, third hole added for a slim wrist.',
  ),
  work(
    'quartz automatic chronograph',
    { share: 7, quoted: 0, hours: 0.3, sameDay: 0.7 },
    '10-15 10-20 15-25 25-40 35-60',
    'Bracelet too wide, take out two links|Shorten bracelet|Link pin lost, bracelet hangs open',
    'Two links out, handed over in a bag.|Three links out, clasp moved by one hole.|Pin replaced and secured, all others checked.',
  ),
  work(
    'quartz automatic manual vintage chronograph',
    { share: 9, quoted: 0.5, hours: 3, sameDay: 0.03 },
    '25-45 35-70 80-160 180-320 260-480',
    'Crystal cracked at 4 o’clock|Glass badly scratched, replace|Crystal shattered, splinters on the dial|Crystal fogs up from inside',
    'Mineral crystal replaced, dial blown clean of splinters.|Sapphire crystal and gasket fitted, 5 bar dry test passed.|Plexi replaced and polished. Hands checked for clearance.',
  ),
  work(
    'quartz automatic manual vintage chronograph',
    { share: 7, quoted: 0.55, hours: 4, sameDay: 0.02 },
    '25-40 40-80 90-160 160-290 240-420',
    'Crown came off|Crown does not screw down any more|Cannot set the time, crown slips|Stem broken',
    'New stem and crown, set lever spring checked.|Crown and tube replaced, 10 bar wet test passed.|Stem extender fitted; keyless works cleaned and greased.',
  ),
  work(
    'automatic manual vintage',
    { share: 32, quoted: 0.85, hours: 14, sameDay: 0 },
    '90-140 150-260 280-420 480-720 680-1100',
    'Full service, last one about eight years ago|Stops overnight although worn all day|Loses five minutes a day|Inherited, has lain in a drawer for years. Please make it run|Rotor rattles and it does not wind|Runs only when shaken',
    'Movement stripped, cleaned, oiled. +3 s/day over six positions, amplitude 292° dial up.|Full service; mainspring and reversing wheels replaced. +4 s/day, beat error 0.2 ms.|Overhauled. Balance staff pivots polished, new mainspring. Amplitude 278°.|Serviced, gaskets replaced, 48 hours on the winder: +2 s/day.|Dried oil on all pivots. Cleaned, oiled, regulated to +5 s/day.',
  ),
  work(
    'chronograph',
    { share: 26, quoted: 0.95, hours: 22, sameDay: 0 },
    '120-180 220-340 380-560 650-950 900-1600',
    'Chronograph hand does not return to zero|Pushers stuck, full service|Stops as soon as the chronograph runs|Service of the chronograph, minute counter jumps late',
    'Chronograph works stripped and cleaned, hammers adjusted, all hands reset to zero. +3 s/day running, +1 s/day with chronograph.|Full service, pushers and gaskets replaced, clutch depthing adjusted.|Serviced; minute recorder jumper bent back, counter jumps at 58 s.',
  ),
  work(
    'quartz',
    { share: 8, quoted: 0.65, hours: 5, sameDay: 0.02 },
    '35-60 60-110 120-220 220-380 320-520',
    'New battery did not help|Gains and loses, hands drift|Stops at midnight when the date changes|Runs backwards at times',
    'Movement exchanged, hands and dial refitted, date changes at 12:02.|Coil was open; new movement fitted, rate −0.1 s/day.|Train cleaned, rotor freed of metal dust, consumption back to normal.',
  ),
  work(
    'quartz automatic chronograph',
    { share: 4, quoted: 0.97, hours: 16, sameDay: 0 },
    '45-80 90-180 220-420 420-780 650-1250',
    'Went swimming with the crown open, water inside|Water under the crystal|Fell into the sea, stopped since',
    'Dried, rusted keyless works replaced, serviced, gaskets new, 10 bar wet test passed.|Rust on the date ring cleaned, movement overhauled, case ultrasonically cleaned.|Movement beyond saving at a fair price: exchanged. Gaskets replaced and tested.',
  ),
  work(
    'automatic manual',
    { share: 7, quoted: 0.15, hours: 1.5, sameDay: 0.1 },
    '30-50 45-80 80-130 120-190 160-260',
    'Runs fast, about two minutes a day|Gains 40 seconds a day since a fall|Please regulate, loses when lying',
    'Demagnetised and regulated, +4 s/day in four positions.|Hairspring was sticking; cleaned and regulated to +3 s/day.|Was magnetised. Now +1 to +6 s/day over six positions.',
  ),
  work(
    'quartz automatic chronograph',
    { share: 4, quoted: 0.3, hours: 4, sameDay: 0 },
    '30-50 50-90 90-160 160-280 240-420',
    'Polish case and bracelet|Deep scratch on the bezel|Refinish the clasp before a wedding',
    'Case and bracelet refinished, edges kept sharp; brushed faces grained anew.|Scratch taken out, bezel polished, no metal lost at the lugs.',
  ),
  work(
    'quartz automatic chronograph',
    { share: 6, quoted: 0, hours: 1, sameDay: 0.25 },
    '15-25 25-40 45-75 75-120 95-160',
    'Check for water resistance before the holidays|Pressure test and new gaskets',
    'Gaskets replaced, 10 bar wet test passed.|Passed 5 bar dry and wet.|Crown gasket leaked, replaced; passed 10 bar.',
  ),
  work(
    'manual vintage',
    { share: 12, quoted: 0.8, hours: 8, sameDay: 0 },
    '60-90 90-150 140-230 220-360 320-520',
    'Winds without end, mainspring probably broken|Cannot be wound any more|Grandfather’s watch, wound too far',
    'Mainspring replaced, barrel cleaned and greased. Runs 42 hours.|White alloy mainspring fitted, click spring replaced. Amplitude 265°.',
  ),
  work(
    'vintage',
    { share: 7, quoted: 1, hours: 26, sameDay: 0 },
    '120-200 200-340 340-620 520-900 780-1500',
    'Restore dial and hands, keep what is original|Hands missing, dial stained|Family piece, please bring back to life',
    'Dial cleaned, not repainted; hands blued anew; movement overhauled.|Balance staff turned on the lathe, fitted and poised. Dial left as it was.|Period hands found and fitted, movement serviced, crystal replaced.',
  ),
  work(
    'digital',
    { share: 10, quoted: 0.35, hours: 2, sameDay: 0.08 },
    '20-35 35-60 45-80 60-95 85-140',
    'Display shows half digits|Backlight does not work|Buttons stuck, alarm cannot be switched off',
    'Zebra strips cleaned, display complete again.|Contacts cleaned, button springs replaced, gasket new.',
  ),
  work(
    'smart',
    { share: 18, quoted: 0.75, hours: 4, sameDay: 0.02 },
    '60-95 95-190 140-240 180-300 220-340',
    'Screen cracked|Touch does not react at the edge|Display lifted off the case',
    'Display assembly replaced, touch tested, seal renewed.|Screen lifted by a swollen battery: both replaced.',
  ),
  work(
    'smart',
    { share: 22, quoted: 0.2, hours: 2, sameDay: 0.1 },
    '45-60 60-95 80-120 95-140 110-160',
    'Battery lasts half a day|Does not charge any more',
    'Battery replaced, 18 hours measured, seal renewed.|Charging contacts cleaned, battery replaced.',
  ),
];
