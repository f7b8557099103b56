import { expect, type Locator, type Page } from '@playwright/test';

/** Where things are on the screens, by the names that people and assistive technology use. */

export type Tab =
  | 'Overview'
  | 'Search'
  | 'Repairs'
  | 'New repair'
  | 'Clients'
  | 'New client'
  | 'Technicians';
export type SubTab = 'Pending' | 'Same Day' | 'Estimates' | 'Assigned' | 'Completed';

export function tab(page: Page, name: Tab | SubTab): Locator {
  return page.getByRole('tab', { name, exact: true });
}

export function button(within: Page | Locator, name: string): Locator {
  return within.getByRole('button', { name, exact: true });
}

export function field(within: Page | Locator, label: string): Locator {
  return within.getByLabel(label, { exact: true });
}

export const repairRow = (within: Page | Locator, ticketNumber: string): Locator => {
  const page = 'page' in within ? within.page() : within;
  return within
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: ticketNumber }) });
};

/** A repair in a list: its card, or its row. */
export const repairCard = (within: Page | Locator, ticketNumber: string): Locator =>
  within
    .getByRole('article', { name: `Repair ${ticketNumber}`, exact: true })
    .or(repairRow(within, ticketNumber));

/**
 * Presses what a repair in a list offers, wherever it does at this width: a button of its card or row, else
 * in its menu, or on a phone on its ticket. For screens that are only to be looked at: a story presses what
 * is specified where it is specified.
 */
export async function act(item: Locator, name: string): Promise<void> {
  await expect(item).toBeVisible();
  if (await button(item, name).isVisible()) {
    await (name === 'Assign' ? openAssigning(item) : button(item, name).click());
    return;
  }
  if (await more(item).isVisible()) return chooseFromMenu(item, name);
  await item.getByRole('link').first().click();
  const ticket = item.page().getByRole('dialog').first();
  await expect(more(ticket)).toBeVisible();
  await act(ticket, name);
}

/** Opens the dialog with the picker: from the menu beside the names or, where no one is named, at once. */
export async function openAssigning(within: Locator): Promise<void> {
  const page = within.page();
  const item = page.getByRole('menuitem', { name: 'Assign repair…' });
  await button(within, 'Assign').click();
  await expect(item.or(dialog(page, 'Assign repair'))).toBeVisible();
  if (await item.isVisible()) await item.click();
}

export function estimateCard(page: Page, ticketNumber: string): Locator {
  return page
    .getByRole('tabpanel', { name: 'Estimates' })
    .getByRole('listitem')
    .filter({ hasText: ticketNumber });
}

export function dialog(page: Page, name: string | RegExp): Locator {
  return page.getByRole('dialog', { name });
}

export function technician(within: Locator, name: string): Locator {
  return within.getByRole('radio', { name, exact: true });
}

/**
 * A hasty double press. Both reach the same button: on a busy machine the second press of a real one
 * comes late and hits what has taken its place.
 */
export async function pressTwice(target: Locator): Promise<void> {
  await expect(target).toBeEnabled();
  await target.evaluate(async (element: HTMLElement) => {
    element.click();
    await new Promise((resolve) => setTimeout(resolve));
    element.click();
  });
}

export async function chooseFromMenu(within: Locator, name: string): Promise<void> {
  await more(within).click();
  const page = within.page();
  const items = page.getByRole('menuitem', { name, exact: true });
  await items.or(page.getByRole('menuitemcheckbox', { name, exact: true })).click();
}

export const more = (within: Locator): Locator => within.getByRole('button', { name: /^More\b/ });

export const clientRows = (page: Page): Locator =>
  page
    .getByRole('list', { name: 'Clients', exact: true })
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^More: / }) });

export function question(page: Page, name: string | RegExp): Locator {
  return page.getByRole('alertdialog', { name });
}

export function toast(page: Page): Locator {
  return page.getByRole('region', { name: 'Notifications' }).getByRole('article');
}

/** Presses Tab until the target has the focus, as a user without a mouse would. */
export async function tabTo(page: Page, target: Locator, maxSteps = 12): Promise<void> {
  for (let step = 0; step < maxSteps; step += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(target, `reached with ${maxSteps} presses of Tab`).toBeFocused();
}

/**
 * Presses Create repair until the ticket is there: a press within two seconds of the last one is
 * ignored on purpose (specification, section 5).
 */
export async function createRepair(page: Page): Promise<string> {
  const created = page.getByRole('region', { name: 'Repair created' });
  await expect(async () => {
    // Gone between the look and the press when the first press has just succeeded.
    if (await button(page, 'Create repair').isVisible())
      await button(page, 'Create repair')
        .click({ timeout: 1_000 })
        .catch(() => undefined);
    await expect(created).toBeVisible({ timeout: 1_000 });
  }).toPass();
  const number = created.getByText(/^WH\d{6}[A-Z]{3}$/);
  return (await number.textContent()) ?? '';
}

/**
 * What is done begins with what has waited longest. A story's own repair comes last, perhaps so far
 * below the view that it is not in the page.
 */
export async function newestFirst(page: Page): Promise<void> {
  // The list before it has a menu of the same name.
  await expect(page.getByRole('toolbar', { name: 'Pickup' })).toBeVisible();
  await page.getByRole('button', { name: /^Sort/ }).click();
  await page.getByRole('menuitemradio', { name: 'Newest' }).click();
}

/** Opens a ticket that is not open yet, as a link to it does. */
export async function openTicket(page: Page, ticketNumber: string): Promise<Locator> {
  await page.goto(`/?ticket=${ticketNumber}`);
  const details = dialog(page, ticketNumber);
  await expect(details.getByRole('heading', { name: 'History' })).toBeVisible();
  return details;
}

/** The texts and notes on an open ticket, the oldest first. */
export const textsOf = (details: Page | Locator): Locator =>
  details.getByRole('list', { name: 'Texts', exact: true }).getByRole('listitem');

/** What the overview asks of staff about a ticket. */
export const attentionCase = (page: Page, ticketNumber: string): Locator =>
  page
    .getByRole('list', { name: 'Needs attention' })
    .getByRole('listitem')
    .filter({ hasText: ticketNumber });
