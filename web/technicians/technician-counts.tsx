import type { TechnicianWithCounts } from '../../domain/api-answers.ts';
import { formatCount } from '../ui/count-text.ts';

/** Active, total and done, as on the card (specification, section 2, "Technicians"). */
export function TechnicianCounts({ technician }: { technician: TechnicianWithCounts }) {
  const counts = [
    { label: 'Active', count: technician.activeRepairs },
    { label: 'Total', count: technician.total },
    { label: 'Done', count: technician.done },
  ];
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(4.5rem,1fr))] divide-x rounded border">
      {counts.map(({ label, count }) => (
        <div key={label} className="flex min-w-0 flex-col-reverse px-3 py-2">
          <dt className="text-ink-muted text-sm">{label}</dt>
          <dd className="figures break-words font-semibold text-xl">{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
