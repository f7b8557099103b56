import { expect, it } from 'vitest';
import { mapFields } from '../../../domain/field-list.ts';
import { type ProblemCode, problemTexts } from '../../../domain/problems.ts';
import { repairFields } from '../../../domain/repair-fields.ts';
import { CallProblem } from '../call.ts';
import { emptyFields } from '../intake/intake-fields.ts';
import { type DeliveryPorts, deliver, maxFailures } from './delivery.ts';
import type { OutboxEntry } from './outbox-entry.ts';

function entry(name: string, photo = false): OutboxEntry {
  const repair = {
    repairId: name,
    visitId: null,
    clientId: null,
    asNewClient: false,
    confirmClientChanges: false,
    customerName: name,
    customerEmail: 'a@mail.example',
    customerPhone: '2125550101',
    customerAddress: null,
    customerCompany: null,
    customerLanguage: null,
    customerNoTexts: null,
    customerAgreedToTexts: null,
    customerPaysByStatement: null,
    ...mapFields(repairFields, () => null),
    watchBrand: 'Omega',
    watchModel: 'Seamaster',
    issue: 'Does not run',
    isSameDay: false,
  };
  return {
    repairId: name,
    order: 1,
    takenInAt: '2026-03-03T10:00:00.000Z',
    initials: null,
    fields: emptyFields,
    repair,
    photo: photo ? new Blob(['photo']) : null,
    ticketNumber: null,
    isPrinted: false,
    refusal: null,
  };
}

function problem(code: ProblemCode, retryAfter: string | null = null): CallProblem {
  const { status, ...words } = problemTexts[code];
  return new CallProblem({ code, ...words }, status, retryAfter);
}

/** From something in between, such as a proxy. */
const foreign = (status: number) => new CallProblem({ code: 'unreadable-answer' }, status, null);

const offline = () => new CallProblem({ code: 'offline' }, 0, null);

const times = <Made>(count: number, make: () => Made) => Array.from({ length: count }, make);

/** An outbox in memory, and a server that answers some things with an error. */
function shop(
  given: OutboxEntry[],
  failures: Record<string, Error[]> = {},
  isShopThere: () => boolean = () => true,
) {
  let entries = given;
  const sent: string[] = [];
  const change = (repairId: string, changes: Partial<OutboxEntry>) => {
    entries = entries.map((each) => (each.repairId === repairId ? { ...each, ...changes } : each));
  };
  const send = (what: string) => {
    sent.push(what);
    const failure = failures[what]?.shift();
    if (failure !== undefined) throw failure;
  };
  const remove = (repairId: string) => {
    entries = entries.filter((each) => each.repairId !== repairId);
  };
  const ports: DeliveryPorts = {
    entries: async () => entries,
    isShopThere: async () => isShopThere(),
    alone: async (work) => work(),
    async sendTicket({ repairId, photo }) {
      send(repairId);
      if (photo === null) remove(repairId);
      else change(repairId, { ticketNumber: `WH-${repairId}` });
    },
    async sendPhoto({ repairId }, ticketNumber) {
      send(`photo of ${ticketNumber}`);
      remove(repairId);
    },
    async noteRefusal({ repairId }, refusal) {
      change(repairId, { refusal });
    },
  };
  return {
    ports,
    sent,
    add: (entry: OutboxEntry) => {
      entries = [...entries, entry];
    },
    left: () => entries.map(({ repairId }) => repairId),
    entries: () => entries,
  };
}

it('delivers in order, each photo right after its ticket', async () => {
  const { ports, sent, left } = shop([entry('first', true), entry('second')]);
  expect(await deliver(ports, new Map())).toEqual({ kind: 'done' });
  expect(sent).toEqual(['first', 'photo of WH-first', 'second']);
  expect(left()).toEqual([]);
});

it('stops where no server answers, and resumes there', async () => {
  let isThere = false;
  const { ports, sent } = shop(
    [entry('first', true), entry('second')],
    { 'photo of WH-first': [offline()] },
    () => isThere,
  );
  const troubles = new Map();
  expect(await deliver(ports, troubles)).toEqual({ kind: 'away' });
  expect(sent).toEqual(['first', 'photo of WH-first']);
  isThere = true;
  expect(await deliver(ports, troubles)).toEqual({ kind: 'done' });
  expect(sent.slice(2)).toEqual(['photo of WH-first', 'second']);
});

