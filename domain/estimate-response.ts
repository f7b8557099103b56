/** An estimate's life. Source: specification, section 4, "Estimate states". */

export const estimateStatuses = ['sent', 'accepted', 'declined', 'assigned', 'completed'] as const;
export type EstimateStatus = (typeof estimateStatuses)[number];

export const responseStatuses = ['pending', 'sent', 'accepted', 'declined'] as const;
export type ResponseStatus = (typeof responseStatuses)[number];

/** The estimates list holds these; the others have been acted on. */
export const listedEstimateStatuses: readonly EstimateStatus[] = ['sent', 'accepted', 'declined'];

/** The note on a repair that is completed because its estimate was declined (section 4, to the letter). */
export const declinedCompletionNote = 'Completed from estimates tab - declined';

/**
 * The customer's answer counts where there is one, else the estimate's own status.
 *
 * @param estimate values as stored; unknown ones are passed through
 */
export function effectiveStatus(estimate: { status: string; responseStatus: string }): string {
  return estimate.responseStatus && estimate.responseStatus !== 'pending'
    ? estimate.responseStatus
    : estimate.status;
}

/** The words for an effective status; what is not known is shown as "Unknown (value)". */
export function effectiveStatusLabel(status: string): string {
  switch (status) {
    case 'pending':
    case 'sent':
      return 'Awaiting Response';
    case 'accepted':
      return 'Accepted';
    case 'declined':
      return 'Declined';
    default:
      return `Unknown (${status})`;
  }
}

/**
 * The words for where an estimate stands: as {@link effectiveStatusLabel}, but one that was replaced or
 * ran out waits for no answer any more.
 */
export function estimateLabel(estimate: {
  status: string;
  responseStatus: string;
  isExpired: boolean;
  isReplaced: boolean;
}): string {
  const label = effectiveStatusLabel(effectiveStatus(estimate));
  if (label !== 'Awaiting Response') return label;
  if (estimate.isReplaced) return 'Replaced by a newer estimate';
  return estimate.isExpired ? 'Expired' : label;
}
