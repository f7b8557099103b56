import { queryClient, repairQuery, shopQuery } from '../../data/queries.ts';
import { layoutOf } from './print-button.tsx';
import { printFailure } from './print-failure.ts';

/**
 * Prints the warranty cards of tickets from this page, without opening a window.
 *
 * @returns why it failed; null if it didn't
 */
export async function printCards(ticketNumbers: readonly string[]): Promise<string | null> {
  try {
    const [tickets, { shop }, { cardSheet }, { printInPage }] = await Promise.all([
      Promise.all(
        ticketNumbers.map((number) =>
          queryClient.fetchQuery({ ...repairQuery(number), staleTime: 0 }),
        ),
      ),
      queryClient.ensureQueryData(shopQuery),
      layoutOf('warranty card', import('./card-paper.ts')),
      layoutOf('warranty card', import('./printing.ts')),
    ]);
    await printInPage(cardSheet(tickets, shop));
    return null;
  } catch (error) {
    return printFailure(error, 'warranty card');
  }
}
