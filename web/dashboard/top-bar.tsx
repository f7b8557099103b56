import { useQuery } from '@tanstack/react-query';
import LogOut from 'lucide-react/icons/log-out';
import { shopQuery } from '../api/queries.ts';
import { PaletteButton } from '../palette/palette-button.tsx';
import { logOut, logOutName } from '../session/session.ts';
import { SimulatedPhoneButton } from '../simulator/simulated-phone-button.tsx';
import { ThemeSwitch } from '../theme/theme-switch.tsx';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';

/** Stays at the top while the page scrolls: whose shop it is, and the way out. */
export function TopBar() {
  const { data: shop } = useQuery(shopQuery);
  return (
    <header data-top-bar className="sticky top-0 z-30 border-b bg-surface">
      <div className="mx-auto flex min-h-14 max-w-[90rem] items-center gap-1 px-4 py-1 sm:gap-3 sm:px-6">
        <h1
          className="line-clamp-2 min-w-0 flex-1 break-words font-semibold leading-tight"
          title={shop?.shop.name}
        >
          {shop?.shop.name ?? 'Watch repair'}
        </h1>
        <PaletteButton />
        <span className="hidden sm:inline-flex">
          <SimulatedPhoneButton />
        </span>
        <ThemeSwitch />
        {/* On a phone the shop's name needs the room. */}
        <span className="sm:hidden">
          <IconButton icon={LogOut} label={logOutName} onClick={logOut} />
        </span>
        <span className="hidden sm:inline-flex">
          <Button icon={LogOut} onClick={logOut}>
            {logOutName}
          </Button>
        </span>
      </div>
    </header>
  );
}
