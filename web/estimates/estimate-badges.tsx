import CalendarX from 'lucide/calendar-x';
import History from 'lucide/history';
import type { Estimate } from '../../domain/api-answers.ts';
import { effectiveStatus, estimateLabel } from '../../domain/estimate-answers.ts';
import type { Icon } from '../ui/icon.ts';
import { Badge, ResponseBadge } from '../ui/status-badge.tsx';

/** For those that the customer cannot answer by text any more. */
const closedIcons: Readonly<Record<string, Icon>> = {
  Expired: CalendarX,
  'Replaced by a newer estimate': History,
};

/** What the customer answered; that none can be given by text any more. */
export function EstimateBadges({ estimate }: { estimate: Estimate }) {
  const label = estimateLabel(estimate);
  const icon = closedIcons[label];
  return icon ? (
    <Badge tone="gray" icon={icon} label={label} />
  ) : (
    <ResponseBadge status={effectiveStatus(estimate)} />
  );
}
