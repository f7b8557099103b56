import { expect, it } from 'vitest';
import { type OperationName, operations } from '../../../domain/api.ts';
import { clientExtras } from '../../../domain/client-fields.ts';
import { versionTag } from '../../../domain/edits.ts';
import { mapFields } from '../../../domain/field-list.ts';
import type { RepairStatus } from '../../../domain/repair-status.ts';
import { type RunningApp, useShop } from '../../harness/app.ts';
import { type CallExample, exampleOf } from '../../harness/call-examples.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { addTicketPhoto, putPhoto } from '../../harness/photo-upload.ts';
import { minute } from '../../harness/settable-clock.ts';
import {
  addMeasurement,
  addPart,
  addSending,
  addWarranty,
  currentRepair,
  newIntake,
  repairInStatus,
  reply,
  somePressure,
  someTiming,
  takeIn,
  takeInWithEstimate,
  textPicture,
} from '../../harness/shop-fixtures.ts';
import { sign } from '../../harness/signing.ts';

/** What is needed to make a call: what it is given, or how to make it. */
type Ready = CallExample | { params: Record<string, string> } | (() => Promise<unknown>);

/** How to bring the shop to where the call can be made, and the event that it should leave. */
type Walk = [
  prepare: (shop: RunningApp) => Promise<Ready>,
  kind: string,
  before: object | null,
  after: object | null,
];

/** What changes no ticket, client or estimate. */
const changeNothing: readonly OperationName[] = [
  'logIn',
  'logOut',
  'changePassword',
  'endSession',
  'endSessions',
  'startBackup',
  'beginUpload',
  'uploadPart',
  'discardUpload',
  'checkTexting',
  'sendTestText',
  'checkImport',
  'rejectedRows',
  'previewEstimate',
  'previewClaimCheck',
  // What is texted is kept as texts; of these the ticket's history says only that they went out.
  'sendText',
  'sendDropOffText',
  'replyToText',
  'resendText',
  'sendSms',
  'sendCompletion',
  'sendHeldText',
];

/** What is not a press by staff, or changes many at once: has tests of its own. */
const elsewhere: readonly OperationName[] = [
  'simulateReply',
  'simulatePicture',
  'runImport',
  'changeSettings',
  'changeTexting',
  'turnOffTexting',
  'finishSetUp',
  'startRestore',
];

const of = (ticketNumber: string) => ({ params: { ticketNumber } });
const example = (name: OperationName) => (shop: RunningApp) => exampleOf(shop, name);
const ticketIn = (status: RepairStatus) => async (shop: RunningApp) =>
  of((await repairInStatus(shop, status)).ticketNumber);
/** A repair whose completion can still be undone. */
const held = async (shop: RunningApp) => {
  const { params } = await ticketIn('in-progress')(shop);
  const body = { notes: 'New gasket', outcome: 'approved', holdSeconds: 5 } as const;
  await shop.staff.call('completeRepair', { params, body });
  return { params };
};
const client = async (shop: RunningApp) => ({ params: { id: (await takeIn(shop)).clientId } });
/** The same after another call was made with it. */
const after =
  (
    name: OperationName,
    prepare: (shop: RunningApp) => Promise<{ params: Record<string, string> }>,
  ) =>
  async (shop: RunningApp) => {
    const given = await prepare(shop);
    expect((await shop.staff.attempt(name, given)).status).toBeLessThan(300);
    return given;
  };

