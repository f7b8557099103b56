import { useQuery } from '@tanstack/react-query';
import { techniciansQuery } from '../api/queries.ts';
import { classNames } from '../ui/class-names.ts';
import { Loading, SkeletonLines } from '../ui/skeleton.tsx';

/** Who is good at what and has how much to do, to choose by. */
export function TechnicianLoads({
  chosenId,
  holderId,
}: {
  chosenId: string;
  /** Has the repair now. */
  holderId?: string | undefined;
}) {
  const { data, isPending } = useQuery(techniciansQuery);
  if (isPending) {
    return (
      <Loading label="Loading technicians">
        <SkeletonLines lines={6} />
      </Loading>
    );
  }
  if (data === undefined) return null;
  return (
    <table className="w-full table-fixed text-sm">
      <caption className="sr-only">Technicians with their specialties and active repairs</caption>
      <thead>
        <tr className="border-b text-left text-ink-muted">
          <th scope="col" className="px-2 py-1 font-normal">
            Name
          </th>
          <th scope="col" className="px-2 py-1 font-normal">
            Specialties
          </th>
          <th scope="col" className="w-16 px-2 py-1 text-right font-normal">
            Active
          </th>
        </tr>
      </thead>
      <tbody className="divide-y">
        {data.items.map(({ id, name, specialties, active }) => (
          <tr
            key={id}
            aria-current={id === chosenId || undefined}
            className={classNames(id === chosenId && 'bg-accent-soft')}
          >
            <th scope="row" className="break-words px-2 py-2 text-left align-top font-medium">
              <bdi>{name}</bdi>
              {id === holderId && (
                <span className="block font-normal text-ink-muted text-xs">has it now</span>
              )}
            </th>
            <td className="break-words px-2 py-2 align-top text-ink-muted">
              {specialties.join(', ')}
            </td>
            <td className="figures px-2 py-2 text-right align-top">{active}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
