import { call, onSessionEnd } from '../call.ts';
import { inStorage } from '../storage.ts';

/** Which restored store this browser last delivered to. */
const key = 'shop-store';

async function check(): Promise<void> {
  const { store } = await call('getSession');
  const known = inStorage((storage) => storage.getItem(key), null);
  if (known === store) return;
  if (known !== null) await (await import('./hold-all.ts')).holdAll();
  inStorage((storage) => storage.setItem(key, store), undefined);
}

let checked: Promise<void> | null = null;

const forget = () => {
  checked = null;
};

// Every session ends with a restore.
onSessionEnd(forget);

/** Once for each login, before anything is delivered. @throws CallProblem where that cannot be known */
export function noticeOtherStore(): Promise<void> {
  checked ??= check();
  checked.catch(forget);
  return checked;
}
