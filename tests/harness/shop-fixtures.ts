import { randomUUID } from 'node:crypto';
import type { Answer, Input } from '../../domain/api.ts';
import type { Repair } from '../../domain/api-answers.ts';
import type { Measurement } from '../../domain/api-measurements.ts';
import type { Note } from '../../domain/api-notes.ts';
import type { Part } from '../../domain/api-parts.ts';
import type { Payment } from '../../domain/api-payments.ts';
import type { Warranty } from '../../domain/api-warranties.ts';
import type { RepairStatus } from '../../domain/repair-status.ts';
import type { App } from '../../server/app.ts';
import { closeForRestore, endRestoring } from '../../server/shop/backups/closing.ts';
import { type RunningApp, testPassword } from './app.ts';
import { testPhoto } from './photo-upload.ts';
import { minute } from './settable-clock.ts';

let phonesGiven = 0;

/**
 * Area codes whose 555-01xx numbers belong to no one and still pass for a mobile's. Tests that type a number
 * themselves use other codes, such as 212.
 */
const areaCodes = ['512', '617', '702', '303', '404', '214', '412', '513', '614', '719', '816'];

/** A phone that no other test of the file uses, e.g. (512) 555-0107. */
export function newPhone(): string {
  const line = String(phonesGiven % 99).padStart(2, '0');
  const area = areaCodes[Math.floor(phonesGiven / 99) % areaCodes.length];
  phonesGiven += 1;
  return `(${area}) 555-01${line}`;
}

export const normalized = (phone: string) => `+1${phone.replace(/\D/g, '')}`;

type Intake = Input<'createRepair', 'body'>;

export function newIntake(changes: Partial<Intake> = {}): Intake & { customerPhone: string } {
  return {
    repairId: randomUUID(),
    customerName: 'Ada Lovelace',
    customerEmail: `${randomUUID()}@example.com`,
    customerPhone: newPhone(),
    watchBrand: 'Omega',
    watchModel: 'Speedmaster',
    issue: 'Does not wind',
    ...changes,
  };
}

/** What is filled in for a repair that is done while its customer waits. */
export const newFinish = (
  changes: Partial<Input<'finishWhileWaiting', 'body'>> = {},
): Input<'finishWhileWaiting', 'body'> => ({
  technicianId: 'technician-1',
  notes: 'Battery and gasket',
  price: 18,
  amount: 18,
  method: 'cash',
  paymentId: randomUUID(),
  ...changes,
});

export async function takeIn(shop: RunningApp, changes: Partial<Intake> = {}): Promise<Repair> {
  const { repair } = await shop.staff.call('createRepair', { body: newIntake(changes) });
  return repair;
}

let serialsGiven = 0;

/** A serial that no other watch of the file has. */
export function newSerial(): string {
  serialsGiven += 1;
  return `V6Z-${10_000 + serialsGiven}`;
}

/** The same serial twice: nobody has said whether it is the same watch. */
export async function sameSerialTwice(shop: RunningApp): Promise<[Repair, Repair]> {
  const serialNumber = newSerial();
  return [await takeIn(shop, { serialNumber }), await takeIn(shop, { serialNumber })];
}

export async function takeInWithEstimate(
  shop: RunningApp,
  changes: Partial<Intake> = {},
  amount = 150,
): Promise<{ repair: Repair; estimateId: string }> {
  const { ticketNumber } = await takeIn(shop, changes);
  const { repair, estimate } = await shop.staff.call('sendEstimate', {
    body: { repairId: ticketNumber, amount },
  });
  return { repair, estimateId: estimate.id };
}

export async function reply(shop: RunningApp, repair: Repair, body: string): Promise<void> {
  // Texts of one conversation never all have the same time.
  shop.clock.advance(minute);
  await shop.staff.call('simulateReply', { body: { from: repair.customerPhone, body } });
}

export const sameCustomer = ({ customerPhone, customerEmail }: Repair): Partial<Intake> => ({
  customerPhone,
  customerEmail,
  watchModel: 'Seamaster',
});

/** Everything that a ticket's page shows. */
export const wholeRepair = (shop: RunningApp, ticketNumber: string) =>
  shop.staff.call('getRepair', { params: { ticketNumber } });

export const currentRepair = async (shop: RunningApp, ticketNumber: string): Promise<Repair> =>
  (await wholeRepair(shop, ticketNumber)).repair;

export const assign = (
  shop: RunningApp,
  ticketNumber: string,
  technicianId = 'technician-1',
): Promise<Answer<'assignRepair'>> =>
  shop.staff.call('assignRepair', { params: { ticketNumber }, body: { technicianId } });

export const complete = (
  shop: RunningApp,
  ticketNumber: string,
  given: Partial<Input<'completeRepair', 'body'>> = {},
): Promise<Answer<'completeRepair'>> =>
  shop.staff.call('completeRepair', {
    params: { ticketNumber },
    body: { outcome: 'approved', ...given },
  });

