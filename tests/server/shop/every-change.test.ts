import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperationName, operations } from '../../../domain/api.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { exampleOf } from '../../harness/call-examples.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { putPhoto } from '../../harness/photo-upload.ts';
import { repairInStatus } from '../../harness/repair-in-status.ts';
import { minute } from '../../harness/settable-clock.ts';
import {
  newIntake,
  newPhone,
  reply,
  takeIn,
  takeInWithEstimate,
  unclearReply,
} from '../../harness/shop-fixtures.ts';

interface Told {
  kind: string;
  before: unknown;
  after: unknown;
}

interface Walk {
  /** Brings the shop to where it can be done. @returns how to do it, and what it should tell */
  prepare: (shop: RunningApp) => Promise<{ act: () => Promise<unknown>; told: Told }>;
}

/** What changes no ticket, client or estimate. */
const changeNothing: readonly OperationName[] = [
  'logIn',
  'logOut',
  'changePassword',
  'setClosedForMoving',
  'endSession',
  'endSessions',
  'startBackup',
  'checkImport',
  'rejectedRows',
  'previewEstimate',
  // What is texted is kept as texts; of these the ticket's history says only that they went.
  'sendText',
  'replyToText',
  'resendText',
  'sendSms',
  'sendCompletion',
];

/** What is no press of staff's, or changes many at once: has tests of its own. */
const elsewhere: readonly OperationName[] = ['simulateReply', 'runImport'];

const of = (ticketNumber: string) => ({ params: { ticketNumber } });

