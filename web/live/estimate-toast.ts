import type { QueryClient } from '@tanstack/react-query';
import type { Change, Repair } from '../../domain/api-answers.ts';
import { repairQuery } from '../api/queries.ts';
import { isolated } from '../ui/isolated.ts';
import { toasts } from '../ui/toasts.ts';

/**
 * Tells the user at the screen that a customer answered an estimate.
 * Source: specification, section 4 ("a live update … shows a toast").
 */
export async function toastEstimateAnswer(
  queryClient: QueryClient,
  { entity, what, ticketNumber }: Change,
  openTicket: (ticketNumber: string) => void,
  signal: AbortSignal,
): Promise<void> {
  if (entity !== 'estimate' || ticketNumber === null) return;
  if (what !== 'accepted' && what !== 'declined') return;
  const shown = await queryClient
    .fetchQuery({ ...repairQuery(ticketNumber), retry: false })
    .catch(() => null);
  // Anyone looking at the login by now must not read about customers.
  if (signal.aborted) return;
  toasts.show({
    kind: 'info',
    isNews: true,
    title: `Estimate ${what} for ${ticketNumber}`,
    detail: shown ? aboutRepair(shown.repair) : undefined,
    onPress: () => openTicket(ticketNumber),
  });
}

const aboutRepair = ({ customerName, watchBrand, watchModel }: Repair): string =>
  `${isolated(customerName)} · ${isolated(watchBrand)} ${isolated(watchModel)}`;
