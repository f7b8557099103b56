import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import type { Repair } from '../../../domain/api-answers.ts';
import {
  type ActionName,
  type ActionProps,
  type Begun,
  hostActions,
  loadAction,
  OpenAction,
} from '../../data/open-action.ts';
import { showNotOpened } from '../../data/panels.ts';
import { useFreshRepair } from '../../data/repair.ts';
import { watchLostFocus } from '../../ui/focus.ts';

interface Shown {
  name: ActionName;
  Part: ComponentType<ActionProps>;
  repair: Repair;
  begun: Begun | undefined;
  /** Counts the openings: each begins with the ticket as it is shown then. */
  opening: number;
}

/**
 * The dialogs of the actions on all the repairs inside: they outlive the card that they were opened
 * from, which may leave its list at the very moment the work is done.
 */
export function ActionFrame({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const [isOpen, setIsOpen] = useState(false);

  async function open(name: ActionName, repair: Repair, begun?: Begun) {
    try {
      const Part = await loadAction(name);
      setShown((last) => ({ name, Part, repair, begun, opening: (last?.opening ?? 0) + 1 }));
      setIsOpen(true);
    } catch {
      showNotOpened();
    }
  }

  const openWanted = useEffectEvent(open);
  useEffect(() => hostActions((...wanted) => openWanted(...wanted)), []);

  return (
    <OpenAction value={open}>
      {children}
      {shown && (
        <ShownAction
          key={shown.opening}
          {...shown}
          open={isOpen}
          onClose={() => setIsOpen(false)}
        />
      )}
    </OpenAction>
  );
}

function ShownAction({
  Part,
  repair,
  begun,
  open,
  onClose,
}: Shown & { open: boolean; onClose: () => void }) {
  const fresh = useFreshRepair(repair, open);

  useEffect(() => (open ? undefined : watchLostFocus()), [open]);

  return <Part open={open} onClose={onClose} repair={fresh} begun={begun} />;
}
