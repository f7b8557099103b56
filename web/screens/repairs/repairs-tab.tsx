import Watch from 'lucide/watch';
import { RepairList, TakeInLink } from '../../parts/repair-list/repair-list.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** Source: specification, section 2 ("Repairs"). */
export function RepairsTab() {
  return (
    <>
      <h2 className="sr-only">All repairs</h2>
      <RepairList
        name="repairs"
        label="All repairs"
        filter={{}}
        empty={
          <EmptyState icon={Watch} title="No repairs yet" action={<TakeInLink />}>
            New repairs appear here.
          </EmptyState>
        }
      />
    </>
  );
}
