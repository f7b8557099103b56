import CalendarX from 'lucide-react/icons/calendar-x';
import type { Estimate } from '../../domain/api-answers.ts';
import { effectiveStatus } from '../../domain/estimate-response.ts';
import { Badge, ResponseBadge } from '../ui/status-badge.tsx';

/** What the customer answered; that none can be given by text any more. */
export function EstimateBadges({ estimate }: { estimate: Estimate }) {
  return estimate.isExpired ? (
    <Badge tone="gray" icon={CalendarX} label="Expired" />
  ) : (
    <ResponseBadge status={effectiveStatus(estimate)} />
  );
}
