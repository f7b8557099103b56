import type { ShopSettings } from './shop-settings.ts';

/** Which staff member is at a computer: a note beside what is done there. No password, no role. */

/** The header in which a browser says so, percent-encoded. Shop decision. */
export const initialsHeader = 'x-staff-initials';

/**
 * @param given the header's value
 * @returns the initials as the settings have them, case ignored; null for no one, and for someone who is
 *   not in the list (anymore): work is never refused for a note
 */
export function knownInitials(given: string, staff: ShopSettings['staff']): string | null {
  const wanted = decoded(given)?.toUpperCase();
  return staff.find(({ initials }) => initials.toUpperCase() === wanted)?.initials ?? null;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
