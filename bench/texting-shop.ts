import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTwilioStandIn } from '../tests/harness/twilio-stand-in.ts';
import { standInNumber } from '../tests/harness/twilio-texts.ts';
import { logIn, password, startServer } from './measure.ts';

/** A new shop whose texts go through a stand-in of the provider, which shares this machine. */

/**
 * What the provider believes and signs; where the shop really listens is told apart. Without HTTPS, as
 * browsers would not send the session's cookie otherwise.
 */
export const publicUrl = 'http://127.0.0.1:1';

export interface TextingShop {
  url: string;
  pid: number;
  /** The session, as a Cookie header. */
  cookie: string;
  standIn: Awaited<ReturnType<typeof startTwilioStandIn>>;
  close: () => Promise<void>;
}

/** @param flags more of them for Node */
export async function openTextingShop(flags: readonly string[] = []): Promise<TextingShop> {
  const standIn = await startTwilioStandIn();
  const dataDir = mkdtempSync(join(tmpdir(), 'watch-bench-'));
  const product = await startServer(
    '/healthz',
    {
      DATA_DIR: dataDir,
      SHOP_PASSWORD: password,
      LOG_LEVEL: 'warn',
      PUBLIC_URL: publicUrl,
      TWILIO_ACCOUNT_SID: standIn.accountSid,
      TWILIO_AUTH_TOKEN: standIn.authToken,
      TWILIO_FROM: standInNumber,
      TWILIO_API_BASE_URL: standIn.url,
    },
    flags,
  );
  standIn.shop.origin = product.url;
  return {
    url: product.url,
    pid: product.pid,
    cookie: await logIn(product.url),
    standIn,
    close: async () => {
      await product.stop();
      await standIn.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}
