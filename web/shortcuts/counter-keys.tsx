import { useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { useAddress } from '../dashboard/address.ts';
import { useGoTo } from '../dashboard/go-to.ts';
import { dropFocusOutside, isFocusOnItsWay, noteShownTab } from '../dashboard/wanted-focus.ts';
import { openDialogs } from '../ui/open-dialogs.ts';
import { toasts } from '../ui/toasts.ts';
import { listenToKeys } from './key-listener.ts';
import { panels, useShownPanel } from './panels.ts';
import { type GlobalShortcutName, isApplePlatform } from './shortcuts.ts';
import { useSingleKeys } from './single-keys.ts';

/** The keyboard and the scanner of the counter, on every screen of the dashboard. */
export function CounterKeys() {
  const { tab, openTicket } = useAddress();
  const hasSingleKeys = useSingleKeys();
  const goTo = useGoTo();
  const shown = useShownPanel();

  const situation = useEffectEvent(() => ({
    isDialogOpen: openDialogs.areThere(),
    isPaletteOpen: panels.isOpen('palette'),
    hasSingleKeys: hasSingleKeys && !panels.isOpening() && !isFocusOnItsWay(),
    isApple: isApplePlatform(),
  }));

  const onShortcut = useEffectEvent((name: GlobalShortcutName) => {
    if (name === 'search' || name === 'new-repair') goTo(name);
    else if (panels.isOpen(name)) panels.close();
    else void panels.open(name);
  });

  const onTicket = useEffectEvent((ticketNumber: string) => {
    if (openDialogs.closeAll()) return openTicket(ticketNumber);
    toasts.show({
      kind: 'info',
      title: `Scanned ${ticketNumber}`,
      detail: 'Finish or close what is open here, then scan again to see that ticket.',
    });
  });

  const onOtherCode = useEffectEvent((code: string) => {
    toasts.show({
      kind: 'info',
      title: 'Not a ticket number',
      detail: `Scanned “${code}”. If it is a ticket, scan it again.`,
    });
  });

  useEffect(() => {
    const stop = listenToKeys({
      situation: () => situation(),
      onShortcut: (name) => onShortcut(name),
      onTicket: (ticketNumber) => onTicket(ticketNumber),
      onOtherCode: (code) => onOtherCode(code),
    });
    return () => {
      stop();
      panels.forget();
    };
  }, []);

  useLayoutEffect(() => noteShownTab(tab), [tab]);
  useEffect(() => dropFocusOutside(tab), [tab]);

  return shown && <shown.Panel key={shown.name} open={shown.isOpen} onClose={panels.close} />;
}
