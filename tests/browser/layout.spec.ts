import type { Locator } from '@playwright/test';
import { freshAnswer } from './held-answers.ts';
import { button, dialog, field, toast } from './locators.ts';
import { overflowing, phone, screenSizes, spilling, touchTarget } from './measures.ts';
import { screenNamed, test } from './screens.ts';
import { expect } from './shop.ts';
import { logInAlone } from './staff.ts';

test.use({ data: 'longest', contextOptions: { reducedMotion: 'reduce' }, hasTouch: true });

test('narrow screens with text twice as large hold everything', { tag: '@long' }, async ({
  page,
  shop,
  complaints,
}) => {
  test.slow();
  const names = ['overview pending', 'overview estimates', 'repairs', 'new repair', 'clients'];
  for (const name of [...names, 'technicians', 'details pending']) {
    await page.setViewportSize({ width: 320, height: 812 });
    await screenNamed(name)({ page, shop, complaints });
    for (const { width, letters } of [
      { width: 320, letters: '100%' },
      { width: 320, letters: '200%' },
      { width: 375, letters: '200%' },
    ]) {
      await page.setViewportSize({ width, height: 812 });
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size;
      }, letters);
      const where = `${name}, ${width} px, ${letters}`;
      expect.soft(await overflowing(page), where).toEqual([]);
      expect.soft(await spilling(page), where).toEqual([]);
    }
  }
});

test('the six counts are in the specified order, even where their row scrolls', async ({
  page,
  shop,
  complaints,
}) => {
  await screenNamed('overview pending')({ page, shop, complaints });
  const links = page.getByRole('list', { name: 'Counts' }).getByRole('link');
  for (const size of screenSizes) {
    await page.setViewportSize(size);
    await expect(links).toHaveText([
      /^Pending/,
      /^Same Day/,
      /^In Progress/,
      /^Completed/,
      /^Estimates/,
      /^Total Clients/,
    ]);
    const leftEdges = await links.evaluateAll((all) =>
      all.map((link) => link.getBoundingClientRect().left),
    );
    expect(leftEdges, `${size.width} px`).toEqual(leftEdges.toSorted((one, other) => one - other));
  }
  await page.setViewportSize(phone);
  await links.last().focus();
  await expect(links.last()).toBeInViewport({ ratio: 0.99 });
});

test.describe('Logout stays at the top right, in reach', () => {
  // The shop is shared with other tests, which expect no staff.
  test.afterEach(({ staff }) => staff.nameStaff());

  for (const { widths, heights } of [
    { widths: [320, 820], heights: [900, 420] },
    { widths: [375, 1440], heights: [900, 420] },
    { widths: [667], heights: [900, 420, 375] },
  ]) {
    test(`${widths.join(' and ')} px`, { tag: '@long' }, async ({ page, shop, staff }) => {
      await page.route('/api/shop', async (route) => {
        const response = await freshAnswer(route);
        const answer = await response.json();
        answer.shop.name = 'Harbor & Daughters Fine Watch and Clock Repair';
        await route.fulfill({ response, json: answer });
      });
      await staff.nameStaff([{ name: 'Maximilian Wu', initials: 'WWWW' }]);
      // More than fit on the largest screen.
      for (let count = 0; count < 20; count += 1) await staff.takeIn();
      const logOut = button(page, 'Logout');
      for (const address of [
        '/',
        '/?tab=repairs',
        `/?sub=assigned&ticket=${shop.completed.ticketNumber}`,
      ]) {
        for (const [width, height] of widths.flatMap((width) =>
          heights.map((height) => [width, height] as const),
        )) {
          await page.setViewportSize({ width, height });
          await page.goto(address);
          const where = `${address} at ${width} × ${height}`;
          await expect(logOut).toBeVisible();
          if (address.includes('ticket')) {
            await expect(dialog(page, shop.completed.ticketNumber)).toBeVisible();
          } else {
            await expect
              .poll(() => page.evaluate(() => document.documentElement.scrollHeight))
              .toBeGreaterThan(height + 40);
            await page.evaluate(() => scrollTo({ top: 1e6, behavior: 'instant' }));
          }
          const at = await logOut.evaluate((element) => {
            const box = element.getBoundingClientRect();
            const { top, right, width, height } = box;
            const there = document.elementFromPoint(right - width / 2, top + height / 2);
            return {
              top,
              fromRight: document.body.getBoundingClientRect().right - right,
              width,
              height,
              isHit: element.contains(there),
            };
          });
          expect.soft(at.isHit, where).toBe(true);
          expect.soft(at.top, where).toBeGreaterThanOrEqual(0);
          expect.soft(at.top, where).toBeLessThanOrEqual(16);
          expect.soft(at.fromRight, where).toBeGreaterThanOrEqual(0);
          expect.soft(at.fromRight, where).toBeLessThanOrEqual(24);
          expect
            .soft(Math.min(at.width, at.height), where)
            .toBeGreaterThanOrEqual(touchTarget - 0.5);
        }
      }
    });
  }

  test('and ends the session from a ticket that covers a phone', async ({
    page,
    context,
    product,
    shop,
  }) => {
    // A session of its own: the others go on with theirs.
    await context.clearCookies();
    await logInAlone(context, product.url);
    await page.setViewportSize(phone);
    await page.goto(`/?ticket=${shop.completed.ticketNumber}`);
    await expect(dialog(page, shop.completed.ticketNumber)).toBeVisible();
    await button(page, 'Logout').click();
    await expect(field(page, 'Password')).toBeVisible();
  });
});

