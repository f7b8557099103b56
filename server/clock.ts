/** The time, in milliseconds since 1970. Handed in, so that a test can set it. */
export type Clock = () => number;

/** Milliseconds since 1970 → ISO 8601 in UTC, as every time is stored. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
