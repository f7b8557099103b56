import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Overview, TechnicianWithCounts } from '../../../domain/api-answers.ts';
import { type RepairStatus, repairStatuses } from '../../../domain/repair-status.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { repairInStatus } from '../../harness/repair-in-status.ts';
import { takeIn } from '../../harness/shop-fixtures.ts';

/** What one repair in each status adds to the six counts; every one has a client of its own. */
const adds: Record<RepairStatus, Partial<Overview>> = {
  pending: { pending: 1 },
  assigned: { inProgress: 1 },
  'in-progress': { inProgress: 1 },
  completed: { completed: 1 },
  ready: { completed: 1 },
  'estimate-sent': { estimates: 1 },
  'estimate-accepted': { estimates: 1, attention: 1 },
  'estimate-declined': { estimates: 1, attention: 1 },
};

/** What one repair of technician-1 in each status adds to that technician's counts. */
const addsToTechnician: Partial<Record<RepairStatus, Partial<TechnicianWithCounts>>> = {
  assigned: { activeRepairs: 1, active: 1, total: 1 },
  'in-progress': { activeRepairs: 1, active: 1, total: 1 },
  completed: { done: 1, total: 1 },
  ready: { done: 1, total: 1 },
};

describeOnBothEngines('the counts', (engine) => {
  let shop: RunningApp;
  beforeAll(async () => {
    shop = await startApp(engine);
  });
  afterAll(async () => {
    await shop.close();
  });

  const overview = () => shop.staff.call('getOverview');
  const technicians = async () => (await shop.staff.call('listTechnicians')).items;
  const added = (before: object, after: object) => {
    const earlier = before as Record<string, unknown>;
    return Object.fromEntries(
      Object.entries(after).flatMap(([key, value]) =>
        typeof value === 'number' && value !== earlier[key]
          ? [[key, value - Number(earlier[key])]]
          : [],
      ),
    );
  };

  it('of an empty shop are all zero', async () => {
    expect(await overview()).toEqual({
      pending: 0,
      sameDay: 0,
      inProgress: 0,
      completed: 0,
      estimates: 0,
      totalClients: 0,
      attention: 0,
    });
  });

  it.each(repairStatuses)('with a repair that is %s', async (status) => {
    const before = await overview();
    const [first] = await technicians();
    await repairInStatus(shop, status);
    expect(added(before, await overview())).toEqual({ ...adds[status], totalClients: 1 });
    const [now] = await technicians();
    expect(added(first ?? {}, now ?? {})).toEqual(addsToTechnician[status] ?? {});
  });

  it('count a same-day repair while it is pending or assigned', async () => {
    const before = await overview();
    const { ticketNumber } = await takeIn(shop, { isSameDay: true });
    const params = { ticketNumber };
    expect((await overview()).sameDay).toBe(before.sameDay + 1);
    await shop.staff.call('assignRepair', { params, body: { technicianId: 'technician-2' } });
    expect((await overview()).sameDay).toBe(before.sameDay + 1);
    await shop.staff.call('startRepair', { params });
    expect((await overview()).sameDay).toBe(before.sameDay);
    const toggled = await takeIn(shop);
    await shop.staff.call('editRepair', {
      params: { ticketNumber: toggled.ticketNumber },
      body: { isSameDay: true },
    });
    expect((await overview()).sameDay).toBe(before.sameDay + 1);
  });

  it('count clients that are not deleted', async () => {
    const before = await overview();
    const { clientId } = await takeIn(shop);
    expect((await overview()).totalClients).toBe(before.totalClients + 1);
    await shop.staff.call('deleteClient', { params: { id: clientId } });
    expect((await overview()).totalClients).toBe(before.totalClients);
  });

  it('stand for six technicians, each with what the shop says of them', async () => {
    const items = await technicians();
    expect(items).toHaveLength(6);
    expect(items[0]).toMatchObject({
      id: 'technician-1',
      name: 'Technician 1',
      email: 'technician1@example.com',
      specialties: ['Rolex', 'Omega', 'Swiss'],
    });
    expect(items.map(({ specialties }) => specialties[0])).toEqual([
      'Rolex',
      'Citizen',
      'TAG Heuer',
      'Vintage',
      'Digital',
      'Mechanical',
    ]);
    for (const { activeRepairs, active, done, total } of items) {
      expect(activeRepairs + done).toBe(total);
      // The name of old, for one more release.
      expect(active).toBe(activeRepairs);
    }
  });

  it('follow a repair that is handed on', async () => {
    const { ticketNumber } = await repairInStatus(shop, 'assigned');
    const before = await technicians();
    await shop.staff.call('assignRepair', {
      params: { ticketNumber },
      body: { technicianId: 'technician-6', fromTechnicianId: 'technician-1' },
    });
    const after = await technicians();
    expect(added(before[0] ?? {}, after[0] ?? {})).toEqual({
      activeRepairs: -1,
      active: -1,
      total: -1,
    });
    expect(added(before[5] ?? {}, after[5] ?? {})).toEqual({
      activeRepairs: 1,
      active: 1,
      total: 1,
    });
  });
});
