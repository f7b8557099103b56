import { randomUUID } from 'node:crypto';
import type { OperationName } from '../../domain/api.ts';
import { addDays } from '../../domain/calendar-date.ts';
import { defaultShopSettings } from '../../domain/shop-settings.ts';
import type { RunningApp } from './app.ts';
import { addTicketPhoto } from './photo-upload.ts';
import {
  addPart,
  addPressure,
  addSending,
  addWarranty,
  declinedAfterAcceptance,
  newFinish,
  newIntake,
  newPhone,
  repairInStatus,
  sameSerialTwice,
  setPlaces,
  somePressure,
  takeInWithEstimate,
  takePayment,
  unclearReply,
} from './shop-fixtures.ts';

/**
 * A call that the contract allows; all but a few, such as those with a wrong password, succeed. Written by
 * hand: most calls need a ticket, a text or an estimate in the right state, which no schema describes.
 */
export interface CallExample {
  params?: Record<string, string>;
  body: Record<string, unknown>;
}

const someAccount = {
  accountSid: `AC${'0'.repeat(32)}`,
  authToken: 'a-token',
  sender: '+12125550100',
  // The check never contacts an address that the internet cannot reach.
  publicUrl: 'https://localhost',
};

const finalCheck = [{ line: 'Crown down', isChecked: true }];

const someWarranties = () => [{ warrantyId: randomUUID(), what: 'Full service', days: 60 }];

let daysAgo = 0;

/** A different day each time, from before anything was paid. */
function dayBeforeShop(): string {
  daysAgo += 1;
  return addDays('2020-01-01', -daysAgo);
}

const work = { kind: 'labor', isTaxable: true, warrantyDays: 90 };

const lines = [{ ...work, description: 'Full service', quantity: 1, unitPrice: 50 }];

export const callExamples: Partial<
  Record<OperationName, (shop: RunningApp) => Promise<CallExample>>
