import { BackupsCard } from './backups-card.tsx';
import { ExportCard } from './export-card.tsx';
import { ImportCard } from './import-card.tsx';
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
