import type { Checked } from '../../domain/api.ts';
import type { TextingFinding } from '../../domain/api-texting.ts';
import { fieldProblem, Problem } from '../../domain/problems.ts';
import { isLoopback, testTextBody } from '../../domain/texting-account.ts';
import { isoTime } from '../base/clock.ts';
import { dialectOf } from '../database/dialect.ts';
import { readShopSettings } from '../settings/store.ts';
import type { TypedAccount } from './account-actions.ts';
import { storedAccounts } from './account-store.ts';
import {
  type AccountDeps,
  inForce,
  keptToken,
  refusePlainHttp,
  refuseSetOutside,
  shownOf,
} from './account-view.ts';
import { prepareStaffText, sendableToPhone } from './sending.ts';
import { finish, type Sent } from './staff-texts.ts';
import { messageBy } from './store.ts';
import { senderOf } from './texting.ts';
import type { Setup } from './twilio-check.ts';

/** The account for real texts is checked with the provider, and tried out. */

/**
 * How long a check waits for each of the provider's answers: they come one after the other, while someone
 * watches. In milliseconds.
 */
const checkPatienceMs = 6000;

/** What a check is given: what is typed, or what is in force. */
async function checkedSettings(
  deps: AccountDeps,
  typed: TypedAccount | null,
): Promise<Pick<Setup, 'settings' | 'publicUrl' | 'isSaved'>> {
  const { config, database } = deps;
  const accounts = await storedAccounts(database.read);
  const current = inForce(accounts);
  const used = typed ?? (current && { ...shownOf(current), authToken: null as string | null });
  if (used === null) throw new Problem('texting-simulated');
  const kept = keptToken(deps, accounts, used.accountSid);
  const authToken = used.authToken ?? kept;
  if (authToken === null) throw fieldProblem('account.authToken', 'Enter the Auth Token first.');
  const publicUrl = config.publicUrl ?? used.publicUrl;
  const { accountSid, sender } = used;
  const isSaved =
    current !== null &&
    current.account_sid === accountSid &&
    authToken === kept &&
    publicUrl === (config.publicUrl ?? current.public_url);
  return {
    settings: {
      accountSid,
      authToken,
      sender: senderOf(sender),
      apiBaseUrl: config.twilioApiBaseUrl,
    },
    publicUrl,
    isSaved,
  };
}

/**
 * Asks the provider about an account, and calls the public address as the provider would. Stores nothing.
 *
 * @param typed what is not saved yet; null for what is in force
 * @throws Problem texting-simulated if nothing is in force; validation-failed without a token
 */
export async function checkAccount(
  deps: AccountDeps,
  typed: TypedAccount | null,
): Promise<TextingFinding[]> {
  const { config } = deps;
  const { twilio, publicUrl: ownUrl } = config;
  const isOutside = twilio !== null && ownUrl !== null;
  if (typed !== null) {
    refuseSetOutside(deps);
    refusePlainHttp(config, typed.publicUrl);
  }
  const setup = isOutside
    ? { settings: twilio, publicUrl: ownUrl, isSaved: true }
    : await checkedSettings(deps, typed);
  const { checkTexting } = await import('./twilio-check.ts');
  const isOfStandIn =
    config.twilioApiBaseUrl !== null && isLoopback(new URL(setup.publicUrl).hostname);
  const findings = await checkTexting({
    ...setup,
    source: isOutside ? 'environment' : 'browser',
    mayBePrivate: setup.publicUrl === ownUrl || isOfStandIn,
    patienceMs: deps.providerPatienceMs ?? checkPatienceMs,
  });
  return findings.map(({ kind, what, advice = null }) => ({ kind, what, advice }));
}

/**
 * Texts a number that this is a test, once for each `messageId`.
 *
 * @throws Problem texting-simulated, phone-not-textable, phone-opted-out, texts-not-wanted, texts-not-agreed,
 *   message-id-taken
 */
export async function sendTestText(
  deps: AccountDeps,
  { to, messageId }: Checked<'sendTestText', 'body'>,
): Promise<Sent> {
  if ((await deps.texting.current()).isSimulated) throw new Problem('texting-simulated');
  const at = isoTime(deps.clock());
  const recorded = await deps.database.transact(async (tx) => {
    await dialectOf(tx).lock(tx, `text ${messageId}`);
    const earlier = await messageBy(tx, 'request_id', messageId);
    if (earlier && earlier.kind !== 'test') throw new Problem('message-id-taken');
    if (earlier) return { earlier };
    const message = {
      kind: 'test',
      ticketNumber: null,
      phone: await sendableToPhone(tx, to, null),
      body: testTextBody((await readShopSettings(tx)).shop),
      requestId: messageId,
    } as const;
    return { text: await prepareStaffText(tx, message, at) };
  });
  return finish(deps, recorded);
}
