/**
 * The canonical JSON text of a value: keys sorted by UTF-16 code units, no whitespace. Two programs with
 * the same value get the same text, and so the same hash. Source:
 * RFC 8785 (JSON Canonicalization Scheme), whose strings and numbers are those of `JSON.stringify`.
 *
 * @param value anything JSON can hold; keys with an undefined value are left out
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const parts = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, part]) => `${JSON.stringify(key)}:${canonicalJson(part)}`);
  return `{${parts.join(',')}}`;
}