export async function collect(shop: RunningApp, ticketNumber: string): Promise<Repair> {
  const params = { ticketNumber };
  return (await shop.staff.call('collectRepair', { params, body: {} })).repair;
}

/** What a hand-over says of a ticket that it has seen. */
export const leaving = (
  { ticketNumber, updatedAt, balance }: Repair,
  paymentId: string | null = null,
): Input<'handOver', 'body'>['tickets'][number] => ({
  ticketNumber,
  seenVersion: updatedAt,
  seenBalance: balance,
  paymentId,
});

export async function takePayment(
  shop: RunningApp,
  { ticketNumber }: Pick<Repair, 'ticketNumber'>,
  given: Partial<Input<'takePayment', 'body'>> = {},
): Promise<Payment> {
  const { payment } = await shop.staff.call('takePayment', {
    params: { ticketNumber },
    body: { paymentId: randomUUID(), kind: 'payment', method: 'cash', amount: 25, ...given },
  });
  return payment;
}

export const addSending = (
  shop: Pick<RunningApp, 'staff'>,
  { ticketNumber }: Pick<Repair, 'ticketNumber'>,
  given: Partial<Input<'addSending', 'body'>> = {},
) =>
  shop.staff.call('addSending', {
    params: { ticketNumber },
    body: { sendingId: randomUUID(), sentTo: 'Kirk Dial', sentOn: '2026-03-02', ...given },
  });

export async function addPart(
  shop: RunningApp,
  { ticketNumber }: Pick<Repair, 'ticketNumber'>,
  given: Partial<Input<'addPart', 'body'>> = {},
): Promise<Part> {
  const { part } = await shop.staff.call('addPart', {
    params: { ticketNumber },
    body: { partId: randomUUID(), description: 'Crown', ...given },
  });
  return part;
}

export async function addWarranty(
  shop: RunningApp,
  { ticketNumber }: Pick<Repair, 'ticketNumber'>,
  given: Partial<Input<'addWarranty', 'body'>> = {},
): Promise<Warranty> {
  const { warranty } = await shop.staff.call('addWarranty', {
    params: { ticketNumber },
    body: { warrantyId: randomUUID(), what: 'Full service', days: 60, ...given },
  });
  return warranty;
}

export async function addNote(
  shop: RunningApp,
  { ticketNumber }: Pick<Repair, 'ticketNumber'>,
  given: Partial<Input<'addNote', 'body'>> = {},
): Promise<Note> {
  const { note } = await shop.staff.call('addNote', {
    params: { ticketNumber },
    body: { noteId: randomUUID(), kind: 'note', text: 'Wants the old strap back', ...given },
  });
  return note;
}

/** Readings of a watch that runs fast lying flat and slow in vertical positions. */
export const someTiming = {
  liftAngle: 52,
  beatsPerHour: 28_800,
  positions: {
    CH: { rate: 10, amplitude: 251, beatError: 0.8 },
    '9H': { rate: -15, amplitude: 208, beatError: 1.1 },
  },
};

export async function addMeasurement(
  shop: RunningApp,
  { ticketNumber }: Pick<Repair, 'ticketNumber'>,
  given: Partial<Input<'addMeasurement', 'body'>> = {},
): Promise<Measurement> {
  const { measurement } = await shop.staff.call('addMeasurement', {
    params: { ticketNumber },
    body: {
      measurementId: randomUUID(),
      kind: 'timing',
      stage: 'before',
      timing: someTiming,
      ...given,
    },
  });
  return measurement;
}

/** A step of a pressure test with every field. */
export const somePressure = {
  steps: [
    {
      method: 'dry',
      pressure: 10,
      reading: 0.06,
      limit: 0.1,
      unit: 'bar',
      temperature: 22,
      hasPassed: true,
    },
  ],
} satisfies Input<'addMeasurement', 'body'>['pressure'];

export const addPressure = (shop: RunningApp, repair: Pick<Repair, 'ticketNumber'>) =>
  addMeasurement(shop, repair, { kind: 'pressure', timing: null, pressure: somePressure });

/** The shop's places, for what is moved. */
export async function setPlaces(shop: RunningApp, places: readonly string[]): Promise<void> {
  const { settings } = await shop.staff.call('getSettings');
  await shop.staff.call('changeSettings', { body: { ...settings, places: [...places] } });
}

export const changePhone = (shop: RunningApp, repair: Repair, phone: string) =>
  shop.staff.call('editClient', {
    params: { id: repair.clientId },
    body: { name: repair.customerName, email: repair.customerEmail, phone },
  });

/**
 * Reads a list to its end.
 *
 * @param read asks for one page
 * @param between is done after each page
 */
