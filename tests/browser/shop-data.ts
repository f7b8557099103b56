import type { Client, Repair } from '../../domain/api-answers.ts';
import { addDays, dateIn } from '../../domain/calendar-date.ts';
import { newPhone, type Staff } from './staff.ts';
import { watchPhoto } from './watch-photo.ts';

export interface ShopData {
  pending: Repair;
  assigned: Repair;
  sent: Repair;
  accepted: Repair;
  declined: Repair;
  completed: Repair;
  /** Whose customer wants no more texts. */
  inProgress: Repair;
  client: Client;
}

type WalkIn = Parameters<Staff['takeIn']>[0];

/** In the time zone of the example shop. */
const promised = (days: number) => addDays(dateIn(Date.now(), 'America/New_York'), days);

/** Everyone has an address that matches their name. */
const emailOf = (name: string) =>
  `${name
    .toLowerCase()
    .replace(/[^a-z]+/g, '.')
    .replace(/^\.|\.$/g, '')}@mail.example`;

/** One of them is as long as a name may be. */
const places = ['Safe', 'Tray 4', 'Drawer under the counter'];

async function workThrough(
  staff: Staff,
  walkIns: { [Name in Exclude<keyof ShopData, 'client'>]: WalkIn },
): Promise<Omit<ShopData, 'client'>> {
  const completed = await staff.takeIn(walkIns.completed);
  await staff.putPhoto(completed, 'initial', await watchPhoto('#1b2a41'));
  await staff.assign(completed, 'ben');
  await staff.start(completed);
  await staff.takePayment(completed, { kind: 'deposit', amount: 40, note: 'Card ends 4242' });
  const wrongPayment = await staff.takePayment(completed, { amount: 400 });
  await staff.voidPayment(wrongPayment, 'Taken on the wrong ticket');
  await staff.putPhoto(completed, 'completed', await watchPhoto('#0d3b2e'));
  await staff.complete(completed, walkIns.completed?.priceNotes ?? 'Cleaned, oiled and regulated.');

  const inProgress = await staff.takeIn({ ...walkIns.inProgress, expectedOn: promised(0) });
  await staff.assign(inProgress, 'ana');
  await staff.start(inProgress);
  await staff.reply(inProgress, 'STOP');
  const declined = await staff.takeIn(walkIns.declined);
  await staff.sendEstimate(declined, 480);
  await staff.reply(declined, 'No, decline please');
  // No automatic text answers this: it needs attention.
  await staff.reply(
    declined,
    'My daughter says I should have it done after all, what do you think?',
  );
  const accepted = await staff.takeIn(walkIns.accepted);
  await staff.sendEstimate(accepted, 150.5);
  await staff.reply(accepted, 'ACCEPT thank you');
  const sent = await staff.takeIn(walkIns.sent);
  await staff.sendEstimate(sent, 95);
  const assigned = await staff.takeIn(walkIns.assigned);
  await staff.assign(assigned, 'ana');
  const pending = await staff.takeIn({ ...walkIns.pending, expectedOn: promised(20) });
  await staff.putPhoto(pending, 'initial', await watchPhoto('#3a1c1c'));
  await staff.addNote(pending, { kind: 'called-no-answer', text: null });
  await staff.addNote(pending, { kind: 'spoke-with', text: walkIns.pending?.issue ?? null });
  await staff.changeSettings({ places });
  for (const [at, repair] of [pending, assigned, inProgress, completed, accepted].entries()) {
    await staff.move(repair, places[at % places.length] ?? '', null);
  }
  const mistaken = await staff.takeIn({
    ...walkIns.assigned,
    customerEmail: 'wrong.ticket@mail.example',
  });
  await staff.deleteRepair(mistaken);
  await staff.deleteClient(mistaken.clientId);
  return { pending, assigned, sent, accepted, declined, completed, inProgress };
}