it('does not hold a ticket back for a photo that can’t be stored now', async () => {
  const photo = 'photo of WH-first';
  const { ports, sent, left, add } = shop([entry('first', true), entry('second', true)], {
    [photo]: times(2, () => problem('photo-store-failed', '30')),
  });
  const troubles = new Map();
  expect(await deliver(ports, troubles)).toEqual({ kind: 'wait', afterMs: 30_000 });
  expect(sent).toEqual(['first', photo, 'second', 'photo of WH-second']);
  expect(left()).toEqual(['first']);
  add(entry('third', true));
  expect(await deliver(ports, troubles)).toEqual({ kind: 'wait', afterMs: 30_000 });
  expect(sent.slice(4), 'what is new goes first').toEqual(['third', 'photo of WH-third', photo]);
  expect(await deliver(ports, troubles)).toEqual({ kind: 'done' });
  expect(left()).toEqual([]);
});

it('continues without a photo that does not get through, for as long as it takes', async () => {
  const photo = 'photo of WH-first';
  const { ports, entries, left } = shop([entry('first', true), entry('second')], {
    [photo]: [...times(maxFailures, offline), ...times(maxFailures, () => foreign(502))],
  });
  const troubles = new Map();
  for (let count = 0; count < 2 * maxFailures; count += 1) {
    expect(await deliver(ports, troubles)).toEqual({ kind: 'left-out' });
    expect(left()).toEqual(['first']);
  }
  expect(entries()[0]?.refusal).toBeNull();
  expect(await deliver(ports, troubles)).toEqual({ kind: 'done' });
  expect(left()).toEqual([]);
});

it('leaves to staff what something in between blocks, while the shop’s server is reachable', async () => {
  const { ports, sent, entries } = shop([entry('first'), entry('second', true), entry('third')], {
    first: times(maxFailures, () => foreign(403)),
    'photo of WH-second': times(maxFailures, () => foreign(413)),
  });
  const troubles = new Map();
  expect(await deliver(ports, troubles)).toEqual({ kind: 'left-out' });
  expect(sent).toEqual(['first', 'second', 'photo of WH-second', 'third']);
  for (let count = 2; count < maxFailures; count += 1) await deliver(ports, troubles);
  expect(entries().map(({ refusal }) => refusal)).toEqual([null, null]);
  expect(await deliver(ports, troubles)).toEqual({ kind: 'done' });
  expect(entries().map(({ repairId, refusal }) => [repairId, refusal?.code])).toEqual([
    ['first', 'unreadable-answer'],
    ['second', 'unreadable-answer'],
  ]);
});

it('leaves nothing to staff because of another network’s login page', async () => {
  const { ports, sent, entries } = shop(
    [entry('first'), entry('second')],
    { first: times(2 * maxFailures, () => foreign(403)) },
    () => false,
  );
  const troubles = new Map();
  for (let count = 0; count < 2 * maxFailures; count += 1) {
    expect(await deliver(ports, troubles)).toEqual({ kind: 'away' });
  }
  expect(sent).not.toContain('second');
  expect(entries()[0]?.refusal).toBeNull();
});

it('keeps the order while the server says "too soon"', async () => {
  const { ports, sent } = shop([entry('first'), entry('second')], {
    first: [problem('submission-rate', '12')],
  });
  expect(await deliver(ports, new Map())).toEqual({ kind: 'wait', afterMs: 12_000 });
  expect(sent).toEqual(['first']);
});

it('leaves a refused one to staff and delivers the others', async () => {
  const { ports, sent, entries } = shop([entry('first'), entry('second', true), entry('third')], {
    first: [problem('duplicate-submission')],
    'photo of WH-second': [problem('photo-unreadable')],
  });
  expect(await deliver(ports, new Map())).toEqual({ kind: 'done' });
  expect(
    entries().map(({ repairId, ticketNumber, refusal }) => [repairId, ticketNumber, refusal?.code]),
  ).toEqual([
    ['first', null, 'duplicate-submission'],
    ['second', 'WH-second', 'photo-unreadable'],
  ]);
  expect(await deliver(ports, new Map())).toEqual({ kind: 'done' });
  expect(sent, 'nothing refused is sent again automatically').toHaveLength(4);
});

it('passes over one that causes server errors, and eventually leaves it to staff', async () => {
  const errors = times(maxFailures, () => problem('internal'));
  const { ports, left, entries } = shop([entry('first'), entry('second')], { first: errors });
  const troubles = new Map();
  expect(await deliver(ports, troubles)).toEqual({ kind: 'left-out' });
  expect(left()).toEqual(['first']);
  for (let count = 2; count < maxFailures; count += 1) await deliver(ports, troubles);
  expect(entries()[0]?.refusal).toBeNull();
  expect(await deliver(ports, troubles)).toEqual({ kind: 'done' });
  expect(entries()[0]?.refusal?.code).toBe('internal');
});

it('leaves the work to the tab that is doing it', async () => {
  const { ports, sent } = shop([entry('first')]);
  expect(await deliver({ ...ports, alone: async () => 'taken' }, new Map())).toEqual({
    kind: 'taken',
  });
  expect(sent).toEqual([]);
});
