/** The warranties that an estimate's lines promise, proposed at the pickup. Shop decision (docs/decisions/states.md, "Warranty"). */

/** The fields of a line that matter here. */
interface PricedLine {
  description: string;
  /** Days from pickup; null for none. */
  warrantyDays: number | null;
}

/** @returns the warranties that a price's lines promise, grouped by days, the longest first */
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
  /** Null or left out if the price has none. */
  estimateLines?: readonly PricedLine[] | null;
}

/** @returns the warranties of the accepted lines; none if the watch goes back unrepaired */
export const proposedWarranties = ({
  isUnrepaired,
  estimateAcceptedAt,
  estimateLines,
}: Leaving): { what: string; days: number }[] =>
  promisedWarranties(isUnrepaired || estimateAcceptedAt === null ? null : estimateLines);

const maxCharacters = 120;

/** Joins descriptions into as few texts as the limit allows. */
function joined(whats: readonly string[]): string[] {
  const lines: string[] = [];
  for (const what of whats) {
    const longer = [lines.at(-1), what].filter(Boolean).join(', ');
    if (lines.length > 0 && longer.length <= maxCharacters) lines[lines.length - 1] = longer;
    else lines.push(what);
  }
  return lines;
}