export async function believableShop(staff: Staff): Promise<ShopData> {
  const client = await staff.addClient({
    name: 'Margaret Hamilton',
    email: 'margaret.hamilton@mail.example',
    phone: newPhone(),
    address: '77 Apollo Avenue, Cambridge, MA 02139',
  });
  await staff.addClient({ name: 'Otis Boykin', email: 'otis@mail.example' });
  const walkIns = {
    completed: {
      customerName: 'Garrett Morgan',
      watchBrand: 'Seiko',
      watchModel: 'Presage Cocktail Time',
      issue: 'Full service, the date changes late',
      repairPrice: 180,
      priceNotes: 'Movement cleaned and oiled, new gaskets, pressure tested to 5 bar.',
    },
    inProgress: {
      customerName: 'Madam C. J. Walker',
      watchBrand: 'Rolex',
      watchModel: 'Oyster Perpetual 34',
      serialNumber: 'R-482 113',
      issue: 'Crown no longer screws down',
      repairPrice: 320,
    },
    declined: {
      customerName: 'Lewis Latimer',
      watchBrand: 'TAG Heuer',
      watchModel: 'Carrera Calibre 5',
      issue: 'Stops after a few hours',
    },
    accepted: {
      customerName: 'Patricia Bath',
      watchBrand: 'Tissot',
      watchModel: 'Le Locle',
      issue: 'Glass is cracked at 4 o’clock',
    },
    sent: {
      customerName: 'Elijah McCoy',
      watchBrand: 'Citizen',
      watchModel: 'Promaster Diver',
      issue: 'Battery and pressure test',
    },
    assigned: {
      customerName: 'Alice Ball',
      watchBrand: 'Omega',
      watchModel: 'Constellation',
      issue: 'Bracelet needs two fewer links',
      isSameDay: true,
      repairPrice: 25,
    },
    pending: {
      customerName: 'Grace Hopper',
      customerAddress: '1906 Harbor Lane, Portland, ME 04101',
      watchBrand: 'Hamilton',
      watchModel: 'Khaki Field Mechanical',
      serialNumber: 'H69439931',
      issue:
        'Has lost about ten minutes a day since it was dropped. The second hand also sticks at 12.',
      repairPrice: 145,
      priceNotes: 'Before inspection; parts extra',
      secondContact: 'Vincent Hopper',
      secondPhone: '(207) 555-0134',
    },
  };
  for (const walkIn of Object.values(walkIns)) {
    Object.assign(walkIn, { customerEmail: emailOf(walkIn.customerName) });
  }
  const repairs = await workThrough(staff, walkIns);
  for (const [customerName, watchBrand, watchModel, issue] of [
    ['James West', 'Casio', 'G-Shock DW-5600', 'New battery'],
    ['Shirley Jackson', 'Longines', 'Master Collection', 'Moon phase is out of step'],
    ['Percy Julian', 'Nomos', 'Tangente', 'Winds stiffly'],
    ['Marie Daly', 'Oris', 'Big Crown Pointer Date', 'Strap lug is bent'],
    ['Norbert Rillieux', 'Junghans', 'Max Bill Automatic', 'Rotor is loud, runs fast'],
    ['Bessie Coleman', 'Breitling', 'Navitimer', 'Slide rule bezel is hard to turn'],
    ['Frederick Jones', 'Timex', 'Marlin', 'Water under the glass'],
  ]) {
    if (!customerName || !watchBrand || !watchModel || !issue) continue;
    await staff.takeIn({
      customerName,
      customerEmail: emailOf(customerName),
      watchBrand,
      watchModel,
      issue,
      isSameDay: customerName === 'James West',
    });
  }
  return { ...repairs, client };
}

const repeated = (text: string, length: number) =>
  text
    .repeat(Math.ceil(length / text.length))
    .slice(0, length)
    .trim();

/**
 * The longest values that the fields take, some of them without a place to break, some written from
 * right to left.
 */
export async function crowdedShop(staff: Staff): Promise<ShopData> {
  const customerName = repeated('Wolfeschlegelsteinhausenbergerdorff', 200);
  const email = (name: string) => `${name}-${'x'.repeat(50)}@${'long-name.'.repeat(17)}example`;
  const client = await staff.addClient({
    name: customerName,
    email: email('client'),
    phone: newPhone(),
    address: repeated('Flat 4, The Old Watch House, 12 Harbor Street ', 500),
  });
  const walkIn = (name: string): WalkIn => ({
    customerName,
    customerEmail: email(name),
    customerAddress: repeated('TheOldWatchHouse', 500),
    watchBrand: repeated('VacheronConstantin', 100),
    watchModel: repeated('Traditionnelle Grande Complication ', 100),
    serialNumber: repeated('0123456789', 100),
    secondContact: repeated('Wolfeschlegelsteinhausenbergerdorff', 200),
    secondPhone: '+44 20 7946 0958 ext. 123456',
    issue: repeated('The movement stops when the crown is pulled, and the date jumps. ', 2000),
    repairPrice: 999_999.99,
    priceNotes: repeated('PartsComeFromTheMaker', 1000),
  });
  await staff.takeIn({
    ...walkIn('right-to-left'),
    customerName: repeated('אברהם בן־גוריון (השען) ', 200),
    watchBrand: 'ساعة',
    watchModel: repeated('الطويلة جدا ', 100),
    issue: repeated('השעון מפגר 10 דקות ביום, Omega 300. ', 2000),
  });
  await staff.addClient({ name: 'محمد الفاتح (الابن)', email: email('from-the-right') });
  const repairs = await workThrough(staff, {
    completed: walkIn('completed'),
    inProgress: walkIn('in-progress'),
    declined: walkIn('declined'),
    accepted: walkIn('accepted'),
    sent: walkIn('sent'),
    assigned: { ...walkIn('assigned'), isSameDay: true },
    pending: walkIn('pending'),
  });
  return { ...repairs, client };
}
