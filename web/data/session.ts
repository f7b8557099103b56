import { CallProblem, call, onSessionEnd } from './call.ts';
import { inStorage } from './storage.ts';
import { createStore } from './store.ts';
import { toasts } from './toasts.ts';

/**
 * The screen's own flag that a user is logged in, seen by all tabs of the browser. It grants no
 * access: the server's session does. Source: specification, sections 3 (storage keys) and 6
 * ("Logout removes the flag").
 */

const key = 'isAuthenticated';

/** `ended`: by the server; `none`: nobody logged in here, or the user logged out. */
type SessionFlag = 'set' | 'ended' | 'none';

const stored: Record<Exclude<SessionFlag, 'none'>, string> = { set: 'true', ended: 'false' };

export const readFlag = (): SessionFlag =>
  inStorage((storage) => {
    const value = storage.getItem(key);
    return value === stored.set ? 'set' : value === stored.ended ? 'ended' : 'none';
  }, 'none');

const writeFlag = (flag: SessionFlag): void =>
  inStorage((storage) => {
    if (flag === 'none') storage.removeItem(key);
    else storage.setItem(key, stored[flag]);
  }, undefined);

/** When the server last confirmed that a user is logged in here. */
const confirmedKey = 'session-confirmed';

/** No session lives longer: a login that old has ended. */
const longestSessionMs = 7 * 24 * 60 * 60_000;

const noteSession = (): void =>
  inStorage((storage) => storage.setItem(confirmedKey, new Date().toISOString()), undefined);

/** Whether the session has surely run out, for times when the server cannot be asked. */
const isSessionTooOld = (): boolean =>
  inStorage((storage) => {
    const confirmed = Date.parse(storage.getItem(confirmedKey) ?? '');
    return Date.now() - confirmed > longestSessionMs;
  }, false);

/**
 * - `checking`: the flag is set, the server is being asked
 * - `open`: a user is logged in
 * - `ended`: the server ended the session while the user was working
 * - `closed`: nobody is logged in
 */
type SessionState = 'checking' | 'open' | 'ended' | 'closed';

const {
  get: current,
  set: change,
  useValue: useSession,
} = createStore<SessionState>(readFlag() === 'set' ? 'checking' : 'closed');

export { useSession };

/** The server says that nobody is logged in: this tab waits for the next login, in the same place. */
function end(): void {
  if (current() === 'closed') return;
  // Another tab may have logged out, which the flag must keep saying.
  if (readFlag() === 'set') writeFlag('ended');
  change(current() === 'checking' ? 'closed' : 'ended');
}

/** What the login says once a store has been replaced at this tab's request; null after anything else. */
export const restoredNote = createStore<{ replaces: string; words: string } | null>(null);

/** A server that has not answered by then is away: the work goes on without it. */
const patienceMs = 8_000;

async function check(): Promise<void> {
  try {
    await call('getSession', { signal: AbortSignal.timeout(patienceMs) });
    noteSession();
    change('open');
  } catch (error) {
    // Only the server's own answer is a no. A server that can't be reached has not given one, and
    // an answer that was cut off because the page is being left is none.
    const isOver = error instanceof CallProblem && error.code === 'not-logged-in';
    if (isOver || isSessionTooOld()) end();
    else change('open');
  }
}

let isConfirming = false;

/**
 * A call was refused. It may have been made with a cookie that has just been replaced, here or in
 * another tab, as happens when the password is changed: only a second refusal counts.
 */
async function confirmEnd(): Promise<void> {
  if (current() !== 'open' || isConfirming) return;
  isConfirming = true;
  try {
    await call('getSession');
  } catch (error) {
    if (error instanceof CallProblem && error.code === 'not-logged-in') {
      // It ended for another reason.
      if (error.document.store === restoredNote.get()?.replaces) restoredNote.set(null);
      end();
    }
  } finally {
    isConfirming = false;
  }
}

/** Asks the server, and follows the other tabs. @returns whether a user seems to be logged in */
export function startSession(): boolean {
  onSessionEnd(() => void confirmEnd());
  addEventListener('storage', ({ key: changed }) => {
    // Null if another tab cleared the whole storage.
    if (changed !== key && changed !== null) return;
    const flag = readFlag();
    if (flag === 'set') change('open');
    else if (flag === 'none') change('closed');
    else end();
  });
  const isChecking = current() === 'checking';
  if (isChecking) void check();
  return isChecking;
}

let leaving: Promise<void> = Promise.resolve();

/** @throws CallProblem invalid-password, too-many-logins, validation-failed, offline */
export async function logIn(password: string): Promise<void> {
  // The answer to a logout takes the cookie away, and must not take the new one.
  await leaving;
  await call('logIn', { body: { password } });
  writeFlag('set');
  noteSession();
  restoredNote.set(null);
  change('open');
}

async function endOnServer(): Promise<void> {
  try {
    await call('logOut');
  } catch (error) {
    toasts.show({
      kind: 'error',
      title: 'Logged out in this browser only',
      detail: `Couldn’t end the session on the server. ${error instanceof CallProblem ? error.detail : error}`,
    });
  }
}

export const logOutName = 'Logout';

/**
 * Logs out in all tabs of this browser, at once. When the server cannot be reached, its session lives
 * on until it runs out, and the user is told so.
 */
export function logOut(): void {
  writeFlag('none');
  // First, so that nothing on the screen asks for what it may no longer have.
  change('closed');
  leaving = endOnServer();
}
