import { Loading, SkeletonCard } from '../ui/skeleton.tsx';

/** Cards beside each other where there is room; the real ones and their shapes alike. */
export const repairGridClasses =
  'grid grid-cols-[repeat(auto-fill,minmax(min(100%,21rem),1fr))] gap-4';

/** The shape of a list of repairs that is on its way. */
export function RepairListSkeleton() {
  return (
    <Loading label="Loading repairs…">
      <div className={repairGridClasses}>
        {['one', 'two', 'three', 'four', 'five', 'six'].map((key) => (
          <SkeletonCard key={key} />
        ))}
      </div>
    </Loading>
  );
}
