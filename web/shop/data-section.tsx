import { BackupsCard } from '../backups/backups-card.tsx';
import { ExportCard } from '../transfer/export-card.tsx';
import { ImportCard } from '../transfer/import-card.tsx';
import { MovingCard } from './moving-card.tsx';

export function DataSection() {
  return (
    <section aria-label="Data" className="flex flex-col gap-4">
      <BackupsCard />
      <MovingCard />
      <ExportCard />
      <ImportCard />
    </section>
  );
}
