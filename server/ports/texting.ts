import type { TextProvider, TextSender } from './text-sender.ts';

/** An account of the provider's through which real texts come and go. */
export interface TextingAccount {
  /** Of one that was set up in the browser: account and sender; null for the environment's. */
  id: string | null;
  accountSid: string;
  provider: TextProvider;
  /** Where the provider reaches the shop for it, e.g. https://shop.example */
  publicUrl: string;
}

/**
 * The account in force, and earlier ones whose texts may still be answered. Any process may change it, so it
 * is read whenever it is needed.
 */
export interface Texting {
  /** What sends texts now: the account in force, else the simulated phone. */
  current(): Promise<TextSender>;
  /**
   * What knows about a recorded text.
   *
   * @param account as the text has it (MessagesTable)
   * @returns null if the account's token is gone
   */
  of(account: string | null): Promise<TextSender | null>;
  /** The accounts of the provider that can be asked and answered, the one in force first. */
  accounts(): Promise<TextingAccount[]>;
  /** Where customers reach the product; null if it is not known. */
  publicUrl(): Promise<string | null>;
}
