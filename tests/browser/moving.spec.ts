import { button, dialog, field, repairCard, repairRow } from './locators.ts';
import { desk } from './measures.ts';
import { often } from './prints.ts';
import { scan } from './scans.ts';
import { expect, test } from './shop.ts';

/** Where watches are, and moving them by scanning one after another. */

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('watches are moved by scanning one after another, each with an undo', {
  tag: '@long',
}, async ({ page, context, complaints, staff }) => {
  complaints.tolerate(/^failed \w+ .*\/(api|assets)\//);
  complaints.expect(/^404 GET .*WH000000NNN/);
  complaints.expect(/^409 POST .*\/move/);
  await staff.changeSettings({ places: ['Safe', 'Tray 4'] });
  try {
    const [first, second, third] = [
      await staff.takeIn(),
      await staff.takeIn(),
      await staff.takeIn(),
    ];
    await page.goto('/?tab=repairs');
    await expect(repairCard(page, first.ticketNumber)).toBeVisible();
    await page.keyboard.press('Control+k');
    const search = field(dialog(page, 'Search or jump to'), 'Search or jump to');
    await expect(search).toBeFocused();
    await search.fill('move watches');
    await page.keyboard.press('Enter');
    const moving = dialog(page, 'Move watches');
    await expect(button(moving, 'Safe')).toBeFocused();

    // Before a place is chosen nothing is moved, and no ticket opens.
    await scan(page, first.ticketNumber);
    await expect(moving.getByText('Choose a place first.')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    // Not Enter: the scan's own clock is ahead of the real one, and Enter would end it.
    await page.keyboard.press('Space');
    await expect(button(moving, 'Tray 4')).toHaveAttribute('aria-pressed', 'true');
    await scan(page, first.ticketNumber);
    await scan(page, second.ticketNumber.toLowerCase());
    const moved = moving.getByRole('list', { name: 'Moved' }).getByRole('listitem');
    await expect(moved).toHaveCount(2);
    await expect(moved.first()).toContainText(`${second.ticketNumber} Omega Seamaster 300`);
    await expect(moved.first()).toContainText('Now in Tray 4');

    await scan(page, 'n/4006381333931');
    await expect(moving.getByText('“n/4006381333931” is not a ticket number')).toBeVisible();
    await scan(page, 'WH000000NNN');
    await expect(moved.first()).toContainText('There is no repair with this ticket number');
    await expect(moving.getByText(/is not a ticket number/)).toBeHidden();
    await button(moving, `Undo ${second.ticketNumber}`).click();
    await expect(moved.nth(1)).toContainText('Undone');
    // A colleague was faster: the undo says so and changes nothing.
    await staff.move(first, 'Safe', 'Tray 4');
    await button(moving, `Undo ${first.ticketNumber}`).click();
    await expect(moved.nth(2)).toContainText('moved it from Tray 4 to Safe first');
    await field(moving, 'Ticket number').fill(third.ticketNumber);
    await page.keyboard.press('Enter');
    await expect(moved.first()).toContainText('Now in Tray 4');
    await button(moving, 'Done').click();
    await expect(moving).toBeHidden();
    const places = await Promise.all(
      [first, second, third].map(
        async (one) => (await staff.repair(one.ticketNumber)).repair.place,
      ),
    );
    expect(places).toEqual(['Safe', null, 'Tray 4']);
    await expect(repairCard(page, third.ticketNumber)).toContainText('Tray 4');
    await page.setViewportSize(desk);
    await page.goto('/?sub=pending');
    await expect(repairRow(page, third.ticketNumber)).toContainText('Tray 4');
    await page.goto('/?tab=search&q=tray4');
    const found = page.getByRole('listitem').filter({ hasText: third.ticketNumber });
    await expect(found).toContainText('Tray 4');

    // From the ticket: one press on the place, one on another.
    await scan(page, third.ticketNumber);
    const details = dialog(page, third.ticketNumber);
    await button(details, 'Tray 4: move').click();
    const one = dialog(page, 'Move');
    await expect(one).toContainText('now in Tray 4');
    await button(one, 'Safe').click();
    const steps = one.getByRole('list', { name: 'Moved' }).getByRole('listitem');
    await expect(steps).toContainText('Tray 4 → Safe');
    // On to another place, and back.
    await button(one, 'Tray 4').click();
    await expect(steps.first()).toContainText('Safe → Tray 4');
    await expect(steps.getByRole('button')).toHaveCount(1);
    await button(one, `Undo ${third.ticketNumber}`).click();
    await expect(steps.first()).toContainText('Undone: back in Safe');
    // Without the server it says so, and moves nothing.
    await context.setOffline(true);
    const away = 'Not available while the shop’s server can’t be reached.';
    await expect.poll(() => one.textContent(), often).toContain(away);
    await expect(button(one, 'Tray 4')).toHaveAttribute('aria-disabled', 'true');
    await button(one, 'Tray 4').press('Enter');
    await expect(steps).toHaveCount(2);
    await context.setOffline(false);
    await expect.poll(() => one.textContent(), often).not.toContain(away);
    await button(one, 'Done').click();
    await expect(button(details, 'Safe: move')).toBeVisible();
    await expect(details.getByRole('list', { name: 'History' })).toContainText(
      'Moved from Tray 4 to Safe',
    );

    // The person who hands it over can read where it is.
    await staff.assign(third, (await staff.technicians())[0]?.id ?? '');
    await staff.complete(third, 'Regulated');
    await button(details, 'Hand over').click();
    await expect(dialog(page, 'Hand over')).toContainText(`${third.ticketNumber} · Safe`);
    await page.keyboard.press('Escape');

    // A place that is taken out of the list stays readable until the watch is moved.
    await staff.changeSettings({ places: ['Window'] });
    await expect(details).toContainText('No longer in the shop’s list');
  } finally {
    await staff.changeSettings({ places: [] });
  }
});
