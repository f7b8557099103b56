/** Keeps the clients waiting while the product is away, and says when all of them wait. */
export class Gate {
  #open: (() => void) | null = null;
  #opened: Promise<void> = Promise.resolve();
  #isPaused = false;
  #busy = 0;
  #idle: (() => void)[] = [];
  isOver = false;

  /** Nobody begins anything new. @returns when nobody is in the middle of anything */
  async pause(): Promise<void> {
    if (!this.#isPaused) {
      this.#isPaused = true;
      this.#opened = new Promise((resolve) => {
        this.#open = resolve;
      });
    }
    if (this.#busy > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  resume(): void {
    this.#isPaused = false;
    this.#open?.();
  }

  /** Runs one step of a client when that is allowed. */
  async pass(step: () => Promise<void>): Promise<void> {
    while (this.#isPaused) await this.#opened;
    if (this.isOver) return;
    this.#busy += 1;
    try {
      await step();
    } finally {
      this.#busy -= 1;
      if (this.#busy === 0) for (const tell of this.#idle.splice(0)) tell();
    }
  }
}