/** Every operation that changes something, and what is told of it. */
const walks: Partial<Record<OperationName, Walk>> = {
  createRepair: {
    prepare: async ({ staff }) => {
      const body = newIntake({ repairPrice: 80, isSameDay: true });
      const after = {
        status: 'pending',
        isSameDay: true,
        watchBrand: 'Omega',
        watchModel: 'Speedmaster',
        serialNumber: null,
        issue: 'Does not wind',
        repairPrice: 80,
        priceNotes: null,
      };
      return {
        act: () => staff.call('createRepair', { body }),
        told: { kind: 'repair-created', before: null, after: expect.objectContaining(after) },
      };
    },
  },
  editRepair: {
    prepare: async (shop) => {
      const { ticketNumber } = await takeIn(shop, { repairPrice: 80 });
      const body = { issue: 'Crown is loose', repairPrice: 95, watchBrand: 'Omega' };
      return {
        act: () => shop.staff.call('editRepair', { ...of(ticketNumber), body }),
        told: {
          kind: 'repair-edited',
          before: { issue: 'Does not wind', repairPrice: 80 },
          after: { issue: 'Crown is loose', repairPrice: 95 },
        },
      };
    },
  },
  assignRepair: {
    prepare: async (shop) => {
      const { ticketNumber } = await repairInStatus(shop, 'assigned');
      const body = { technicianId: 'technician-2', fromTechnicianId: 'technician-1' };
      return {
        act: () => shop.staff.call('assignRepair', { ...of(ticketNumber), body }),
        told: {
          kind: 'repair-reassigned',
          before: { assignedTo: 'technician-1', assignedWatchmaker: 'Technician 1' },
          after: { assignedTo: 'technician-2', assignedWatchmaker: 'Technician 2' },
        },
      };
    },
  },
  startRepair: {
    prepare: async (shop) => {
      const { ticketNumber } = await repairInStatus(shop, 'assigned');
      return {
        act: () => shop.staff.call('startRepair', of(ticketNumber)),
        told: {
          kind: 'repair-started',
          before: { status: 'assigned' },
          after: { status: 'in-progress' },
        },
      };
    },
  },
  completeRepair: {
    prepare: async (shop) => {
      const { ticketNumber } = await repairInStatus(shop, 'in-progress');
      const body = { notes: 'New gasket', outcome: 'approved' as const };
      return {
        act: () => shop.staff.call('completeRepair', { ...of(ticketNumber), body }),
        told: {
          kind: 'repair-completed',
          before: { status: 'in-progress', completionNotes: null },
          after: { status: 'completed', completionNotes: 'New gasket' },
        },
      };
    },
  },
  deleteRepair: {
    prepare: async (shop) => {
      const { ticketNumber } = await takeIn(shop);
      return {
        act: () => shop.staff.call('deleteRepair', of(ticketNumber)),
        told: { kind: 'repair-deleted', before: { deleted: false }, after: { deleted: true } },
      };
    },
  },
  restoreRepair: {
    prepare: async (shop) => {
      const { ticketNumber } = await takeIn(shop);
      await shop.staff.call('deleteRepair', of(ticketNumber));
      return {
        act: () => shop.staff.call('restoreRepair', of(ticketNumber)),
        told: { kind: 'repair-restored', before: { deleted: true }, after: { deleted: false } },
      };
    },
  },
  purgeRepair: {
    prepare: async (shop) => {
      const { ticketNumber } = await takeIn(shop);
      await shop.staff.call('deleteRepair', of(ticketNumber));
      return {
        act: () => shop.staff.call('purgeRepair', of(ticketNumber)),
        told: {
          kind: 'repair-purged',
          before: { recoverable: true },
          after: { recoverable: false },
        },
      };
    },
  },
  putPhoto: {
    prepare: async (shop) => {
      const { ticketNumber } = await takeIn(shop);
      const url = await putPhoto(shop, ticketNumber);
      shop.clock.advance(minute);
      return {
        act: () => putPhoto(shop, ticketNumber),
        told: {
          kind: 'photo-added',
          before: { initialPhotoUrl: url },
          after: { initialPhotoUrl: expect.stringMatching(/_initial_/) },
        },
      };
    },
  },
  createClient: {
    prepare: async ({ staff }) => {
      const client = { name: 'Ada', email: 'ada@example.com', phone: newPhone(), address: null };
      return {
        act: () => staff.call('createClient', { body: client }),
        told: { kind: 'client-created', before: null, after: client },
      };
    },
  },
  editClient: {
    prepare: async (shop) => {
      const { clientId: id, customerPhone: phone, customerEmail: email } = await takeIn(shop);
      return {
        act: () =>
          shop.staff.call('editClient', {
            params: { id },
            body: { name: 'Ada King', email, phone },
          }),
        told: {
          kind: 'client-updated',
          before: { name: 'Ada Lovelace' },
          after: { name: 'Ada King' },
        },
      };
    },
  },
  undoClientChanges: {
    prepare: async (shop) => {
      const { clientId, customerEmail, customerPhone } = await takeIn(shop);
      // The same phone again, later.
      shop.clock.advance(minute);
      const typed = { clientId, customerEmail, customerPhone, customerName: 'Ada King' };
      const { ticketNumber } = await takeIn(shop, { ...typed, issue: 'Runs slow' });
      return {
        act: () => shop.staff.call('undoClientChanges', of(ticketNumber)),
        told: {
          kind: 'client-updated',
          before: { name: 'Ada King' },
          after: { name: 'Ada Lovelace' },
        },
      };
    },
  },
  deleteClient: {
    prepare: async (shop) => {
      const { clientId: id } = await takeIn(shop);
      return {
        act: () => shop.staff.call('deleteClient', { params: { id } }),
        told: { kind: 'client-deleted', before: { deleted: false }, after: { deleted: true } },
      };
    },
  },
  restoreClient: {
    prepare: async (shop) => {
      const { clientId: id } = await takeIn(shop);
      await shop.staff.call('deleteClient', { params: { id } });
      return {
        act: () => shop.staff.call('restoreClient', { params: { id } }),
        told: { kind: 'client-restored', before: { deleted: true }, after: { deleted: false } },
      };
    },
  },
  purgeClient: {
    prepare: async (shop) => {
      const { clientId: id } = await takeIn(shop);
      await shop.staff.call('deleteClient', { params: { id } });
      return {
        act: () => shop.staff.call('purgeClient', { params: { id } }),
        told: {
          kind: 'client-purged',
          before: { recoverable: true },
          after: { recoverable: false },
        },
      };
    },
  },
  sendEstimate: {
    prepare: async (shop) => {
      const { repair } = await takeInWithEstimate(shop, {}, 150);
      const body = { repairId: repair.ticketNumber, amount: 120, notes: 'Without the strap' };
      return {
        act: () => shop.staff.call('sendEstimate', { body }),
        told: {
          kind: 'estimate-sent',
          before: { estimatePrice: 150, estimateNotes: null },
          after: { estimatePrice: 120, estimateNotes: 'Without the strap' },
        },
      };
    },
  },
  deleteEstimate: {
    prepare: async (shop) => {
      const { estimateId: id } = await takeInWithEstimate(shop, {}, 150);
      return {
        act: () => shop.staff.call('deleteEstimate', { params: { id } }),
        told: {
          kind: 'estimate-deleted',
          before: {
            estimatePrice: 150,
            estimateNotes: null,
            response: 'pending',
            status: 'estimate-sent',
          },
          after: { estimatePrice: null, estimateNotes: null, response: null, status: 'pending' },
        },
      };
    },
  },
  bookReply: {
    prepare: async (shop) => {
      const { messageId: id } = await unclearReply(shop);
      return {
        act: () => shop.staff.call('bookReply', { params: { id }, body: { answer: 'accepted' } }),
        told: {
          kind: 'estimate-accepted',
          before: { status: 'estimate-sent', response: 'pending' },
          after: { status: 'estimate-accepted', response: 'accepted' },
        },
      };
    },
  },
  answerEstimate: {
    prepare: async (shop) => {
      const { estimateId: id } = await takeInWithEstimate(shop);
      return {
        act: () =>
          shop.staff.call('answerEstimate', {
            params: { id },
            body: { answer: 'declined', by: 'counter' },
          }),
        told: {
          kind: 'estimate-declined',
          before: { status: 'estimate-sent', response: 'pending' },
          after: { status: 'estimate-declined', response: 'declined' },
        },
      };
    },
  },
  handleAttention: {
    prepare: async (shop) => {
      const repair = await repairInStatus(shop, 'estimate-accepted');
      await reply(shop, repair, 'DECLINE');
      const { items } = await shop.staff.call('listAttention');
      const id = items.find((one) => one.ticketNumber === repair.ticketNumber)?.id ?? '';
      return {
        act: () => shop.staff.call('handleAttention', { params: { id } }),
        told: {
          kind: 'attention-handled',
          before: { handledAt: null },
          after: { handledAt: new Date(shop.clock.now).toISOString() },
        },
      };
    },
  },
};

