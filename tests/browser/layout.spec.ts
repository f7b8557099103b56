import { overflowing, screenSizes, tooSmall } from './measures.ts';
import { onEveryScreen, screenNamed, test } from './screens.ts';
import { expect } from './shop.ts';

/** For fingers (house rule; WCAG 2.2 asks for 24). In pixels. */
const touchTarget = 44;

test.use({ data: 'longest', contextOptions: { reducedMotion: 'reduce' }, hasTouch: true });

test.describe('nothing scrolls sideways with the longest values, and fingers hit everything', () => {
  onEveryScreen(async ({ page }) => {
    for (const size of screenSizes) {
      await page.setViewportSize(size);
      expect.soft(await overflowing(page), `${size.width} px`).toEqual([]);
      if (size.width === 375) expect.soft(await tooSmall(page, touchTarget)).toEqual([]);
    }
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 } });

  test('the ticket number stands on one line', async ({ page, shop, complaints }) => {
    await screenNamed('repair created').open({ page, shop, complaints });
    const { lines } = await page.getByText(shop.pending.ticketNumber).evaluate((number) => {
      const range = document.createRange();
      range.selectNodeContents(number);
      const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
      return { lines: new Set(tops).size };
    });
    expect(lines).toBe(1);
  });
});
