import { BackupsCard } from '../backups/backups-card.tsx';

export function DataSection() {
  return (
    <section aria-label="Data" className="flex flex-col gap-4">
      <BackupsCard />
    </section>
  );
}
