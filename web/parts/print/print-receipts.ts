import { receiptPaper } from '../../data/counter-habits.ts';
import { queryClient, repairQuery, shopQuery } from '../../data/queries.ts';
import { layoutOf } from './print-button.tsx';
import { printFailure } from './print-failure.ts';

/**
 * Prints the receipts of tickets from this page: no window has to be opened for it.
 *
 * @returns why it did not work; null where it did
 */
export async function printReceipts(ticketNumbers: readonly string[]): Promise<string | null> {
  try {
    const [tickets, { shop }, { receiptSheet }, { printInPage }] = await Promise.all([
      Promise.all(
        ticketNumbers.map((number) =>
          queryClient.fetchQuery({ ...repairQuery(number), staleTime: 0 }),
        ),
      ),
      queryClient.ensureQueryData(shopQuery),
      layoutOf('receipt', import('./receipt-paper.ts')),
      layoutOf('receipt', import('./printing.ts')),
    ]);
    await printInPage(receiptSheet(tickets, shop, receiptPaper.get()));
    return null;
  } catch (error) {
    return printFailure(error, 'receipt');
  }
}
