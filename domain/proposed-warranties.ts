/** What lines of a price promise, and what is proposed at a pickup as under warranty. Shop decision (docs/decisions/states.md, "Warranty"). */

/** A line of the price, as far as it matters here. */
interface PricedLine {
  description: string;
  /** From the day of pickup; null for none. */
  warrantyDays: number | null;
}

/** @returns what the lines of a price promise, those of as many days together, the longest first */
export function promisedWarranties(
  lines: readonly PricedLine[] | null | undefined,
): { what: string; days: number }[] {
  const byDays = new Map<number, string[]>();
  for (const { description, warrantyDays: days } of lines ?? []) {
    if (days) byDays.set(days, [...(byDays.get(days) ?? []), description]);
  }
  return [...byDays]
    .sort(([one], [other]) => other - one)
    .flatMap(([days, whats]) => joined(whats).map((what) => ({ what, days })));
}

interface Leaving {
  isUnrepaired: boolean;
  /** Null until the price is accepted. */
  estimateAcceptedAt: string | null;
  /** Null or left out where the price has none. */
  estimateLines?: readonly PricedLine[] | null;
}

/** @returns what the accepted lines promise; nothing where the watch goes back unrepaired */
export const proposedWarranties = ({
  isUnrepaired,
  estimateAcceptedAt,
  estimateLines,
}: Leaving): { what: string; days: number }[] =>
  promisedWarranties(isUnrepaired || estimateAcceptedAt === null ? null : estimateLines);

const mostCharacters = 120;

/** Descriptions in as few lines as have room for them. */
function joined(whats: readonly string[]): string[] {
  const lines: string[] = [];
  for (const what of whats) {
    const longer = [lines.at(-1), what].filter(Boolean).join(', ');
    if (lines.length > 0 && longer.length <= mostCharacters) lines[lines.length - 1] = longer;
    else lines.push(what);
  }
  return lines;
}
