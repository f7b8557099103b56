import { join } from 'node:path';
import { openPhotoStore } from '../../server/photos/location.ts';
import { catalogAt } from '../../server/shop/backups/engine.ts';
import { leftOutTables, type Manifest, memberNames } from '../../server/shop/backups/manifest.ts';
import { sealOf } from '../../server/shop/backups/reader.ts';
import { openSnapshot } from '../../server/shop/backups/snapshot.ts';
import {
  BackupOutput,
  createFile,
  memberContent,
  readMembers,
} from '../../server/shop/backups/tar.ts';
import type { BackupTask } from '../../server/shop/backups/writer.ts';
import type { RunningApp } from './app.ts';
import type { Storage } from './engine.ts';
import { addPhoto, addTicketPhoto } from './photo-upload.ts';
import {
  addMeasurement,
  addNote,
  addPart,
  addSending,
  addWarranty,
  newIntake,
  reply,
  sameSerialTwice,
  takeIn,
  takeInWithEstimate,
  takePayment,
  textPicture,
} from './shop-fixtures.ts';
import { sign } from './signing.ts';
import type { StoredRows } from './stored-rows.ts';

export async function backupTask(
  storage: Storage,
  changes: Partial<BackupTask> = {},
): Promise<BackupTask> {
  return {
    folder: join(storage.dataDir, 'backups'),
    kind: 'command',
    product: '1.2.3+test',
    shopName: 'The Old Watch House',
    photos: await openPhotoStore(storage),
    openSnapshot: () => openSnapshot(storage),
    clock: () => Date.parse('2026-03-02T15:04:05.678Z'),
    ...changes,
  };
}

/** For a day long past. */
const closing = {
  closingId: '0d3a7c1e-1111-4222-8333-444455556666',
  date: '2020-01-02',
  float: 150,
  counted: 148.5,
  note: 'Zoë’s float – 🕰',
  seenCash: 150,
};

/** As the shop had it in its settings then. */
const finalCheck = [
  { line: 'Zoë’s crown down', isChecked: true },
  { line: 'Water test', isChecked: false },
];

/** A little of everything that a shop keeps, made through the interface. */
export async function fillThroughInterface(shop: RunningApp): Promise<void> {
  const { staff } = shop;
  const pending = await takeIn(shop, {
    customerName: 'Zoë “Quote” O’Néill – אברהם 🕰',
    issue: 'Line one\nLine two\t"quoted" \\ back',
    repairPrice: 145.5,
    condition: { areas: { dial: { state: 'worn', note: '“lume” gone' } }, statedValue: 6500 },
  });
  await addPhoto(shop, pending.ticketNumber);
  const { repair: accepted } = await takeInWithEstimate(shop);
  await reply(shop, accepted, 'ACCEPT thank you');
  await takePayment(shop, accepted, { kind: 'deposit', amount: 50, note: 'Zoë’s card – 🕰' });
  const mistaken = await takePayment(shop, accepted);
  await staff.call('voidPayment', { params: { id: mistaken.id }, body: { reason: 'Twice' } });
  await staff.call('closeDay', { body: closing });
  await addNote(shop, accepted, { text: 'Zoë rang – 🕰\nCall back' });
  await addMeasurement(shop, accepted, { instrument: 'Zoë’s – 🕰', caliber: 'ETA 2824-2' });
  await addSending(shop, accepted, { sentTo: 'Zoë’s – 🕰', hasPermission: true, cost: 12.5 });
  await addTicketPhoto(shop, accepted, { caption: 'Zoë’s “lume” – 🕰' });
  await sign(shop, accepted);
  await addNote(shop, accepted, { kind: 'amendment', text: 'Zoë’s case – 🕰' });
  await addPart(shop, accepted, { supplier: 'Zoë’s – 🕰', cost: 12.5, orderedOn: '2026-03-02' });
  await addWarranty(shop, accepted, { what: 'Zoë’s service – 🕰' });
  await takeIn(shop, { comeBack: { ofTicketNumber: accepted.ticketNumber, reason: 'water' } });
  const { repair: declined } = await takeInWithEstimate(shop, {}, 999_999.99);
  await reply(shop, declined, 'DECLINE');
  const { repair: stopped } = await takeInWithEstimate(shop);
  await reply(shop, stopped, 'STOP');
  await textPicture(shop, accepted.customerPhone);
  const done = await takeIn(shop, { isSameDay: true });
  const params = { ticketNumber: done.ticketNumber };
  await staff.call('assignRepair', { params, body: { technicianId: 'technician-1' } });
  await addPhoto(shop, done.ticketNumber);
  await addPhoto(shop, done.ticketNumber, 'completed');
  await staff.call('completeRepair', {
    params,
    body: { outcome: 'approved', notes: 'Oiled', finalCheck },
  });
  const [seen, same] = await sameSerialTwice(shop);
  await staff.call('answerWatch', {
    params: { ticketNumber: same.ticketNumber },
    body: { sameWatchAs: [seen.ticketNumber] },
  });
  const gone = await takeIn(shop);
  await addPhoto(shop, gone.ticketNumber);
  await staff.call('deleteRepair', { params: { ticketNumber: gone.ticketNumber } });
  const { client } = await staff.call('createClient', {
    body: { name: 'Ada', email: 'ada@example.com', phone: '' },
  });
  await staff.call('deleteClient', { params: { id: client.id } });
  for (let count = 0; count < 12; count += 1) {
    await staff.call('createRepair', { body: newIntake({ watchModel: `No. ${count}` }) });
  }
  await shop.app.textsDone();
}

