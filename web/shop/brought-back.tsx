import { Link } from 'react-router';
import { useAddress } from '../dashboard/address.ts';
import { Banner } from '../ui/banner.tsx';
import { buttonClasses } from '../ui/button-classes.ts';
import { isolated } from '../ui/isolated.ts';
import type { Restored } from './restoring.ts';

/** What came back last, the way there, and what has changed meanwhile. Read out when it appears. */
export function BroughtBack({ broughtBack }: { broughtBack: Restored | null }) {
  const { href } = useAddress();
  return (
    <div role="status" className="empty:hidden">
      {broughtBack && (
        <Banner
          tone={broughtBack.notes.length > 0 ? 'warning' : 'info'}
          title={
            broughtBack.ticketNumber === null
              ? `Client ${isolated(broughtBack.name)} is back.`
              : `Repair ${broughtBack.ticketNumber} is back.`
          }
          action={
            <Link
              to={
                broughtBack.ticketNumber === null
                  ? href({ tab: 'clients', client: broughtBack.id })
                  : href({ ticket: broughtBack.ticketNumber })
              }
              className={buttonClasses()}
            >
              {broughtBack.ticketNumber === null ? 'Show the client' : 'Show the repair'}
            </Link>
          }
        >
          {broughtBack.notes.length > 0 ? broughtBack.notes.map(isolated).join(' ') : undefined}
        </Banner>
      )}
    </div>
  );
}
