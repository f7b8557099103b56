/**
 * The one text that a value has as JSON: keys in the order of their UTF-16 code units, nothing between the
 * parts. Two programs that have the same value make the same text of it, and the same hash of that. Source:
 * RFC 8785 (JSON Canonicalization Scheme), whose strings and numbers are those of `JSON.stringify`.
 *
 * @param value of what JSON can hold; a key whose value is undefined is left out
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