/** Every operation that changes something. */
const walks: Partial<Record<OperationName, Walk>> = {
  createRepair: [
    async () => ({ body: newIntake({ repairPrice: 80, isSameDay: true }) }),
    'repair-created',
    null,
    expect.objectContaining({
      status: 'pending',
      isSameDay: true,
      watchBrand: 'Omega',
      watchModel: 'Speedmaster',
      serialNumber: null,
      issue: 'Does not wind',
      repairPrice: 80,
      priceNotes: null,
    }),
  ],
  editRepair: [
    async (shop) => ({
      ...of((await takeIn(shop, { repairPrice: 80 })).ticketNumber),
      body: { issue: 'Crown is loose', repairPrice: 95, watchBrand: 'Omega' },
    }),
    'repair-edited',
    { issue: 'Does not wind', repairPrice: 80 },
    { issue: 'Crown is loose', repairPrice: 95 },
  ],
  assignRepair: [
    async (shop) => ({
      ...(await ticketIn('assigned')(shop)),
      body: { technicianId: 'technician-2', fromTechnicianId: 'technician-1' },
    }),
    'repair-reassigned',
    { assignedTo: 'technician-1', assignedWatchmaker: 'Technician 1' },
    { assignedTo: 'technician-2', assignedWatchmaker: 'Technician 2' },
  ],
  undoAssign: [
    async (shop) => {
      const { params } = await ticketIn('assigned')(shop);
      const { updatedAt } = await currentRepair(shop, params.ticketNumber);
      const headers = { 'if-match': versionTag(updatedAt) };
      return async () => {
        expect((await shop.staff.attempt('undoAssign', { params }, headers)).status).toBe(200);
      };
    },
    'repair-assignment-undone',
    {
      status: 'assigned',
      assignedTo: 'technician-1',
      assignedWatchmaker: 'Technician 1',
    },
    { status: 'pending', assignedTo: null, assignedWatchmaker: null },
  ],
  startRepair: [
    ticketIn('assigned'),
    'repair-started',
    { status: 'assigned' },
    { status: 'in-progress' },
  ],
  completeRepair: [
    async (shop) => ({
      ...(await ticketIn('in-progress')(shop)),
      body: { notes: 'New gasket', outcome: 'approved' },
    }),
    'repair-completed',
    { status: 'in-progress', completionNotes: null },
    { status: 'completed', completionNotes: 'New gasket' },
  ],
  finishWhileWaiting: [
    example('finishWhileWaiting'),
    'repair-completed',
    expect.objectContaining({ status: 'pending', repairPrice: null, collectedAt: null }),
    expect.objectContaining({ status: 'completed', repairPrice: 0, collectedBy: 'Ada Lovelace' }),
  ],
  collectRepair: [
    example('collectRepair'),
    'repair-collected',
    { collectedAt: null, collectedBy: null, collectedNote: null },
    {
      collectedAt: expect.stringMatching(/^\d{4}-/),
      collectedBy: 'Ada Lovelace',
      collectedNote: 'Paid in cash',
    },
  ],
  handOver: [
    example('handOver'),
    'repair-collected',
    {
      ...{ collectedAt: null, collectedNote: null },
      ...{ shippedBy: null, trackingNumber: null, insuredValue: null },
    },
    {
      collectedAt: expect.stringMatching(/^\d{4}-/),
      collectedNote: 'Paid in cash',
      shippedBy: 'UPS',
      trackingNumber: '1Z999AA10123456784',
      insuredValue: 2_500,
    },
  ],
  undoCollectRepair: [
    example('undoCollectRepair'),
    'repair-not-collected',
    { collectedAt: expect.stringMatching(/^\d{4}-/), collectedBy: 'Ada Lovelace' },
    { collectedAt: null, collectedBy: null },
  ],
  undoComplete: [
    held,
    'repair-completion-undone',
    { status: 'completed', completionNotes: 'New gasket' },
    { status: 'in-progress', completionNotes: null },
  ],
  reopenRepair: [
    ticketIn('completed'),
    'repair-reopened',
    { status: 'completed', completedAt: expect.stringMatching(/^\d{4}-/) },
    { status: 'in-progress', completedAt: null },
  ],
  goOn: [
    example('goOn'),
    'estimate-holds-again',
    { status: 'estimate-declined', estimatePrice: 220 },
    { status: 'assigned', estimatePrice: 150 },
  ],
  deleteRepair: [ticketIn('pending'), 'repair-deleted', { deleted: false }, { deleted: true }],
  restoreRepair: [
    after('deleteRepair', ticketIn('pending')),
    'repair-restored',
    { deleted: true },
    { deleted: false },
  ],
  purgeRepair: [
    after('deleteRepair', ticketIn('pending')),
    'repair-purged',
    { recoverable: true },
    { recoverable: false },
  ],
  fetchTextPicture: [
    async (shop) => {
      const { messageId } = await textPicture(shop, (await takeIn(shop)).customerPhone);
      // The provider has lost it.
      await shop.rows.run(
        "update text_pictures set state = 'gone', picture = null where message_id = ?",
        messageId,
      );
      return { params: { id: messageId, position: '0' } };
    },
    'picture-asked-for',
    { state: 'gone' },
    { state: 'waiting' },
  ],
  putPhoto: [
    async (shop) => {
      const { ticketNumber } = await takeIn(shop);
      await putPhoto(shop, ticketNumber);
      shop.clock.advance(minute);
      return () => putPhoto(shop, ticketNumber);
    },
    'photo-added',
    { initialPhotoUrl: expect.stringMatching(/_initial_/) },
    { initialPhotoUrl: expect.stringMatching(/_initial_/) },
  ],
  takePayment: [example('takePayment'), 'payment-taken', { paid: 0 }, { paid: 25 }],
  closeDay: [
    example('closeDay'),
    'day-closed',
    null,
    {
      date: expect.stringMatching(/^20\d\d-/),
      total: 0,
      counted: 148.5,
      difference: -1.5,
      note: 'Parking meter',
    },
  ],
  addPart: [
    example('addPart'),
    'part-added',
    null,
    expect.objectContaining({ description: 'Crown', orderedOn: '2026-03-02', cost: null }),
  ],
  changePart: [
    example('changePart'),
    'part-changed',
    { receivedOn: null },
    { receivedOn: '2026-03-05' },
  ],
  removePart: [
    async (shop) => ({ params: { id: (await addPart(shop, await takeIn(shop))).id } }),
    'part-removed',
    expect.objectContaining({ description: 'Crown', receivedOn: null }),
    null,
  ],
  addSending: [
    example('addSending'),
    'sending-added',
    null,
    expect.objectContaining({ sentTo: 'Kirk Dial of Seattle', sentOn: '2026-03-02', cost: null }),
  ],
  changeSending: [
    example('changeSending'),
    'sending-changed',
    { receivedOn: null },
    { receivedOn: '2026-03-05' },
  ],
  removeSending: [
    async (shop) => ({ params: { id: (await addSending(shop, await takeIn(shop))).sending.id } }),
    'sending-removed',
    expect.objectContaining({ sentTo: 'Kirk Dial', receivedOn: null }),
    null,
  ],
  addWarranty: [example('addWarranty'), 'warranty-added', null, { what: 'Full service', days: 60 }],
  changeWarranty: [
    example('changeWarranty'),
    'warranty-changed',
    { what: 'Full service', days: 60 },
    { what: 'Gaskets', days: 90 },
  ],
  removeWarranty: [
    async (shop) => ({ params: { id: (await addWarranty(shop, await takeIn(shop))).id } }),
    'warranty-removed',
    { what: 'Full service', days: 60 },
    null,
  ],
  addMeasurement: [
    example('addMeasurement'),
    'measurement-added',
    null,
    expect.objectContaining({ caliber: '3132', instrument: null, pressure: somePressure }),
  ],
  changeMeasurement: [
    example('changeMeasurement'),
    'measurement-changed',
    { instrument: null },
    { instrument: 'Leak tester' },
  ],
  removeMeasurement: [
    async (shop) => ({ params: { id: (await addMeasurement(shop, await takeIn(shop))).id } }),
    'measurement-removed',
    expect.objectContaining({ timing: someTiming, quartz: null }),
    null,
  ],
  addTicketPhoto: [
    async (shop) => {
      const repair = await takeIn(shop);
      return () => addTicketPhoto(shop, repair, { caption: 'Dial' });
    },
    'ticket-photo-added',
    null,
    { kind: 'bench', caption: 'Dial' },
  ],
  changeTicketPhoto: [
    example('changeTicketPhoto'),
    'ticket-photo-changed',
    { kind: 'bench', caption: null },
    { kind: 'completion', caption: 'Crystal polished' },
  ],
  removeTicketPhoto: [
    async (shop) => ({ params: { id: (await addTicketPhoto(shop, await takeIn(shop))).id } }),
    'ticket-photo-removed',
    { kind: 'bench', caption: null },
    null,
  ],
  addNote: [
    example('addNote'),
    'note-added',
    null,
    { kind: 'spoke-with', text: 'Call after five' },
  ],
  signClaimCheck: [
    async (shop) => {
      const repair = await takeIn(shop);
      return () => sign(shop, repair);
    },
    'claim-check-signed',
    null,
    { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ],
  answerWatch: [
    example('answerWatch'),
    'watch-answered',
    { watchId: null },
    { watchId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  ],
  undoWatchAnswer: [
    async (shop) => {
      const { params = {}, body } = await exampleOf(shop, 'answerWatch');
      expect((await shop.staff.attempt('answerWatch', { params, body })).status).toBe(200);
      return { params };
    },
    'watch-answer-undone',
    { watchId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    { watchId: null },
  ],
  moveRepair: [example('moveRepair'), 'repair-moved', { place: null }, { place: 'Safe' }],
  voidPayment: [example('voidPayment'), 'payment-voided', { paid: 25 }, { paid: 0 }],
  createClient: [
    example('createClient'),
    'client-created',
    null,
    {
      ...mapFields(clientExtras, () => null),
      name: 'Ada',
      email: 'ada@example.com',
      phone: '',
      address: null,
    },
  ],
  editClient: [
    async (shop) => {
      const { clientId: id, customerPhone: phone, customerEmail: email } = await takeIn(shop);
      return { params: { id }, body: { name: 'Ada King', email, phone } };
    },
    'client-updated',
    { name: 'Ada Lovelace' },
    { name: 'Ada King' },
  ],
  undoClientChanges: [
    async (shop) => {
      const { clientId, customerEmail, customerPhone } = await takeIn(shop);
      // The same phone again, later.
      shop.clock.advance(minute);
      const typed = { clientId, customerEmail, customerPhone, customerName: 'Ada King' };
      return of((await takeIn(shop, { ...typed, issue: 'Runs slow' })).ticketNumber);
    },
    'client-updated',
    { name: 'Ada King' },
    { name: 'Ada Lovelace' },
  ],
  deleteClient: [client, 'client-deleted', { deleted: false }, { deleted: true }],
  restoreClient: [
    after('deleteClient', client),
    'client-restored',
    { deleted: true },
    { deleted: false },
  ],
  purgeClient: [
    after('deleteClient', client),
    'client-purged',
    { recoverable: true },
    { recoverable: false },
  ],
  sendEstimate: [
    async (shop) => {
      const { repair } = await takeInWithEstimate(shop, {}, 150);
      return { body: { repairId: repair.ticketNumber, amount: 120, notes: 'Without the strap' } };
    },
    'estimate-sent',
    { estimatePrice: 150, estimateNotes: null },
    { estimatePrice: 120, estimateNotes: 'Without the strap' },
  ],
  recordEstimate: [
    async (shop) => {
      const { repair } = await takeInWithEstimate(shop, {}, 150);
      return { body: { repairId: repair.ticketNumber, amount: 120, told: 'paper' } };
    },
    'estimate-recorded',
    { estimatePrice: 150 },
    { estimatePrice: 120 },
  ],
  deleteEstimate: [
    async (shop) => ({ params: { id: (await takeInWithEstimate(shop, {}, 150)).estimateId } }),
    'estimate-deleted',
    {
      ...{ estimatePrice: 150, estimateWork: null, estimateNotes: null },
      ...{ response: 'pending', status: 'estimate-sent' },
    },
    {
      ...{ estimatePrice: null, estimateWork: null, estimateNotes: null },
      ...{ response: null, status: 'pending' },
    },
  ],
  recordReply: [
    example('recordReply'),
    'estimate-accepted',
    { status: 'estimate-sent', response: 'pending' },
    { status: 'estimate-accepted', response: 'accepted' },
  ],
  answerEstimate: [
    example('answerEstimate'),
    'estimate-accepted',
    { status: 'estimate-sent', response: 'pending' },
    { status: 'estimate-accepted', response: 'accepted' },
  ],
  handleAttention: [
    async (shop) => {
      const repair = await repairInStatus(shop, 'estimate-accepted');
      await reply(shop, repair, 'DECLINE');
      const { items } = await shop.staff.call('listAttention');
      const id = items.find((one) => one.ticketNumber === repair.ticketNumber)?.id ?? '';
      return { params: { id } };
    },
    'attention-handled',
    { handledAt: null },
    { handledAt: expect.stringMatching(/^\d{4}-/) },
  ],
  undoHandled: [
    example('undoHandled'),
    'attention-reopened',
    { handledAt: expect.stringMatching(/^\d{4}-/) },
    { handledAt: null },
  ],
};

describeOnBothEngines('every change', (engine) => {
  const shop = useShop(engine);

  interface StoredEvent {
    id: unknown;
    data: Record<string, unknown>;
  }

  const lastEvent = async (): Promise<StoredEvent> => {
    const [row = {}] = await shop.rows.run('select * from events order by id desc limit 1');
    return { id: 0, ...row, data: JSON.parse(String(row.data ?? '{}')) };
  };

  it('is tested here, or named among the exceptions', () => {
    const changing = Object.entries(operations).filter(([, { method }]) => method !== 'GET');
    const walked = [...Object.keys(walks), ...changeNothing, ...elsewhere];
    expect(changing.map(([name]) => name).sort()).toEqual(walked.sort());
  });

  const make = async (name: OperationName, given: Ready) => {
    if (typeof given === 'function') return given();
    const { status, text } = await shop.staff.attempt(name, given);
    expect(status, text).toBeLessThan(300);
  };
  const poll = async (tag: string) =>
    (await shop.staff.attempt('listRepairs', {}, { 'if-none-match': tag })).status;
  const tagNow = async () => (await shop.staff.attempt('listRepairs')).headers.get('etag') ?? '';

  it.each(Object.entries(walks) as [OperationName, Walk][])(
    'by %s adds an event, and ends the polls that find nothing new',
    async (name, [prepare, kind, before, after]) => {
      const given = await prepare(shop);
      const { id: session } = await shop.staff.call('getSession');
      const { id: last } = await lastEvent();
      const tag = await tagNow();
      expect(await poll(tag)).toBe(304);
      await make(name, given);
      expect(await poll(tag)).toBe(200);
      const event = await lastEvent();
      expect(Number(event.id)).toBeGreaterThan(Number(last));
      const at = new Date(shop.clock.now).toISOString();
      expect(event).toMatchObject({ kind, actor: 'staff', session, at });
      expect({ before: event.data.before, after: event.data.after }).toEqual({ before, after });
    },
  );

  it.each(['sendText', 'replyToText', 'sendSms', 'sendCompletion', 'simulateReply'] as const)(
    'by %s ends the polls that find nothing new',
    async (name) => {
      const given = await exampleOf(shop, name);
      const tag = await tagNow();
      expect(await poll(tag)).toBe(304);
      await make(name, given);
      expect(await poll(tag)).toBe(200);
    },
  );

  it('includes the same-day flag, but not a switch that changes nothing', async () => {
    const { ticketNumber } = await takeIn(shop);
    const edit = (isSameDay: boolean) =>
      shop.staff.call('editRepair', { ...of(ticketNumber), body: { isSameDay } });
    await edit(true);
    const event = await lastEvent();
    expect(event).toMatchObject({
      kind: 'repair-same-day',
      data: { before: { isSameDay: false }, after: { isSameDay: true } },
    });
    await edit(true);
    expect(await lastEvent()).toEqual(event);
  });

  it('by a customer is recorded as the customer’s, without a session', async () => {
    const { repair } = await takeInWithEstimate(shop);
    await reply(shop, repair, 'ACCEPT');
    const { events } = await shop.staff.call('getRepair', of(repair.ticketNumber));
    expect(events.find(({ kind }) => kind === 'estimate-accepted')).toMatchObject({
      actor: 'customer',
      session: null,
      data: {
        before: { status: 'estimate-sent', response: 'pending' },
        after: { status: 'estimate-accepted', response: 'accepted' },
      },
    });
  });

  it('is recorded under the session that made it, even if many happen at once', async () => {
    const browsers = await Promise.all([1, 2, 3].map(() => shop.logIn()));
    const made = await Promise.all(
      browsers.flatMap((browser) =>
        [1, 2, 3, 4].map(async (index) => {
          const { id: session } = await browser.call('getSession');
          const body = { name: `Client ${index}`, email: 'many@example.com', phone: '' };
          const { client } = await browser.call('createClient', { body });
          return { session, client };
        }),
      ),
    );
    for (const { session, client } of made) {
      const { items } = await shop.staff.call('listClientEvents', { params: { id: client.id } });
      expect(items).toMatchObject([{ kind: 'client-created', session }]);
    }
    expect(new Set(made.map(({ session }) => session)).size).toBe(3);
  });

  it('that is refused leaves no event', async () => {
    const { ticketNumber } = await takeIn(shop);
    const before = await lastEvent();
    const { body } = await exampleOf(shop, 'assignRepair');
    const made = await lastEvent();
    expect(made.id).not.toEqual(before.id);
    const refused = await shop.staff.attempt('startRepair', of(ticketNumber));
    expect(refused.problem().code).toBe('repair-status');
    expect((await shop.staff.attempt('assignRepair', { ...of('WH000000XXX'), body })).status).toBe(
      404,
    );
    expect(await lastEvent()).toEqual(made);
  });
});
