import { useQuery } from '@tanstack/react-query';
import UserRound from 'lucide/user-round';
import { useEffect, useRef } from 'react';
import { atComputer } from '../data/call.ts';
import { settingsQuery } from '../data/queries.ts';
import { createSignal } from '../data/store.ts';
import { Menu } from '../ui/menu.tsx';

/** Which staff member is at this computer, in shops that list their staff in the settings. */

const asked = createSignal();

/** Opens the list in the top bar, for the key that does so. */
export const askWhoIsHere = (): void => asked.emit();

export const staffHeading = 'At this computer';

/** @returns a choice for each of the staff and one for nobody; none if the shop names no staff */
export function useStaffChoices() {
  const { data } = useQuery(settingsQuery);
  const chosen = atComputer.useValue();
  const staff = data?.settings.staff ?? [];
  if (staff.length === 0) return [];
  const who = staff.find(({ initials }) => initials === chosen);
  return [
    ...staff.map(({ name, initials }) => ({
      label: `${name} (${initials})`,
      initials,
      chosen: initials === who?.initials,
      run: () => atComputer.set(initials),
    })),
    {
      label: 'No one',
      initials: null,
      chosen: who === undefined,
      run: () => atComputer.set(null),
    },
  ];
}

/** The initials recorded with what is done here; a press shows the list. */
export function AtComputer() {
  const place = useRef<HTMLSpanElement>(null);
  const choices = useStaffChoices();
  useEffect(() => asked.listen(() => place.current?.querySelector('button')?.click()), []);
  if (choices.length === 0) return null;
  const initials = choices.find(({ chosen }) => chosen)?.initials ?? null;
  return (
    // The same width for any initials; a narrow screen shows them without the icon.
    <span
      ref={place}
      className="inline-flex max-sm:text-sm max-lg:[&>.contents>button]:px-0 max-sm:[&>.contents>button]:min-w-15 sm:[&>.contents>button]:min-w-14 lg:[&>.contents>button]:min-w-22 max-lg:[&>.contents_svg]:hidden"
    >
      <Menu
        label={initials ?? 'Who?'}
        of={staffHeading}
        icon={UserRound}
        variant="quiet"
        groups={[{ heading: staffHeading, items: choices }]}
      />
    </span>
  );
}
