import { type BrowserContext, expect } from '@playwright/test';

/**
 * Everything that a browser complains about while a test runs: errors and warnings in the console,
 * exceptions, violations of the content security policy, requests that fail. A test that makes
 * something fail on purpose says so beforehand, and it must then really fail.
 */
export class Complaints {
  readonly #unexpected: string[] = [];
  readonly #expected: { pattern: RegExp; wasSeen: boolean }[] = [];
  readonly #tolerated: RegExp[] = [];

  /** Says that a complaint like this belongs to the test; a pattern over e.g. "404 GET http://…". */
  expect(...patterns: RegExp[]): void {
    for (const pattern of patterns) this.#expected.push({ pattern, wasSeen: false });
  }

  /** As {@link expect}, for what depends on the moment: whether something was just under way. */
  tolerate(...patterns: RegExp[]): void {
    this.#tolerated.push(...patterns);
  }

  #add(complaint: string): void {
    const expected = this.#expected.filter(({ pattern }) => pattern.test(complaint));
    for (const each of expected) each.wasSeen = true;
    const isTolerated = this.#tolerated.some((pattern) => pattern.test(complaint));
    if (expected.length === 0 && !isTolerated) this.#unexpected.push(complaint);
  }

  async watch(context: BrowserContext): Promise<void> {
    context.on('console', (message) => {
      const type = message.type();
      if (type !== 'error' && type !== 'warning') return;
      // The request itself is recorded below, with its method.
      if (message.text().startsWith('Failed to load resource:')) return;
      // The test's own doing (playwright.config.ts).
      if (message.text() === 'Service Worker registration blocked by Playwright') return;
      // Some versions fetch what is preloaded again where a worker serves it; nothing is wrong.
      if (message.text().includes('cross-world service worker resource mismatch')) return;
      this.#add(`console ${type}: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => {
      const { name, message, stack } = error.error();
      // What is not an Error, or has no script of ours in its stack, has its message only.
      this.#add(`exception: ${stack || `${name}: ${message}`}`);
    });
    context.on('response', (response) => {
      if (response.status() < 400) return;
      this.#add(`${response.status()} ${response.request().method()} ${response.url()}`);
    });
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      // A screen that goes away gives up what it was waiting for.
      if (reason === 'net::ERR_ABORTED') return;
      this.#add(`failed ${request.method()} ${request.url()} ${reason}`);
    });
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const { effectiveDirective, blockedURI, sourceFile } = event;
        console.error(`Violation of ${effectiveDirective}: ${blockedURI} (${sourceFile})`);
      });
    });
  }

  /** Fails the test on unexpected complaints, and on expected ones that never came. */
  check(): void {
    expect.soft(this.#unexpected, 'the browser complained').toEqual([]);
    const silent = this.#expected.filter(({ wasSeen }) => !wasSeen);
    expect
      .soft(
        silent.map(({ pattern }) => String(pattern)),
        'expected complaints did not come',
      )
      .toEqual([]);
  }
}
