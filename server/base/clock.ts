/** The time, in milliseconds since 1970. Handed in, so that a test can set it. */
export type Clock = () => number;

/** Milliseconds since 1970 → ISO 8601 in UTC, as every time is stored. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Resolves once the work is over, however it went, or after this many milliseconds. */
export async function withTimeout(work: Promise<unknown>, atMost: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise((resolve) => {
    timer = setTimeout(resolve, atMost);
  });
  await Promise.race([Promise.allSettled([work]), limit]);
  clearTimeout(timer);
}
