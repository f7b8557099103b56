import type { Page } from '@playwright/test';
import type { Backups } from '../../domain/api-backups.ts';
import { expectAccessible } from './axe.ts';
import { button } from './locators.ts';
import { overflowing, screenSizes } from './measures.ts';
import { expect, test } from './shop.ts';

async function answerWith(page: Page, changes: Partial<Backups>): Promise<void> {
  await page.route('/api/backups', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...changes } });
  });
}

test('a backup is made on the screen, listed, and shown on the overview', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByText('Backups are off.')).toBeVisible();
  await page.getByRole('link', { name: 'Backups' }).click();
  await expect(page.getByText('If the disk fails, you lose everything.')).toBeVisible();
  await page.getByRole('link', { name: 'Turn it on in Settings' }).click();
  // They are switched on in the settings, far down; made by hand beside the rest of the data.
  const part = page.getByRole('region', { name: 'Backups' });
  await expect(part.getByRole('heading', { name: 'Backups', exact: true })).toBeFocused();
  await expect(part.getByLabel('Make a backup every day')).toBeInViewport();
  await page.getByRole('tab', { name: 'Data' }).click();
  await expect(page.getByText('No backups in the folder yet.')).toBeVisible();
  await button(page, 'Back up now').click();
  await expect(page.getByText('Backup made')).toBeVisible();
  const list = page.getByRole('list', { name: 'Last backups' });
  await expect(list.getByRole('listitem')).toHaveText([/\d+ kBManualRestore…$/]);
  await page.goto('/');
  await expect(page.getByText('Last backup: just now.')).toBeVisible();
});

test('a backup that failed, or is too old, is reported on the overview and beside the backups', {
  tag: '@long',
}, async ({ page }) => {
  const at = new Date(Date.now() - 3 * 24 * 60 * 60_000).toISOString();
  const schedule = { dailyAt: '03:00', keep: 14, nextAt: new Date().toISOString() };
  const file = { at, bytes: 123_456_789, kind: 'scheduled' } as const;
  const ticketsToCheck = Array.from({ length: 22 }, (_, index) => `TK-26030${100 + index}`);
  const last = { ...file, ticketsToCheck };
  const name = 'watch-repair-2026-03-01T09-30-00Z.backup';
  await answerWith(page, {
    folder: `/mnt/${'very-long-name-of-a-disk/'.repeat(8)}backups`,
    schedule,
    last,
    items: [{ name, ...file }],
    running: { kind: 'scheduled', phase: 'photos', share: 0.4 },
    failure: { at, kind: 'scheduled', reason: 'the disk is full' },
  });
  await page.goto('/');
  const failed = page.getByText('The last backup failed: the disk is full (3 days ago).');
  await expect(failed).toBeVisible();
  await page.getByRole('link', { name: 'Backups' }).click();
  await expect(failed).toBeVisible();
  await expect(page.getByText('Some photos are damaged or lost.')).toBeVisible();
  await expect(page.getByText('TK-26030119 and 2 more')).toBeVisible();
  await expect(page.getByRole('link', { name: 'TK-26030104' })).toHaveAttribute(
    'href',
    /ticket=TK-26030104/,
  );
  await expect(page.getByText('At 3 AM. The newest 14 are kept.')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Copying the photos' })).toBeVisible();
  await expect(button(page, 'Back up now')).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
  for (const size of screenSizes) {
    await page.setViewportSize(size);
    expect.soft(await overflowing(page), `${size.width} px`).toEqual([]);
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await answerWith(page, { schedule, last, failure: null, isStale: true });
  await page.goto('/');
  await expect(
    page.getByText('There is no recent backup. The last one is from 3 days'),
  ).toBeVisible();
});
