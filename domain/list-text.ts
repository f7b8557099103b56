const conjunction = new Intl.ListFormat('en-US');

/** @returns a list within a sentence, e.g. `2 repairs, 1 photo, and 1 note` */
export const listText = (parts: readonly string[]): string => conjunction.format(parts);