export async function allPages<Item>(
  limit: number,
  read: (query: { limit: number; cursor?: string }) => Promise<{
    items: Item[];
    nextCursor: string | null;
  }>,
  between: () => Promise<unknown> = async () => undefined,
): Promise<Item[]> {
  const all: Item[] = [];
  let cursor: string | null = null;
  do {
    const page = await read(cursor === null ? { limit } : { limit, cursor });
    if (page.items.length > limit) throw new Error(`More than ${limit} on a page`);
    all.push(...page.items);
    cursor = page.nextCursor;
    await between();
  } while (cursor !== null);
  return all;
}

export const statusesOf = (replies: readonly { status: number }[]): number[] =>
  replies.map(({ status }) => status).toSorted();

/** An estimate, and a customer's text about it that no rule can interpret. */
export async function unclearReply(
  shop: RunningApp,
  body = 'Sounds good to me!',
): Promise<{ repair: Repair; estimateId: string; messageId: string }> {
  const { repair, estimateId } = await takeInWithEstimate(shop);
  const messageId = await say(shop, repair.customerPhone, body);
  return { repair, estimateId, messageId };
}

export async function say(shop: RunningApp, from: string, body: string): Promise<string> {
  shop.clock.advance(minute);
  const { message } = await shop.staff.call('simulateReply', { body: { from, body } });
  return message.id;
}

/** @returns the id of a photo that is left on the simulated phone */
export async function leavePicture({ staff }: RunningApp): Promise<string> {
  const left = await staff.send('POST', '/api/simulator/pictures', {
    headers: { 'content-type': 'image/jpeg' },
    body: new Uint8Array(await testPhoto()),
  });
  return (left.json() as { mediaId: string }).mediaId;
}

/** A customer texts a photo from the simulated phone, and it is fetched. */
export async function textPicture(
  shop: RunningApp,
  from: string,
  body = '',
): Promise<{ messageId: string; url: string }> {
  const mediaId = await leavePicture(shop);
  shop.clock.advance(minute);
  const sent = { from, body, media: [mediaId] };
  const { message } = await shop.staff.call('simulateReply', { body: sent });
  await shop.app.fetchPictures();
  return { messageId: message.id, url: `/api/messages/${message.id}/pictures/0` };
}

export async function stayLoggedIn({ staff }: RunningApp): Promise<void> {
  const { status } = await staff.attempt('getSession');
  if (status === 401) await staff.logIn(testPassword);
}

/** Closes the shop as a restore does. @returns what opens it again */
export async function closeShop({ deps }: Pick<App, 'deps'>): Promise<() => Promise<void>> {
  const by = randomUUID();
  await closeForRestore(deps, { by, backupAt: '2026-03-02T03:00:00.000Z' });
  return () => endRestoring(deps, by);
}

/** A ticket that reached a status the way tickets do, with technician-1 if it has a technician. */
export async function repairInStatus(shop: RunningApp, status: RepairStatus): Promise<Repair> {
  const waits = status.startsWith('estimate-');
  const made = waits ? (await takeInWithEstimate(shop)).repair : await takeIn(shop);
  const { ticketNumber } = made;
  if (status === 'estimate-accepted') await reply(shop, made, 'ACCEPT');
  if (status === 'estimate-declined') await reply(shop, made, 'DECLINE');
  if (!waits && status !== 'pending') await assign(shop, ticketNumber);
  if (status === 'in-progress') await shop.staff.call('startRepair', { params: { ticketNumber } });
  if (status === 'completed' || status === 'ready') await complete(shop, ticketNumber);
  if (status === 'ready') {
    // Nothing in the product makes a ticket ready; an older system may have.
    const store = 'update repair_tickets set status = ? where ticket_number = ?';
    await shop.rows.run(store, status, ticketNumber);
  }
  const repair = await currentRepair(shop, ticketNumber);
  if (repair.status !== status) throw new Error(`Meant to be ${status}, is ${repair.status}`);
  return repair;
}

/** A repair with a technician, whose customer accepted its estimate. */
export async function acceptedAtTheBench(shop: RunningApp, amount = 150): Promise<Repair> {
  const { repair } = await takeInWithEstimate(shop, {}, amount);
  await reply(shop, repair, 'ACCEPT');
  return (await assign(shop, repair.ticketNumber)).repair;
}

/** A repair with a technician, whose customer declined a second estimate, before any work on the first. */
export async function declinedAfterAcceptance(
  shop: RunningApp,
  prices = { accepted: 150, declined: 220 },
): Promise<Repair & { acceptedId: string }> {
  const repair = await repairInStatus(shop, 'assigned');
  const { ticketNumber } = repair;
  const first = { repairId: ticketNumber, amount: prices.accepted };
  const { estimate } = await shop.staff.call('sendEstimate', { body: first });
  await reply(shop, repair, 'ACCEPT');
  shop.clock.advance(3 * minute);
  await shop.staff.call('sendEstimate', {
    body: { repairId: ticketNumber, amount: prices.declined },
  });
  await reply(shop, repair, 'DECLINE');
  return { ...(await currentRepair(shop, ticketNumber)), acceptedId: estimate.id };
}