> = {
  logIn: async () => ({ body: { password: 'not the right one' } }),
  changePassword: async () => ({
    body: { currentPassword: 'not the right one', newPassword: 'loupe and tweezers' },
  }),
  beginUpload: async () => ({ body: { bytes: 1000 } }),
  startRestore: async () => ({
    params: { name: 'upload-00000000-0000-4000-8000-000000000000' },
    body: { password: 'not the right one' },
  }),
  changeSettings: async () => ({
    body: {
      ...defaultShopSettings,
      calendar: {
        ...defaultShopSettings.calendar,
        timeZone: 'America/New_York',
        closedDates: [{ from: '2026-11-26', to: '2026-11-26', name: 'Thanksgiving Day' }],
      },
      staff: [{ name: 'Ada Byron', initials: 'AB' }],
      presets: [{ ...work, name: 'Full service', price: 50, days: 10 }],
    },
  }),
  changeTexting: async () => ({ body: { ...someAccount, password: 'not the right one' } }),
  turnOffTexting: async () => ({ body: { password: 'not the right one' } }),
  // Nothing is in force there.
  checkTexting: async () => ({ body: { account: someAccount } }),
  sendTestText: async () => ({ body: { to: newPhone(), messageId: randomUUID() } }),
  createRepair: async (shop) => ({
    body: {
      ...newIntake(),
      finish: newFinish({ price: 0, amount: 0, finalCheck, warranties: someWarranties() }),
      comeBack: {
        ofTicketNumber: (await repairInStatus(shop, 'pending')).ticketNumber,
        reason: 'covered',
      },
    },
  }),
  finishWhileWaiting: async (shop) => ({
    params: { ticketNumber: (await repairInStatus(shop, 'pending')).ticketNumber },
    body: newFinish({ price: 0, amount: 0, finalCheck, warranties: someWarranties() }),
  }),
  editRepair: async (shop) => ({
    params: { ticketNumber: (await repairInStatus(shop, 'pending')).ticketNumber },
    body: { issue: 'Crown is loose' },
  }),
  assignRepair: async (shop) => ({
    params: { ticketNumber: (await repairInStatus(shop, 'pending')).ticketNumber },
    body: { technicianId: 'technician-1' },
  }),
  completeRepair: async (shop) => ({
    params: { ticketNumber: (await repairInStatus(shop, 'in-progress')).ticketNumber },
    body: { outcome: 'approved', finalCheck },
  }),
  collectRepair: async (shop) => ({
    params: { ticketNumber: (await repairInStatus(shop, 'completed')).ticketNumber },
    body: { by: 'Ada Lovelace', note: 'Paid in cash' },
  }),
  handOver: async (shop) => {
    const repair = await repairInStatus(shop, 'completed');
    const { ticketNumber, updatedAt: seenVersion, balance: seenBalance } = repair;
    return {
      body: {
        handOverId: randomUUID(),
        tickets: [{ ticketNumber, seenVersion, seenBalance, warranties: someWarranties() }],
        note: 'Paid in cash',
        shipment: { carrier: 'UPS', trackingNumber: '1Z999AA10123456784', insuredValue: 2_500 },
      },
    };
  },
  undoCollectRepair: async (shop) => {
    const params = { ticketNumber: (await repairInStatus(shop, 'completed')).ticketNumber };
    const { repair } = await shop.staff.call('collectRepair', { params, body: {} });
    return { params, body: { collectedAt: repair.collectedAt } };
  },
  goOn: async (shop) => {
    const { ticketNumber, acceptedId } = await declinedAfterAcceptance(shop);
    return { params: { ticketNumber }, body: { estimateId: acceptedId } };
  },
  createClient: async () => ({ body: { name: 'Ada', email: 'ada@example.com' } }),
  editClient: async (shop) => ({
    params: { id: (await repairInStatus(shop, 'pending')).clientId },
    body: { name: 'Ada', email: 'ada@example.com', phone: newPhone() },
  }),
  sendEstimate: async (shop) => ({
    body: { repairId: (await repairInStatus(shop, 'pending')).ticketNumber, amount: 50, lines },
  }),
  recordEstimate: async (shop) => ({
    body: {
      repairId: (await repairInStatus(shop, 'pending')).ticketNumber,
      amount: 50,
      lines,
      told: 'phone',
      answer: 'accepted',
      answeredBy: 'Ada Lovelace',
    },
  }),
  previewEstimate: async (shop) => ({
    body: { repairId: (await repairInStatus(shop, 'pending')).ticketNumber, amount: 50, lines },
  }),
  sendText: async (shop) => ({
    params: { ticketNumber: (await repairInStatus(shop, 'pending')).ticketNumber },
    body: { messageId: randomUUID(), body: 'Your strap is here' },
  }),
  recordReply: async (shop) => ({
    params: { id: (await unclearReply(shop)).messageId },
    body: { answer: 'accepted' },
  }),
  undoHandled: async (shop) => {
    const { messageId: id } = await unclearReply(shop);
    const { message } = await shop.staff.call('handleAttention', { params: { id } });
    return { params: { id }, body: { handledAt: message.attentionHandledAt ?? '' } };
  },
  answerEstimate: async (shop) => ({
    params: { id: (await takeInWithEstimate(shop)).estimateId },
    body: { answer: 'accepted', by: 'phone' },
  }),
  takePayment: async (shop) => ({
    params: { ticketNumber: (await repairInStatus(shop, 'pending')).ticketNumber },
    body: { paymentId: randomUUID(), kind: 'deposit', method: 'cash', amount: 25 },
  }),
  closeDay: async () => ({
    body: {
      closingId: randomUUID(),
      date: dayBeforeShop(),
      float: 150,
      counted: 148.5,
      note: 'Parking meter',
      seenCash: 150,
    },
  }),
  voidPayment: async (shop) => ({
    params: { id: (await takePayment(shop, await repairInStatus(shop, 'pending'))).id },
    body: { reason: 'Taken on the wrong ticket' },
  }),
  addPart: async (shop) => ({
    params: { ticketNumber: (await repairInStatus(shop, 'pending')).ticketNumber },
    body: { partId: randomUUID(), description: 'Crown', orderedOn: '2026-03-02' },
  }),
  changePart: async (shop) => ({
    params: { id: (await addPart(shop, await repairInStatus(shop, 'pending'))).id },
    body: { receivedOn: '2026-03-05' },
  }),
  addSending: async (shop) => ({
    params: { ticketNumber: (await repairInStatus(shop, 'pending')).ticketNumber },
    body: { sendingId: randomUUID(), sentTo: 'Kirk Dial of Seattle', sentOn: '2026-03-02' },
  }),
  changeSending: async (shop) => ({
    params: {
      id: (await addSending(shop, await repairInStatus(shop, 'pending'))).sending.id,
    },
    body: { receivedOn: '2026-03-05' },
  }),
  addWarranty: async (shop) => ({
    params: { ticketNumber: (await repairInStatus(shop, 'pending')).ticketNumber },
    body: { warrantyId: randomUUID(), what: 'Full service', days: 60 },
  }),
  changeWarranty: async (shop) => ({
    params: { id: (await addWarranty(shop, await repairInStatus(shop, 'pending'))).id },
    body: { what: 'Gaskets', days: 90 },
  }),
  addMeasurement: async (shop) => ({
    params: { ticketNumber: (await repairInStatus(shop, 'pending')).ticketNumber },
    body: {
      measurementId: randomUUID(),
      kind: 'pressure',
      stage: 'before',
      caliber: '3132',
      pressure: somePressure,
    },
  }),
  changeMeasurement: async (shop) => ({
    params: { id: (await addPressure(shop, await repairInStatus(shop, 'pending'))).id },
    body: { instrument: 'Leak tester', pressure: somePressure },
  }),
  changeTicketPhoto: async (shop) => ({
    params: { id: (await addTicketPhoto(shop, await repairInStatus(shop, 'pending'))).id },
    body: { kind: 'completion', caption: 'Crystal polished' },
  }),
  answerWatch: async (shop) => {
    const [earlier, repair] = await sameSerialTwice(shop);
    const { ticketNumber } = repair;
    return { params: { ticketNumber }, body: { sameWatchAs: [earlier.ticketNumber] } };
  },
  addNote: async (shop) => ({
    params: { ticketNumber: (await repairInStatus(shop, 'pending')).ticketNumber },
    body: { noteId: randomUUID(), kind: 'spoke-with', text: 'Call after five' },
  }),
  moveRepair: async (shop) => {
    await setPlaces(shop, ['Safe', 'Tray 4']);
    const { ticketNumber } = await repairInStatus(shop, 'pending');
    return { params: { ticketNumber }, body: { place: 'Safe', seenPlace: null } };
  },
  replyToText: async (shop) => ({
    params: { id: (await unclearReply(shop)).messageId },
    body: { messageId: randomUUID(), body: 'Your strap is here' },
  }),
  sendSms: async () => ({ body: { phoneNumber: newPhone(), message: 'Your strap is here' } }),
  sendCompletion: async (shop) => {
    const repair = await repairInStatus(shop, 'pending');
    return {
      body: {
        clientName: repair.customerName,
        clientPhone: repair.customerPhone,
        clientEmail: repair.customerEmail,
        clientAddress: null,
        ticketNumber: repair.ticketNumber,
        watchBrand: repair.watchBrand,
        watchModel: repair.watchModel,
      },
    };
  },
  simulateReply: async (shop) => ({
    body: { from: (await takeInWithEstimate(shop)).repair.customerPhone, body: 'ACCEPT' },
  }),
};

export async function exampleOf(shop: RunningApp, name: OperationName): Promise<CallExample> {
  const make = callExamples[name];
  if (!make) throw new Error(`There is no example of ${name} yet`);
  return make(shop);
}
