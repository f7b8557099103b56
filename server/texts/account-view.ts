import type { Texting as TextingAnswer } from '../../domain/api-texting.ts';
import { fieldProblem, Problem } from '../../domain/problems.ts';
import { isLoopback, textingVariables } from '../../domain/texting-account.ts';
import type { Config } from '../base/config.ts';
import type { Secrets } from '../base/secrets.ts';
import type { Handle } from '../database/tables.ts';
import type { Deps } from '../ports/deps.ts';
import { accountId, type StoredAccount, storedAccounts } from './account-store.ts';
import { senderText } from './texting.ts';
import { lastCalls } from './webhook-calls.ts';

/** The account for real texts as everyone may see it, and what is refused wherever it is changed or checked. */

export interface AccountDeps extends Deps {
  config: Pick<Config, 'twilio' | 'twilioApiBaseUrl' | 'publicUrl'>;
  secrets: Secrets;
  /** How long the provider may take for each answer, in milliseconds; the usual if not set. */
  providerPatienceMs: number | undefined;
}

export const inForce = (accounts: readonly StoredAccount[]): StoredAccount | null =>
  accounts.find(({ replaced_at: at }) => at === null) ?? null;

export const versionOf = (account: StoredAccount | null): string =>
  account === null ? 'none' : `${account.id}.${account.token_set_at ?? 'none'}`;

export const shownOf = ({ account_sid, sender, public_url }: StoredAccount) => ({
  accountSid: account_sid,
  sender,
  publicUrl: public_url,
});

/** Which of the names the environment has set. */
function setOutside({ twilio, publicUrl }: AccountDeps['config']): TextingAnswer['setBy'] {
  const isService = twilio !== null && 'messagingServiceSid' in twilio.sender;
  const unset = [
    ...(twilio === null ? ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN'] : []),
    ...(twilio === null || isService ? ['TWILIO_FROM'] : []),
    ...(twilio === null || !isService ? ['TWILIO_MESSAGING_SERVICE_SID'] : []),
    ...(publicUrl === null ? ['PUBLIC_URL'] : []),
  ];
  return textingVariables.filter((name) => !unset.includes(name));
}

/** Each once: an account is stored under every address that it had, because the provider may still call there. */
function earlierOf(accounts: readonly StoredAccount[]): TextingAnswer['earlier'] {
  const ids = accounts.map(({ account_sid: accountSid, sender }) =>
    accountId({ accountSid, sender }),
  );
  return accounts.flatMap((account, index) =>
    account.replaced_at === null || ids.indexOf(ids[index] ?? '') < index
      ? []
      : { ...shownOf(account), replacedAt: account.replaced_at },
  );
}

/** The account as everyone may see it. */
export async function shownTexting(
  { config, secrets }: Pick<AccountDeps, 'config' | 'secrets'>,
  db: Handle,
): Promise<TextingAnswer> {
  const { twilio, publicUrl } = config;
  const accounts = await storedAccounts(db);
  const current = inForce(accounts);
  const isReadable =
    current?.sealed != null && secrets.open(current.sealed, current.account_sid) !== null;
  const stored = current && {
    ...shownOf(current),
    publicUrl: publicUrl ?? current.public_url,
  };
  return {
    source: twilio !== null ? 'environment' : current === null ? 'simulated' : 'browser',
    account:
      twilio === null
        ? stored
        : {
            accountSid: twilio.accountSid,
            sender: senderText(twilio.sender),
            publicUrl: publicUrl ?? '',
          },
    token:
      twilio !== null || current?.token_set_at == null || !isReadable
        ? null
        : {
            at: current.token_set_at,
            session: current.token_session,
            initials: current.token_initials,
          },
    isTokenMissing: twilio === null && current !== null && !isReadable,
    setBy: setOutside(config),
    publicUrl,
    canKeepToken: secrets.canSeal,
    earlier: earlierOf(accounts),
    lastCalls: await lastCalls(db),
    version: versionOf(current),
  };
}

/** @throws Problem texting-set-outside */
export function refuseSetOutside({ config }: AccountDeps): void {
  if (config.twilio !== null) throw new Problem('texting-set-outside');
}

/** Plain http is for a stand-in on this machine. @throws Problem validation-failed */
export function refusePlainHttp(config: AccountDeps['config'], typed: string): void {
  const address = config.publicUrl ?? typed;
  const url = URL.canParse(address) ? new URL(address) : null;
  const isForStandIn = url !== null && config.twilioApiBaseUrl !== null && isLoopback(url.hostname);
  if (url?.protocol === 'https:' || isForStandIn) return;
  throw fieldProblem('publicUrl', 'The provider calls https:// addresses only.');
}

/** The token that is stored for an account, in force or earlier; null if there is none to read. */
export function keptToken(
  { secrets }: Pick<AccountDeps, 'secrets'>,
  accounts: readonly StoredAccount[],
  accountSid: string,
): string | null {
  const sealed = accounts.find((one) => one.account_sid === accountSid)?.sealed ?? null;
  return sealed === null ? null : secrets.open(sealed, accountSid);
}
