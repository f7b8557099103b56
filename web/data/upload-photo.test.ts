import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CallProblem } from './call.ts';
import { uploadPhoto } from './upload-photo.ts';

/** An upload as browsers time it: from its start, even if the limit is set again during it. */
class TimedUpload {
  static latest: TimedUpload;
  readonly upload: { onprogress?: (event: object) => void } = {};
  readonly status = 200;
  readonly responseText = '{"url":"/photos/one.jpg"}';
  onload = () => undefined;
  ontimeout = () => undefined;
  #limitMs = 0;
  #sentAt: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    TimedUpload.latest = this;
  }
  get timeout() {
    return this.#limitMs;
  }
  set timeout(limitMs: number) {
    this.#limitMs = limitMs;
    this.#wait();
  }
  open() {}
  setRequestHeader() {}
  getResponseHeader = () => null;
  send() {
    this.#sentAt = performance.now();
    this.#wait();
  }
  #wait() {
    clearTimeout(this.#timer);
    if (this.#sentAt === null || this.#limitMs === 0) return;
    const leftMs = this.#sentAt + this.#limitMs - performance.now();
    this.#timer = setTimeout(() => this.ontimeout(), leftMs);
  }
  takeSome(share: number) {
    this.upload.onprogress?.({ lengthComputable: true, loaded: share, total: 1 });
  }
  answer() {
    clearTimeout(this.#timer);
    this.onload();
  }
}

const minuteMs = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.stubGlobal('XMLHttpRequest', TimedUpload);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('gives up a photo on a connection that takes nothing anymore', async () => {
  const outcome = vi.fn();
  const upload = uploadPhoto('WH000001AAA', 'initial', new Blob(['photo']));
  upload.catch((error: CallProblem) => outcome(error.code));
  await vi.advanceTimersByTimeAsync(minuteMs);
  TimedUpload.latest.takeSome(0.5);
  await vi.advanceTimersByTimeAsync(1.5 * minuteMs);
  expect(outcome).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(minuteMs);
  expect(outcome).toHaveBeenCalledExactlyOnceWith('offline');
});

it('waits for a connection that is only slow', async () => {
  const progress = vi.fn();
  const upload = uploadPhoto('WH000001AAA', 'initial', new Blob(['photo']), progress);
  for (let part = 1; part < 10; part += 1) {
    await vi.advanceTimersByTimeAsync(1.5 * minuteMs);
    TimedUpload.latest.takeSome(part / 10);
  }
  TimedUpload.latest.answer();
  await expect(upload).resolves.toEqual({ url: '/photos/one.jpg' });
  expect(progress).toHaveBeenCalledTimes(9);
});
