/**
 * The screen's own flag that a user is logged in, seen by all tabs of the browser. It grants no
 * access: the server's session does. Source: specification, sections 3 (storage keys) and 6
 * ("Logout removes the flag").
 */

const key = 'isAuthenticated';

/**
 * `ended`: the server closed the session; `none`: nobody logged in here, or the user logged out.
 */
export type SessionFlag = 'set' | 'ended' | 'none';

const stored: Record<Exclude<SessionFlag, 'none'>, string> = { set: 'true', ended: 'false' };

function flagFrom(value: string | null): SessionFlag {
  if (value === stored.set) return 'set';
  return value === stored.ended ? 'ended' : 'none';
}

/** Storage can be forbidden or full; the session then is this tab's until it is loaded anew. */
export function readFlag(): SessionFlag {
  try {
    return flagFrom(localStorage.getItem(key));
  } catch {
    return 'none';
  }
}

export function writeFlag(flag: SessionFlag): void {
  try {
    if (flag === 'none') localStorage.removeItem(key);
    else localStorage.setItem(key, stored[flag]);
  } catch {
    // See readFlag.
  }
}

/** When the server last confirmed that a user is logged in here. */
const confirmedKey = 'session-confirmed';

/** No session lives longer: a login that old has ended. */
const longestSessionMs = 7 * 24 * 60 * 60_000;

export function noteSession(): void {
  try {
    localStorage.setItem(confirmedKey, new Date().toISOString());
  } catch {
    // See readFlag.
  }
}

/** Whether the session has surely run out, for a time in which the server cannot be asked. */
export function isSessionTooOld(): boolean {
  try {
    const confirmed = Date.parse(localStorage.getItem(confirmedKey) ?? '');
    return Date.now() - confirmed > longestSessionMs;
  } catch {
    return false;
  }
}

/** Has something called when another tab changed the flag. */
export function onFlagChange(listener: (flag: SessionFlag) => void): () => void {
  function heard(event: StorageEvent) {
    // A null key means that another tab cleared the whole storage.
    if (event.key === key || event.key === null) listener(readFlag());
  }
  addEventListener('storage', heard);
  return () => removeEventListener('storage', heard);
}