describeOnBothEngines('every change', (engine) => {
  let shop: RunningApp;
  beforeAll(async () => {
    shop = await startApp(engine);
  });
  afterAll(async () => {
    await shop.close();
  });

  interface StoredEvent {
    id: unknown;
    data: Record<string, unknown>;
  }

  const lastEvent = async (): Promise<StoredEvent> => {
    const [row = {}] = await shop.rows.run('select * from events order by id desc limit 1');
    return { id: 0, ...row, data: JSON.parse(String(row.data ?? '{}')) };
  };

  it('there is belongs to the walk', () => {
    const changing = Object.entries(operations).filter(([, { method }]) => method !== 'GET');
    const walked = [...Object.keys(walks), ...changeNothing, ...elsewhere];
    expect(changing.map(([name]) => name).sort()).toEqual(walked.sort());
  });

  it.each(Object.entries(walks))('by %s is an event', async (_name, { prepare }) => {
    const { act, told } = await prepare(shop);
    const { id: session } = await shop.staff.call('getSession');
    const { id: last } = await lastEvent();
    await act();
    const event = await lastEvent();
    expect(Number(event.id)).toBeGreaterThan(Number(last));
    expect(event).toMatchObject({
      kind: told.kind,
      actor: 'staff',
      session,
      at: new Date(shop.clock.now).toISOString(),
    });
    expect({ before: event.data.before, after: event.data.after }).toEqual({
      before: told.before,
      after: told.after,
    });
  });

  it('of the same-day flag, too, and a switch that changes nothing is none', async () => {
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

  describe('by a customer', () => {
    it('is the customer’s, in nobody’s session', async () => {
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
  });

  it('is written down under the session that made it, also where many happen at once', async () => {
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

  it('names a session by a part of its hash that opens nothing', async () => {
    const { id } = await shop.staff.call('getSession');
    expect(id).toMatch(/^[0-9a-f]{12}$/);
    const sessions = await shop.rows.run('select token_hash from sessions');
    const ids = sessions.map(({ token_hash: hash }) =>
      Buffer.from(String(hash), 'base64url').toString('hex').slice(0, 12),
    );
    expect(ids).toContain(id);
    expect(shop.staff.cookie).not.toContain(id);
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
