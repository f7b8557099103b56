import Watch from 'lucide/watch';
import { Link } from 'react-router';
import { useAddress } from '../data/address.ts';
import { wantFocusByMouse } from '../data/wanted-focus.ts';
import { buttonClasses } from '../ui/classes.ts';
import { EmptyState } from '../ui/states.tsx';
import { RepairList } from './repair-list.tsx';

/** Source: specification, section 2 ("Repairs"). */
export function RepairsTab() {
  const { href } = useAddress();
  return (
    <RepairList
      label="All repairs"
      filter={{}}
      empty={
        <EmptyState
          icon={Watch}
          title="No repairs yet"
          action={
            <Link
              to={href({ tab: 'new-repair' })}
              onClick={() => wantFocusByMouse('new-repair')}
              className={buttonClasses()}
            >
              Take in a repair
            </Link>
          }
        >
          Every repair that is taken in appears here.
        </EmptyState>
      }
    />
  );
}
