import { test as base, type Page } from '@playwright/test';
import { Complaints } from './complaints.ts';
import { type Product, startProduct } from './product.ts';
import { Staff } from './staff.ts';
import { recordToasts } from './toasts.ts';

export { expect } from '@playwright/test';

export interface OfWorker {
  /** Whether the shop has its own file, or runs on the neutral defaults. */
  isConfigured: boolean;
  /** The product, running; shared by the tests of a worker, so each brings its own tickets. */
  product: Product;
  staff: Staff;
}

export interface OfTest {
  complaints: Complaints;
  secondPage: Page;
}

export const loggedOut = { cookies: [], origins: [] };

/**
 * Every test runs in a browser that is logged in, and fails on anything that the browser complains
 * about.
 */
export const test = base.extend<OfTest, OfWorker>({
  isConfigured: [true, { option: true, scope: 'worker' }],
  product: [
    async ({ isConfigured }, use) => {
      const product = await startProduct({ isConfigured });
      await use(product);
      await product.stop();
    },
    { scope: 'worker' },
  ],
  staff: [async ({ product }, use) => use(await Staff.logIn(product.url)), { scope: 'worker' }],
  baseURL: async ({ product }, use) => use(product.url),
  storageState: async ({ staff }, use) => use(staff.browserState()),
  complaints: [
    async ({ context }, use) => {
      const complaints = new Complaints();
      await complaints.watch(context);
      await recordToasts(context);
      await use(complaints);
      // Before the routes end: what a page still asks for then gets the server's own answer.
      complaints.check();
      // A route that is still answering when its page goes would fail a test that has passed.
      const ending = context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' }));
      await Promise.all(ending);
    },
    { auto: true },
  ],
  secondPage: async ({ browser, complaints, product, staff }, use) => {
    const context = await browser.newContext({
      baseURL: product.url,
      storageState: staff.browserState(),
    });
    await complaints.watch(context);
    await recordToasts(context);
    await use(await context.newPage());
    await context.close();
  },
});
