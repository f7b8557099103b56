import { readFile } from 'node:fs/promises';
import { csvText } from '../harness/transfers.ts';
import { button, field, tabTo } from './locators.ts';
import { expect, test } from './shop.ts';

const header = [
  'Job #',
  'Client',
  'Contact mail',
  'Cell',
  'Make',
  'Model',
  'Problem',
  'Status',
  'Tech',
  'Date In',
  'Date Completed',
];
const job = (number: string, changes: Record<string, string> = {}) =>
  header.map(
    (name) =>
      changes[name] ??
      {
        'Job #': number,
        Client: 'Ines Duarte',
        'Contact mail': `ines-${number}@mail.example`,
        Cell: '(206) 555-0142',
        Make: 'Omega',
        Model: 'Geneve',
        Problem: '=Stopped',
        Status: 'Picked up',
        Tech: 'Ana',
        'Date In': '3/5/2019',
        'Date Completed': '3/9/2019',
      }[name] ??
      '',
  );

// The shop is in New York: a time in the file that names no zone is one of the shop's.
test.use({ timezoneId: 'Asia/Tokyo' });

test('another program’s repairs are chosen, matched, checked, imported and exported again', {
  tag: '@long',
}, async ({ page, staff }) => {
  const file = (name: string, ...rows: string[][]) => ({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(csvText(header, ...rows)),
  });
  await page.goto('/?tab=shop&section=data');
  const importing = page.getByRole('region', { name: 'Import' });
  await field(importing, 'What the file contains').focus();
  await page.keyboard.press('ArrowDown');
  await expect(field(importing, 'What the file contains')).toHaveValue('repairs');
  await tabTo(page, field(importing, 'File'), 1);

  await field(importing, 'File').setInputFiles({
    name: 'book.xlsx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from([0x50, 0x4b, 3, 4, 0, 0]),
  });
  await expect(importing).toContainText('This is a workbook or a zip file, not a CSV file.');

  await field(importing, 'File').setInputFiles(
    file('old.csv', job('901'), job('902', { Status: 'lost at sea', Tech: 'Bob' }), job('903')),
  );
  await expect(field(importing, 'Watch brand')).toHaveValue('4');
  await expect(importing.getByRole('listitem').filter({ hasText: 'Row 2' })).toContainText(
    'Number in the file901',
  );
  // No column is headed email, and a new customer needs an email.
  await expect(importing.getByRole('status').last()).toContainText('3 rows can’t be imported');
  await expect(button(importing, 'Import')).toHaveAccessibleDescription('There is nothing to add');
  await importing.getByText('Fields that this file does not have').click();
  await field(importing, 'Email').selectOption('Contact mail');
  await expect(importing).toContainText('2 repairs to add, with 1 new client.');
  const problems = importing.getByRole('list', { name: 'Rows that can’t be imported' });
  await expect(problems).toContainText('Row 3: Status "lost at sea" is not one');
  await expect(problems).toContainText('Row 3: Technician "Bob" is not one of this shop’s (Ana,');

  await button(importing, 'Import 2 repairs').focus();
  await page.keyboard.press('Enter');
  await expect(importing.getByRole('heading', { name: 'The import is done' })).toBeFocused();
  await expect(importing).toContainText('2 repairs added, with 1 new client.');
  const rejected = page.waitForEvent('download');
  await button(importing, 'Download these rows').click();
  expect((await rejected).suggestedFilename()).toBe('rejected-repairs.csv');
  expect(await readFile(await (await rejected).path(), 'utf8')).toMatch(
    /^\uFEFFRow,Why it was left out,Job #,.*\r\n3,"Technician: .*""lost at sea"".*,902,Ines Duarte,.*'=Stopped/,
  );

  const oldest = await staff.repairs('oldest');
  const imported = oldest.filter(({ watchModel }) => watchModel === 'Geneve');
  const takenIn = '2019-03-05T17:00:00.000Z';
  expect(imported.map(({ status, issue, createdAt }) => [status, issue, createdAt])).toEqual([
    ['completed', '=Stopped', takenIn],
    ['completed', '=Stopped', takenIn],
  ]);
  await page.goto(`/?tab=repairs&ticket=${imported[0]?.ticketNumber}`);
  await expect(page.getByRole('dialog')).toContainText('Imported from a file');
  await expect(page.getByRole('dialog')).toContainText(/Number in the file: .?90[13]/);

  await page.goto('/?tab=shop&section=data');
  const download = page.waitForEvent('download');
  await button(page, 'Export as JSON').click();
  expect((await download).suggestedFilename()).toMatch(/^watch-repairs-\d{4}-\d\d-\d\d\.json$/);
  const all = JSON.parse(await readFile(await (await download).path(), 'utf8'));
  expect(all.repairs).toEqual(
    expect.arrayContaining([expect.objectContaining({ issue: '=Stopped', technician: 'Ana' })]),
  );
  await expect(button(page, 'Stop')).toBeHidden();
});
