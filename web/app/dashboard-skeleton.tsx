import { Loading, Skeleton } from '../ui/states.tsx';

/** The dashboard's frame while its code, or the word of the server, is on its way. */
export function DashboardSkeleton() {
  return (
    <Loading label="Loading the dashboard…">
      <div className="flex h-14 items-center justify-between border-b bg-surface px-4 sm:px-6">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="h-control w-24" />
      </div>
      <div className="mx-auto flex max-w-[90rem] flex-col gap-4 px-4 py-4 sm:px-6">
        <Skeleton className="h-control w-full" />
        <Skeleton className="h-24 w-full" />
      </div>
    </Loading>
  );
}
