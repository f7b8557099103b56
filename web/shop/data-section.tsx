import { BackupsCard } from './backups-card.tsx';
import { ExportCard } from './export-card.tsx';
import { ImportCard } from './import-card.tsx';
import { MovingCard } from './moving-card.tsx';

export function DataSection() {
  return (
    <section aria-label="Data" className="grid gap-x-12 gap-y-8 xl:grid-cols-2">
      <BackupsCard />
      <div className="flex min-w-0 flex-col gap-8">
        <MovingCard />
        <ExportCard />
        <ImportCard />
      </div>
    </section>
  );
}
