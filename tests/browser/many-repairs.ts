import type { Page, Route } from '@playwright/test';
import type { Repair } from '../../domain/api-answers.ts';

const pageSize = 50;

/** A card is as high as what is wrong with the watch is long. */
const issues = [
  'Runs slow',
  'Loses ten minutes a day since it was dropped, and the second hand sticks at twelve.',
  'Water under the glass; the crown does not screw down any more. The owner wants the old parts back and a call before anything is opened.',
];

const numberedId = (number: number) =>
  `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/**
 * A shop with many more repairs than could be taken in during a test: it answers the list of repairs
 * as the server would, page by page, newest first, with cursors that name the item before the page.
 */
export class ManyRepairs {
  readonly #template: Repair;
  readonly #nameOf: (number: number) => string;
  /** Newest first. */
  #repairs: Repair[];
  #highest: number;
  /** The cursors of the list's pages that were asked for. */
  readonly asked: string[] = [];
  /** Refuses every page after the first. */
  isRefusing = false;

  constructor(template: Repair, count: number, nameOf = (number: number) => `Customer ${number}`) {
    this.#template = template;
    this.#nameOf = nameOf;
    this.#highest = count;
    this.#repairs = Array.from({ length: count }, (_, index) => this.#repair(count - index));
  }

  #repair(number: number): Repair {
    return {
      ...this.#template,
      id: numberedId(number),
      repairId: numberedId(number),
      ticketNumber: `WH${String(number).padStart(6, '0')}ALL`,
      customerName: this.#nameOf(number),
      issue: issues[number % issues.length] ?? '',
    };
  }

  get newest(): Repair | undefined {
    return this.#repairs[0];
  }

  add(count = 1): void {
    for (let left = count; left > 0; left -= 1) {
      this.#highest += 1;
      this.#repairs = [this.#repair(this.#highest), ...this.#repairs];
    }
  }

  remove(ticketNumber: string): void {
    this.#repairs = this.#repairs.filter((repair) => repair.ticketNumber !== ticketNumber);
  }

  change(ticketNumber: string, change: Partial<Repair>): void {
    this.#repairs = this.#repairs.map((repair) =>
      repair.ticketNumber === ticketNumber ? { ...repair, ...change } : repair,
    );
  }

  /** Answers this page's browser from now on. */
  async answer(page: Page): Promise<void> {
    await page.route(/\/api\/repairs(\?|$)/, (route) =>
      route.request().method() === 'GET' ? this.#fulfill(route) : route.continue(),
    );
  }

  async #fulfill(route: Route): Promise<void> {
    const { searchParams } = new URL(route.request().url());
    const cursor = searchParams.get('cursor');
    // Other lists are fetched ahead beside this one.
    const isOther = searchParams.has('limit') || searchParams.has('status');
    if (!isOther) this.asked.push(cursor ?? 'first');
    if (cursor !== null && this.isRefusing) {
      const problem = { code: 'internal-error', title: 'Not now', detail: 'Try again.' };
      await route.fulfill({ status: 500, json: problem });
      return;
    }
    const limit = Number(searchParams.get('limit') ?? pageSize);
    const from = cursor === null ? 0 : this.#repairs.findIndex(({ id }) => id < cursor);
    const rest = from === -1 ? [] : this.#repairs.slice(from);
    const items = rest.slice(0, limit);
    const nextCursor = rest.length > limit ? (items.at(-1)?.id ?? null) : null;
    await route.fulfill({ json: { items, nextCursor } });
  }
}
