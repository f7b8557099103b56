import type { Estimate } from '../../../domain/api-answers.ts';
import { effectiveStatus, estimateLabel } from '../../../domain/estimate-answers.ts';
import { Badge } from '../../ui/badge.tsx';
import { ResponseBadge } from './status-badge.tsx';

/** The customer cannot answer these by text anymore. */
const closed = ['Expired', 'Replaced by a newer estimate'];

export function EstimateBadges({ estimate }: { estimate: Estimate }) {
  const label = estimateLabel(estimate);
  return closed.includes(label) ? (
    <Badge ink="dim" fill="hollow" label={label} />
  ) : (
    <ResponseBadge status={effectiveStatus(estimate)} />
  );
}
