import { receiptPaper } from '../../data/counter-habits.ts';
import { queryClient, repairQuery, settingsQuery } from '../../data/queries.ts';
import { layoutOf } from './print-button.tsx';
import { printFailure } from './print-failure.ts';

/**
 * Prints the receipts of tickets from this page: no window has to be opened for it.
 *
 * @returns why it did not work; null if it did
 */
export async function printReceipts(ticketNumbers: readonly string[]): Promise<string | null> {
  try {
    const [tickets, { settings }, { receiptSheet }, { printInPage }] = await Promise.all([
      Promise.all(
        ticketNumbers.map((number) =>
          queryClient.fetchQuery({ ...repairQuery(number), staleTime: 0 }),
        ),
      ),
      queryClient.ensureQueryData(settingsQuery),
      layoutOf('receipt', import('./receipt-paper.ts')),
      layoutOf('receipt', import('./printing.ts')),
    ]);
    await printInPage(receiptSheet(tickets, settings, receiptPaper.get()));
    return null;
  } catch (error) {
    return printFailure(error, 'receipt');
  }
}