/** What is true of one store only. */
const isOwnSetting = (key: string) => /^(lease .*|backups|epoch|restored-at|photo-home)$/.test(key);

/** Every row of every table that a backup holds, in an order and form that both engines share. */
export async function allRows(rows: StoredRows): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const { name, columns } of await catalogAt()) {
    if (leftOutTables.includes(name)) continue;
    const stored = await rows.run(`select * from "${name}"`);
    found[name] = stored
      .filter(({ key }) => name !== 'settings' || !isOwnSetting(String(key)))
      .map((row) =>
        JSON.stringify(columns.map((column) => (row[column] === null ? null : `${row[column]}`))),
      )
      .sort();
  }
  return found;
}

interface Forgery {
  /** For each member: different content, a different name, or null for leaving it out. */
  member?: (name: string, content: Buffer) => { name: string; content: Buffer } | null;
  manifest?: (manifest: Manifest) => object;
  /** Put in before the list. */
  extra?: { name: string; content: Buffer };
}

export async function forgeBackup(from: string, to: string, forgery: Forgery): Promise<void> {
  const sink = await createFile(to);
  const output = new BackupOutput(sink, 0);
  let manifest: Manifest | null = null;
  try {
    for await (const member of readMembers(from)) {
      const content = await memberContent(from, member);
      if (member.name === memberNames.manifest) manifest = JSON.parse(content.toString('utf8'));
      if (member.name === memberNames.manifest || member.name === memberNames.seal) continue;
      const next = forgery.member
        ? forgery.member(member.name, content)
        : { name: member.name, content };
      if (next !== null) await output.add(next.name, [next.content]);
    }
    const { extra } = forgery;
    if (extra) await output.add(extra.name, [extra.content]);
    if (manifest === null) throw new Error('No list in the backup');
    const whole: Manifest = { ...manifest, members: { ...output.members } };
    const list = forgery.manifest ? forgery.manifest(whole) : whole;
    const sha256 = await output.add(memberNames.manifest, [Buffer.from(JSON.stringify(list))]);
    await output.add(memberNames.seal, [Buffer.from(sealOf(sha256))]);
    await output.end();
  } finally {
    await sink.close();
  }
}
