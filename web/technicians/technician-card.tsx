import type { TechnicianWithCounts } from '../../domain/api-answers.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { TechnicianCounts } from './technician-counts.tsx';

export function TechnicianCard({
  technician,
  onViewRepairs,
}: {
  technician: TechnicianWithCounts;
  onViewRepairs: () => void;
}) {
  const nameId = `technician-${technician.id}`;
  return (
    <Card as="article" aria-labelledby={nameId}>
      <div className="flex h-full flex-col gap-4">
        <div className="min-w-0 break-words">
          <h2 id={nameId} dir="auto" className="font-semibold text-lg">
            {technician.name}
          </h2>
          <p className="text-ink-muted text-sm">{technician.specialties.join(', ')}</p>
        </div>
        <div className="mt-auto flex flex-col gap-4">
          <TechnicianCounts technician={technician} />
          <Button block aria-describedby={nameId} onClick={onViewRepairs}>
            View Repairs
          </Button>
        </div>
      </div>
    </Card>
  );
}