/** What is seen of it, with where each part is and whether a press in its middle reaches it. */
const barParts = (bar: Locator) =>
  bar.locator('h1, button').evaluateAll((parts) =>
    parts
      .filter((part) => part.checkVisibility() && part.getBoundingClientRect().width > 1)
      .map((part) => {
        const { left, right, top, bottom } = part.getBoundingClientRect();
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        const name = part.getAttribute('aria-label') ?? part.textContent;
        return { name, left, right, middle: (top + bottom) / 2, isHit: part.contains(hit) };
      }),
  );

test.describe('from a tablet up', () => {
  test.afterEach(({ staff }) => staff.nameStaff());

  test('the top bar is one row in which nothing covers anything, and the name is cut off first', async ({
    page,
    shop,
    staff,
    complaints,
  }) => {
    await staff.nameStaff([{ name: 'Maximilian Wu', initials: 'WWWW' }]);
    await screenNamed('repairs')({ page, shop, complaints });
    const bar = page.getByRole('banner');
    await expect(bar.getByRole('button', { name: /^Who\?/ })).toBeVisible();
    for (const width of [640, 768, 820, 1024, 1152, 1360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const parts = await barParts(bar);
      const where = `${width} px`;
      expect.soft(parts.length, where).toBeGreaterThanOrEqual(8);
      expect
        .soft(
          parts.filter(({ isHit }) => !isHit),
          where,
        )
        .toEqual([]);
      const middles = parts.map(({ middle }) => middle);
      expect.soft(Math.max(...middles) - Math.min(...middles), where).toBeLessThan(2);
      for (const [at, { left, name }] of parts.entries()) {
        const before = parts[at - 1];
        if (before) expect.soft(left, `${name} at ${where}`).toBeGreaterThanOrEqual(before.right);
      }
      const search = bar.getByRole('button', { name: /^Search or jump to/ });
      const cut = await search.evaluate((box) => box.scrollWidth - box.clientWidth);
      expect.soft(cut, `the search box at ${where}`).toBeLessThanOrEqual(0);
    }
  });

  test('no button of a card covers the next, however long a technician’s name is', async ({
    page,
    shop,
    complaints,
  }) => {
    await page.route('/api/technicians', async (route) => {
      const response = await freshAnswer(route);
      const answer = await response.json();
      for (const one of answer.items) one.name = `Maximilian ${one.name}`;
      await route.fulfill({ response, json: answer });
    });
    await screenNamed('repairs')({ page, shop, complaints });
    for (const width of [820, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const covered = await page.getByRole('article').evaluateAll((cards) =>
        cards.flatMap((card) => {
          const seen = [...card.querySelectorAll('button')].filter(
            (one) =>
              one.checkVisibility() &&
              one.getBoundingClientRect().width > 1 &&
              // A name in a line of text: a finger's room around it ends with the line.
              one.closest('.truncate') === null,
          );
          return seen.flatMap((one) => {
            const { left, right, top, bottom } = one.getBoundingClientRect();
            if (top < 120 || bottom > innerHeight) return [];
            const ends = [left + 2, right - 2].map((x) =>
              document.elementFromPoint(x, (top + bottom) / 2),
            );
            const isWhole =
              ends.every((end) => one.contains(end)) && one.scrollWidth <= one.clientWidth;
            return isWhole ? [] : [one.textContent];
          });
        }),
      );
      expect.soft(covered, `${width} px`).toEqual([]);
    }
  });
});

test('an estimate’s row has room for how long it has waited', async ({
  page,
  shop,
  complaints,
}) => {
  await screenNamed('overview estimates')({ page, shop, complaints });
  for (const size of screenSizes) {
    await page.setViewportSize(size);
    const cut = await page
      .getByRole('list', { name: 'Estimates' })
      .locator('time')
      .evaluateAll((times) =>
        times.flatMap((time) => {
          const line = time.parentElement?.getBoundingClientRect().right ?? 0;
          return time.getBoundingClientRect().right <= line + 1 ? [] : [time.textContent];
        }),
      );
    expect.soft(cut, `${size.width} px`).toEqual([]);
  }
  // In cards like the other lists, side by side.
  await button(page, 'Cards').click();
  const cards = page.getByRole('list', { name: 'Estimates' }).getByRole('listitem');
  const tops = () => cards.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  await expect.poll(async () => new Set((await tops()).slice(0, 2)).size).toBe(1);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 } });

  test('the ticket number fits on one line', async ({ page, shop, complaints }) => {
    await screenNamed('repair created')({ page, shop, complaints });
    const { lines } = await page.getByText(shop.pending.ticketNumber).evaluate((number) => {
      const range = document.createRange();
      range.selectNodeContents(number);
      const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
      return { lines: new Set(tops).size };
    });
    expect(lines).toBe(1);
  });

  test('the work starts near the top, and the tabs stay in reach of the thumb', async ({
    page,
    shop,
    complaints,
  }) => {
    await screenNamed('overview pending')({ page, shop, complaints });
    const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
    // A line says that something needs attention.
    const attention = page.getByRole('region', { name: /^Needs attention/ });
    await expect(attention.getByRole('link')).toBeVisible();
    expect(await topOf(page.getByRole('article').first())).toBeLessThanOrEqual(280);
    // Even on a short phone the whole first repair is above the bar.
    await page.setViewportSize({ width: 375, height: 667 });
    const { y, height } = (await page.getByRole('article').first().boundingBox()) ?? {
      y: Number.NaN,
      height: 0,
    };
    expect(y + height).toBeLessThanOrEqual(
      await topOf(page.getByRole('navigation', { name: 'Main' })),
    );
    await page.setViewportSize({ width: 375, height: 812 });
    const counts = page.getByRole('list', { name: 'Counts' });
    await expect(counts).toHaveAttribute('data-more-after');
    const bar = page.getByRole('navigation', { name: 'Main' });
    await button(bar, 'Repairs').click();
    await expect(button(bar, 'Repairs')).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.evaluate(() => scrollTo({ top: 600, behavior: 'instant' }));
    for (const name of ['Overview', 'Repairs', 'New repair', 'Search', 'More']) {
      await expect(button(bar, name)).toBeInViewport({ ratio: 0.99 });
    }
    await button(bar, 'More').click();
    await page.getByRole('menuitem', { name: 'Technicians' }).click();
    await expect(page.getByRole('list', { name: 'Technicians' })).toBeVisible();
  });

  test('a message leaves the title and the buttons of a dialog alone', async ({
    page,
    shop,
    complaints,
  }) => {
    complaints.expect(/^failed POST .*\/api\//);
    await screenNamed('send estimate')({ page, shop, complaints });
    const sending = dialog(page, /^Send estimate/);
    await field(sending, 'Estimate amount').fill('95');
    await page.route('**/api/**/estimates', (route) => route.abort('connectionrefused'));
    await button(sending, 'Send estimate').click();
    const edges = async (part: Locator) => {
      const { y, height } = (await part.boundingBox()) ?? { y: Number.NaN, height: 0 };
      return { top: y, bottom: y + height };
    };
    const message = await edges(toast(page));
    expect(message.top).toBeGreaterThan((await edges(button(sending, 'Close'))).bottom);
    expect(message.bottom).toBeLessThan((await edges(button(sending, 'Send estimate'))).top);
  });
});
