/**
 * Reads some things ahead while the first of them is being used, in their order: a store at the other
 * end of a line is waited for once, not once for each. Never holds more than so many at a time.
 */
export async function* readAhead<Item, Result>(
  items: Iterable<Item>,
  read: (item: Item) => Promise<Result>,
  most: number,
): AsyncGenerator<[Item, Result]> {
  const begun: [Item, Promise<Result>][] = [];
  for (const item of items) {
    const reading = read(item);
    // The failure is thrown when its turn comes; until then it must not end the process.
    reading.catch(() => undefined);
    begun.push([item, reading]);
    if (begun.length < most) continue;
    const [first] = begun.splice(0, 1);
    if (first) yield [first[0], await first[1]];
  }
  for (const [item, reading] of begun) yield [item, await reading];
}
