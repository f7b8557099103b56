import { afterEach, expect, it, vi } from 'vitest';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { type EventReader, readEvents } from '../../harness/event-reader.ts';
import { putPhoto } from '../../harness/photo-upload.ts';
import { newIntake, normalised } from '../../harness/shop-fixtures.ts';

describeOnBothEngines('the metrics', (engine) => {
  let shop: RunningApp;
  let reader: EventReader | null = null;
  afterEach(async () => {
    reader?.close();
    reader = null;
    await shop.close();
  });

  async function measured(): Promise<{ text: string; value: (name: string) => number }> {
    const response = await fetch(shop.app.metricsAddress ?? '');
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const text = await response.text();
    const value = (name: string) => {
      const line = text.split('\n').find((one) => one.startsWith(`${name} `));
      return line === undefined ? Number.NaN : Number(line.slice(name.length + 1));
    };
    return { text, value };
  }

  it('tell how the product fares, and nothing of anybody', async () => {
    shop = await startApp(engine, { config: { metricsPort: 0 } });
    const intake = newIntake({ customerName: 'Grace Hopper', watchModel: 'Reverso' });
    const { repair } = await shop.staff.call('createRepair', { body: intake });
    const { ticketNumber } = repair;
    await putPhoto(shop, ticketNumber);
    await shop.staff.attempt('getRepair', { params: { ticketNumber: 'WH000000AAA' } });
    const { headers } = await shop.staff.attempt('listRepairs');
    await shop.staff.attempt('listRepairs', {}, { 'if-none-match': headers.get('etag') ?? '' });
    reader = await readEvents(shop.staff);
    await reader.until(1);
    // An answer is counted once it has left.
    await vi.waitFor(async () => {
      const { value } = await measured();
      const route = '/api/repairs/:ticketNumber';
      const count = (status: string, method: string, path: string) =>
        value(
          `watch_repair_request_seconds_count{method="${method}",route="${path}",status="${status}"}`,
        );
      expect(count('4xx', 'GET', route)).toBe(1);
      expect(count('2xx', 'POST', '/api/repairs')).toBe(1);
      expect(value('watch_repair_texts_total{outcome="accepted"}')).toBe(1);
      expect(value('watch_repair_texts_unsettled')).toBe(0);
      expect(value('watch_repair_database_up')).toBe(1);
      expect(value('watch_repair_live_streams')).toBe(1);
      expect(count('3xx', 'GET', '/api/repairs')).toBe(1);
      expect(value('watch_repair_photo_stored_bytes_total')).toBeGreaterThan(1000);
      expect(value('watch_repair_data_free_bytes')).toBeGreaterThan(0);
      expect(value('watch_repair_transaction_wait_seconds_count')).toBeGreaterThan(2);
      expect(value('watch_repair_transaction_seconds_count{result="done"}')).toBeGreaterThan(2);
      expect(value('process_cpu_user_seconds_total')).toBeGreaterThan(0);
    });
    const { text } = await measured();
    const { customerPhone: phone, repairId } = intake;
    const own = ['Grace', 'Reverso', ticketNumber, repairId, phone, normalised(phone)];
    for (const secret of [...own, 'WH0000']) expect(text).not.toContain(secret);
  });

  it('are read on this machine only, at a port of their own', async () => {
    shop = await startApp(engine, { config: { metricsPort: 0 } });
    const { hostname, port } = new URL(shop.app.metricsAddress ?? '');
    expect(hostname).toBe('127.0.0.1');
    expect(port).not.toBe(new URL(shop.origin).port);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
    expect((await shop.staff.send('GET', '/metrics')).text).not.toContain('watch_repair');
    await shop.close();
    shop = await startApp(engine);
    expect(shop.app.metricsAddress, 'unless they are asked for').toBeNull();
  });
});
