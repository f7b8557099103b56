import { withTimeout } from '../base/clock.ts';
import { takeLease } from '../database/database.ts';
import { isClosed } from '../database/settings.ts';
import type { Deps } from '../ports/deps.ts';

/** What the product does regularly. */
export interface Job {
  everyMs: number;
  /** Of several processes on the same data, one does it for all: no other does it for this long. */
  leaseMs?: number;
  /** Also done at the start, by every process. */
  isDoneAtStart?: boolean;
  /** Done even while the shop is closed; what writes or texts pauses then. */
  isDoneWhileClosed?: boolean;
  /** It waits for an outside service: shutdown waits for it only for a limited time. */
  asksOutside?: boolean;
  /** The line in the log when it fails; the next run tries again. */
  failure: string;
  /**
   * @param signal aborted when the product stops: then it ends before its next step
   * @param isStart whether this is the run at the start
   */
  run(signal: AbortSignal, isStart: boolean): Promise<unknown>;
}

type JobDeps = Pick<Deps, 'database' | 'clock' | 'log'>;

/** Does something unless the shop is closed. */
export async function whileOpen(
  { database }: Pick<Deps, 'database'>,
  work: () => Promise<unknown>,
): Promise<void> {
  // If that cannot be read, the work cannot be done either, and says so.
  if (!(await isClosed(database.read).catch(() => false))) await work();
}

/**
 * Starts, runs and stops jobs. Only one run of each is under way at a time: while a provider does not
 * answer, others would only pile up behind it.
 */
export class Jobs<Name extends string> {
  readonly #deps: JobDeps;
  readonly #jobs: Readonly<Record<Name, Job>>;
  readonly #underWay = new Map<Name, Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #timers: NodeJS.Timeout[] = [];

  /** @param jobs by their names, which leases are stored under */
  constructor(deps: JobDeps, jobs: Readonly<Record<Name, Job>>) {
    this.#deps = deps;
    this.#jobs = jobs;
  }

  runAtStart(): void {
    for (const name of this.#names()) {
      if (this.#jobs[name].isDoneAtStart) void this.run(name, true);
    }
  }

  startTimers(): void {
    for (const name of this.#names()) {
      this.#timers.push(setInterval(() => void this.run(name), this.#jobs[name].everyMs).unref());
    }
  }

  /** Runs a job now, or waits for the run that is under way. Never throws: a failure is logged. */
  run(name: Name, isStart = false): Promise<void> {
    let running = this.#underWay.get(name);
    if (running === undefined) {
      running = this.#runOnce(name, isStart).finally(() => this.#underWay.delete(name));
      this.#underWay.set(name, running);
    }
    return running;
  }

  /** Waits for the run of a job that is under way, if any. */
  async idle(name: Name): Promise<void> {
    await this.#underWay.get(name);
  }

  async #runOnce(name: Name, isStart: boolean): Promise<void> {
    const { database, clock, log } = this.#deps;
    const job = this.#jobs[name];
    const { leaseMs, isDoneWhileClosed, failure } = job;
    const { signal } = this.#stopping;
    const runOnLease = async () => {
      if (signal.aborted) return;
      const isFree = isStart || leaseMs === undefined;
      if (isFree || (await takeLease(database, name, clock(), leaseMs))) {
        await job.run(signal, isStart);
      }
    };
    try {
      await (isDoneWhileClosed ? runOnLease() : whileOpen(this.#deps, runOnLease));
    } catch (error) {
      log.warn({ job: name, error: String(error) }, failure);
    }
  }

  /**
   * Begins nothing more.
   *
   * @param graceMs how long to wait for a service outside
   * @returns when nothing runs anymore
   */
  async stop(graceMs: number): Promise<void> {
    this.#stopping.abort();
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all(
      [...this.#underWay].map(([name, running]) =>
        this.#jobs[name].asksOutside ? withTimeout(running, graceMs) : running,
      ),
    );
  }

  #names(): Name[] {
    return Object.keys(this.#jobs) as Name[];
  }
}
