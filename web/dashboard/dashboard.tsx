import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { shopQuery } from '../api/queries.ts';
import { useLiveUpdates } from '../live/live-updates.ts';
import { useLocalCopies } from '../local-copies/keep-copies.ts';
import { useOutboxDelivery } from '../outbox/outbox-delivery.ts';
import { putRepair } from '../repairs/repair-cache.ts';
import { RepairDialogs } from '../repairs/repair-dialogs.tsx';
import { onRepairMoved } from '../repairs/repair-problem.ts';
import { CounterKeys } from '../shortcuts/counter-keys.tsx';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { DashboardTabs } from './dashboard-tabs.tsx';
import { usePreload } from './preload.ts';
import { RepairDialogHost } from './repair-dialog-host.tsx';
import { ShopBanners } from './shop-banners.tsx';
import { TicketPlacesProvider } from './ticket-places.tsx';
import { TopBar } from './top-bar.tsx';

export { loadTabInAddress } from './dashboard-tabs.tsx';

/** Everything that staff work with. Source: specification, section 2 ("Dashboard"). */
export function Dashboard() {
  const queryClient = useQueryClient();
  const { isPending, failureCount } = useQuery(shopQuery);
  const [waits, setWaits] = useState(true);
  // A server that is away must not keep the copies from being shown.
  if (waits && (!isPending || failureCount > 0)) setWaits(false);
  useLiveUpdates();
  useLocalCopies();
  useOutboxDelivery();
  usePreload();
  useEffect(() => onRepairMoved((repair) => putRepair(queryClient, repair)), [queryClient]);

  // Its name and its banners stand above everything: what came before them would be pushed down.
  if (waits) return <DashboardSkeleton />;
  return (
    <TicketPlacesProvider>
      <RepairDialogs>
        <TopBar />
        <main className="mx-auto flex max-w-[90rem] flex-col px-4 pt-2 pb-32 **:scroll-mt-[calc(var(--top-bar)+var(--control)+1rem)] sm:px-6 sm:pt-3">
          <ShopBanners />
          <DashboardTabs />
        </main>
        <RepairDialogHost />
        <CounterKeys />
      </RepairDialogs>
    </TicketPlacesProvider>
  );
}
