import type { Config, TwilioSettings } from '../base/config.ts';
import type { Secrets } from '../base/secrets.ts';
import type { Database } from '../database/database.ts';
import type { SendResult, TextProvider, TextSender } from '../ports/text-sender.ts';
import type { Texting, TextingAccount } from '../ports/texting.ts';
import { accountId, type StoredAccount, storedAccounts } from './account-store.ts';

/** The provider's code for credentials that it does not know. */
const notKnownCode = '20003';

/** Real texts without a token, as after a restore elsewhere: nothing goes out, and nothing says that it did. */
const withoutToken: TextSender = {
  isSimulated: false,
  send: async (): Promise<SendResult> => ({ kind: 'rejected', code: notKnownCode }),
  find: async () => ({ kind: 'unknown' }),
  mediaOf: async () => ({ kind: 'later', cause: 'no token' }),
  fetchMedia: async () => ({ kind: 'later', cause: 'no token' }),
};

export const senderOf = (sender: string): TwilioSettings['sender'] =>
  sender.startsWith('MG') ? { messagingServiceSid: sender } : { number: sender };

export const senderText = (sender: TwilioSettings['sender']): string =>
  'number' in sender ? sender.number : sender.messagingServiceSid;

export interface TextingParts {
  database: Database;
  config: Pick<Config, 'twilio' | 'twilioApiBaseUrl' | 'publicUrl'>;
  secrets: Secrets;
  simulated: TextSender;
  /** Used in place of all others, if a test gives one. */
  only?: TextSender | undefined;
  open(settings: TwilioSettings, publicUrl: string): Promise<TextProvider>;
}

/** Reads which account is in force each time; a provider is opened once for each account and token. */
export async function createTexting(parts: TextingParts): Promise<Texting> {
  const { database, config, secrets, simulated, only, open } = parts;
  const { twilio, publicUrl: ownUrl } = config;
  const outside: TextingAccount | null =
    twilio === null || ownUrl === null
      ? null
      : {
          id: null,
          accountSid: twilio.accountSid,
          provider: await open(twilio, ownUrl),
          publicUrl: ownUrl,
        };
  let opened = new Map<string, Promise<TextProvider>>();

  const urlOf = (row: StoredAccount) =>
    (row.replaced_at === null ? ownUrl : null) ?? row.public_url;

  function provider(row: StoredAccount): Promise<TextProvider> | null {
    const { account_sid: accountSid, sender, sealed } = row;
    const publicUrl = urlOf(row);
    const key = [accountSid, sender, publicUrl, sealed].join(' ');
    const known = opened.get(key);
    if (known !== undefined || sealed === null) return known ?? null;
    const authToken = secrets.open(sealed, accountSid);
    if (authToken === null) return null;
    const settings = { accountSid, authToken, sender: senderOf(sender) };
    const made = open({ ...settings, apiBaseUrl: config.twilioApiBaseUrl }, publicUrl);
    opened.set(key, made);
    return made;
  }

  /** Those that were set up in the browser, as stored, and opened if their token is there. */
  async function fromBrowser() {
    const rows = await storedAccounts(database.read);
    const before = opened;
    const found: { row: StoredAccount; account: TextingAccount | null }[] = [];
    const used = new Map<string, Promise<TextProvider>>();
    for (const row of rows) {
      const { account_sid: accountSid, sender } = row;
      const made = provider(row);
      for (const [key, value] of before) if (value === made) used.set(key, value);
      const account = made && {
        id: accountId({ accountSid, sender }),
        accountSid,
        provider: await made,
        publicUrl: urlOf(row),
      };
      found.push({ row, account });
    }
    // The token of an account that is no longer among them does not stay in memory.
    if (before === opened) opened = used;
    return found;
  }

  return {
    async current() {
      if (only) return only;
      if (outside) return outside.provider;
      const [first] = await fromBrowser();
      if (first?.row.replaced_at !== null) return simulated;
      return first.account?.provider ?? withoutToken;
    },

    async of(accountSid) {
      if (only) return only;
      if (outside && (accountSid === null || accountSid === outside.accountSid)) {
        return outside.provider;
      }
      if (accountSid === null) return simulated;
      const accounts = await fromBrowser();
      const known = accounts.find(({ account }) => account?.accountSid === accountSid);
      return known?.account?.provider ?? null;
    },

    async accounts() {
      const others = (await fromBrowser()).flatMap(({ account }) => account ?? []);
      if (!outside) return others;
      return [outside, ...others.filter(({ accountSid }) => accountSid !== outside.accountSid)];
    },

    async publicUrl() {
      if (ownUrl !== null) return ownUrl;
      const [first] = await storedAccounts(database.read);
      return first?.replaced_at === null ? first.public_url : null;
    },
  };
}
