import type { Checked } from '../../domain/api.ts';
import type { Texting as TextingAnswer } from '../../domain/api-texting.ts';
import { changedFields, isVersionSeen } from '../../domain/edits.ts';
import { fieldProblem, Problem } from '../../domain/problems.ts';
import { isoTime } from '../base/clock.ts';
import { newId } from '../base/ids.ts';
import { refuseWhileClosed } from '../database/settings.ts';
import type { Handle } from '../database/tables.ts';
import { actingNow } from '../history/acting.ts';
import { record } from '../history/record.ts';
import {
  accountId,
  insertAccount,
  replaceAccount,
  type StoredAccount,
  storedAccounts,
  textingKey,
  writeToken,
} from './account-store.ts';
import {
  type AccountDeps,
  inForce,
  keptToken,
  refusePlainHttp,
  refuseSetOutside,
  shownOf,
  shownTexting,
  versionOf,
} from './account-view.ts';
import { beginMissedTexts } from './reconciling.ts';

/** The account for real texts is set up, changed, and turned off. */

export type TypedAccount = Omit<Checked<'changeTexting', 'body'>, 'password'>;

/**
 * What can be refused before anyone is asked for the password.
 *
 * @throws Problem texting-set-outside, texting-needs-key; validation-failed for an address that the
 *   provider could not call
 */
export function refuseUnusable(deps: AccountDeps, given: TypedAccount): void {
  refuseSetOutside(deps);
  if (!deps.secrets.canSeal) throw new Problem('texting-needs-key');
  refusePlainHttp(deps.config, given.publicUrl);
}

/** What the history says: everything but the token, and that it was entered. */
const historyOf = (account: { accountSid: string; sender: string; publicUrl: string } | null) => ({
  'texting.accountSid': account?.accountSid ?? null,
  'texting.sender': account?.sender ?? null,
  'texting.publicUrl': account?.publicUrl ?? null,
});

async function recordChange(
  tx: Handle,
  at: string,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Promise<void> {
  await record(tx, {
    at,
    events: [{ kind: 'settings-changed', actor: 'staff', data: changedFields(before, after) }],
    changes: [{ entity: 'settings', id: 'texting', what: 'texting', ticketNumber: null }],
  });
}

/** @throws Problem shop-restoring; changed-meanwhile with what is stored now */
async function lockAccounts(
  deps: AccountDeps,
  tx: Handle,
): Promise<{ accounts: StoredAccount[]; refuseUnseen: (ifMatch?: string) => Promise<void> }> {
  await refuseWhileClosed(tx);
  await deps.database.dialect.lock(tx, textingKey);
  const accounts = await storedAccounts(tx);
  return {
    accounts,
    refuseUnseen: async (ifMatch) => {
      if (isVersionSeen(ifMatch, versionOf(inForce(accounts)))) return;
      throw new Problem('changed-meanwhile', { extra: { stored: await shownTexting(deps, tx) } });
    },
  };
}

/**
 * Sets up real texts, or changes their account. Texts that are under way keep the one they were recorded
 * under. What is in force already changes nothing, so the same sent twice is one change.
 *
 * @param ifMatch the version that was seen (domain/edits.ts)
 * @throws Problem as {@link refuseUnusable}; shop-restoring; texting-key-unusable; changed-meanwhile with what is
 *   stored; validation-failed if the account's token is not known
 */
export async function changeTexting(
  deps: AccountDeps,
  given: TypedAccount,
  ifMatch?: string,
): Promise<TextingAnswer> {
  refuseUnusable(deps, given);
  const { database, clock, secrets, config } = deps;
  const { accountSid, sender, authToken } = given;
  const publicUrl = config.publicUrl ?? given.publicUrl;
  const at = isoTime(clock());
  return database.transact(async (tx) => {
    const { accounts, refuseUnseen } = await lockAccounts(deps, tx);
    const current = inForce(accounts);
    const kept = keptToken(deps, accounts, accountSid);
    const after = historyOf({ accountSid, sender, publicUrl });
    const before = historyOf(current && shownOf(current));
    const isSameAccount = Object.keys(changedFields(before, after).after).length === 0;
    const isSameToken = kept !== null && (authToken ?? kept) === kept;
    if (isSameAccount && isSameToken) return shownTexting(deps, tx);
    await refuseUnseen(ifMatch);
    if (kept === null && authToken === null) {
      throw fieldProblem('authToken', 'Enter the Auth Token of this account.');
    }
    const by = actingNow();
    if (!isSameAccount) {
      await replaceAccount(tx, at);
      await insertAccount(tx, {
        id: newId(clock()),
        account_sid: accountSid,
        sender,
        public_url: publicUrl,
        set_at: at,
        replaced_at: null,
        ...by,
      });
      await beginMissedTexts(tx, accountId({ accountSid, sender }), clock());
    }
    if (!isSameToken && authToken !== null) {
      const sealed = secrets.seal(authToken, accountSid);
      await writeToken(tx, { account_sid: accountSid, sealed, set_at: at, ...by });
    }
    const wasSet = kept === null ? 'not set' : 'set';
    const token = (is: string) => (isSameToken ? {} : { 'texting.token': is });
    await recordChange(
      tx,
      at,
      { ...before, ...token(wasSet) },
      { ...after, ...token(kept === null ? 'set' : 'replaced') },
    );
    return shownTexting(deps, tx);
  });
}

/**
 * Lets texts go to the simulated phone again. The account is kept until nothing waits for it anymore.
 *
 * @param ifMatch the version that was seen (domain/edits.ts)
 * @throws Problem texting-set-outside, shop-restoring, changed-meanwhile
 */
export async function turnOffTexting(deps: AccountDeps, ifMatch?: string): Promise<TextingAnswer> {
  refuseSetOutside(deps);
  const at = isoTime(deps.clock());
  return deps.database.transact(async (tx) => {
    const { accounts, refuseUnseen } = await lockAccounts(deps, tx);
    const current = inForce(accounts);
    if (current === null) return shownTexting(deps, tx);
    await refuseUnseen(ifMatch);
    await replaceAccount(tx, at);
    await recordChange(tx, at, historyOf(shownOf(current)), historyOf(null));
    return shownTexting(deps, tx);
  });
}
