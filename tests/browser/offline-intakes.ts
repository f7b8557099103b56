import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { button, field } from './locators.ts';
import { newPhone, type Staff } from './staff.ts';

/** Taking in repairs while the server cannot be reached. */

/** Attempts come at growing intervals while no one answers. */
export const inAWhile = { timeout: 30_000 };

const api = '**/api/**';

/** Neither requests nor answers get through anymore. */
export async function cutOff(...pages: Page[]): Promise<void> {
  for (const page of pages) await page.route(api, (route) => route.abort('connectionrefused'));
}

export async function reconnect(...pages: Page[]): Promise<void> {
  for (const page of pages) await page.unrouteAll({ behavior: 'ignoreErrors' });
  await reportNetwork(...pages);
}

/** As browsers do when a cable is put back. */
export async function reportNetwork(...pages: Page[]): Promise<void> {
  await Promise.all(pages.map((page) => page.evaluate(() => dispatchEvent(new Event('online')))));
}

/** Reports the network until it is noticed: the test does not wait for the next of the growing intervals. */
export async function soon(page: Page, assertion: (quickly: { timeout: number }) => Promise<void>) {
  await expect(async () => {
    await reportNetwork(page);
    await assertion({ timeout: 2_000 });
  }).toPass(inAWhile);
}

export interface WalkIn {
  customerName: string;
  phone: string;
  issue: string;
}

export const walkIn = (name: string): WalkIn => ({
  customerName: `${name} ${randomUUID().slice(0, 6)}`,
  phone: newPhone(),
  issue: 'The date jumps at noon',
});

export async function describeWatch(page: Page, issue: string) {
  await field(page, 'Watch brand').fill('Tudor');
  await field(page, 'Watch model').fill('Ranger');
  await field(page, 'Request').fill(issue);
}

export async function fillIn(page: Page, { customerName, phone, issue }: WalkIn) {
  await field(page, 'Customer name').fill(customerName);
  await field(page, 'Email').fill(`${customerName.replace(' ', '.')}@mail.example`);
  await field(page, 'Phone').fill(phone);
  await describeWatch(page, issue);
}

export const kept = (page: Page) =>
  page.getByRole('region', { name: 'Saved in this browser only' });
export const delivered = (page: Page) => page.getByRole('region', { name: 'Repair synced' });
export const notice = (page: Page) =>
  page.getByRole('banner').getByText(/in this browser only|refused/);

export const provisional = (within: Locator) => within.getByText(/^P-[34679A-HJKMNP-TV-Z]{5}$/);

export async function takeInOffline(page: Page, one: WalkIn): Promise<string> {
  await fillIn(page, one);
  await button(page, 'Create repair').click();
  await expect(kept(page)).toBeVisible(inAWhile);
  return (await provisional(kept(page)).textContent()) ?? '';
}

export const photoFile = (buffer: Buffer) => ({
  name: 'watch.jpg',
  mimeType: 'image/jpeg',
  buffer,
});

export const ticketsOf = async (staff: Staff, { customerName }: WalkIn) =>
  (await staff.repairs()).filter((repair) => repair.customerName === customerName);
