import { cutOff, inAWhile, keptQueries, listsWith } from './kept-copies.ts';
import { button, field } from './locators.ts';
import { expect, loggedOut, test } from './shop.ts';
import { logInAlone } from './staff.ts';

test.describe('with a session of its own', () => {
  test.use({ storageState: loggedOut });

  test('logout clears the copies in all tabs, and no late answer brings them back', async ({
    page,
    context,
    complaints,
    product,
    staff,
  }) => {
    test.slow();
    complaints.tolerate(/^401 GET /);
    const repair = await staff.takeIn();
    await logInAlone(context, product.url);
    const other = await context.newPage();
    await page.goto('/?tab=repairs');
    await expect
      .poll(() => listsWith(page, repair.ticketNumber), inAWhile)
      .toEqual(['watch-repairs']);
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    let isHeld = false;
    await other.route(/\/api\/technicians/, async (route) => {
      const response = await route.fetch();
      isHeld = true;
      await held;
      await route.fulfill({ response }).catch(() => undefined);
    });
    await other.goto('/?tab=repairs');
    await expect.poll(() => isHeld, inAWhile).toBe(true);
    await button(page, 'Logout').click();
    letGo();
    await expect(field(page, 'Password')).toBeVisible();
    await expect(field(other, 'Password')).toBeVisible();
    await expect.poll(() => listsWith(other, '')).toEqual([]);
    await expect.poll(() => keptQueries(other)).toBe('');
    expect(await page.evaluate(() => localStorage.getItem('isAuthenticated'))).toBeNull();
    // Anything late has had plenty of time to arrive.
    await other.waitForTimeout(2_500);
    expect(await listsWith(other, '')).toEqual([]);
    expect(await keptQueries(other)).toBe('');
  });

  test('the end of a session clears them, and nothing is read without a login', async ({
    page,
    context,
    complaints,
    product,
    staff,
  }) => {
    complaints.expect(/^401 /);
    const repair = await staff.takeIn();
    const own = await logInAlone(context, product.url);
    await page.goto('/?tab=repairs');
    await expect
      .poll(() => listsWith(page, repair.ticketNumber), inAWhile)
      .toEqual(['watch-repairs']);
    expect(await keptQueries(page)).toContain(repair.ticketNumber);
    await own.logOut();
    await expect(page.getByText('Your session has ended.')).toBeVisible(inAWhile);
    await expect.poll(() => listsWith(page, repair.ticketNumber)).toEqual([]);
    await expect.poll(() => keptQueries(page)).toBe('');
    // Copies that another program left there must not be shown either.
    complaints.tolerate(/^failed GET .*\/api\//);
    await cutOff(context);
    await page.evaluate(
      (row) => localStorage.setItem('watch-repairs', row),
      JSON.stringify([repair]),
    );
    await page.reload();
    await expect(field(page, 'Password')).toBeVisible();
    await expect(page.getByText(repair.ticketNumber)).toHaveCount(0);
  });
});
