/** Whose text it is when several customers have given the same phone. Shop decision. */

interface CustomersText {
  readonly body: string;
  readonly ticketNumber: string | null;
  /** What it was read as, and why it needs attention, both as they are stored. */
  readonly meaning: string | null;
  readonly attention: string | null;
}

/**
 * @returns whether a customer's text is certainly from its ticket's customer: it names the ticket, or is an
 *   answer that could be meant for one estimate only
 */
export function isOfItsTicket({ body, ticketNumber, meaning, attention }: CustomersText): boolean {
  if (ticketNumber === null) return false;
  const isAnswer = meaning === 'ACCEPT' || meaning === 'DECLINE';
  return (isAnswer && attention !== 'unclear') || body.toUpperCase().includes(ticketNumber);
}

/** @returns the names of different people, in the same order; the same name twice is one of them */
export function differentNames(names: readonly string[]): string[] {
  const known = new Map<string, string>();
  for (const name of names) {
    const key = name.trim().replace(/\s+/g, ' ').toLowerCase();
    if (!known.has(key)) known.set(key, name);
  }
  return [...known.values()];
}

const maxNamed = 2;

/**
 * @param names of those who share a phone, two or more
 * @returns e.g. `the phone shared by Peter Miller and Kevin Walker`, `the phone shared by Ada, Bo and 2 more`
 */
export function sharedPhoneText(names: readonly string[]): string {
  const named = names.slice(0, maxNamed);
  const more = names.length - named.length;
  return more === 0
    ? `the phone shared by ${named.join(' and ')}`
    : `the phone shared by ${named.join(', ')} and ${more} more`;
}
