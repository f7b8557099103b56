import { randomBytes } from 'node:crypto';
import twilio from 'twilio';
import { webhookPaths } from '../server/texts/twilio.ts';
import { standInNumber } from '../tests/harness/twilio-texts.ts';
import { median, type Ratio } from './measure.ts';
import { answersPerSecond } from './raw-load.ts';
import { openTextingShop, publicUrl } from './texting-shop.ts';

/**
 * Customers' texts taken per second: each signed, from another phone, stored durably and answered by
 * a text of its own through a stand-in of the provider, which shares this machine.
 */

const amount = 500;
const rounds = 5;
const wanted = 100;

let texted = 0;

function inboundText(authToken: string) {
  texted += 1;
  const fields = {
    MessageSid: `SM${randomBytes(16).toString('hex')}`,
    From: `+1212${2_000_000 + texted}`,
    To: standInNumber,
    Body: 'ACCEPT',
    NumMedia: '0',
  };
  const signed = twilio.getExpectedTwilioSignature(
    authToken,
    `${publicUrl}${webhookPaths.inbound}`,
    fields,
  );
  return {
    method: 'POST',
    path: webhookPaths.inbound,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signed,
    },
    body: new URLSearchParams(fields).toString(),
  };
}

export async function measureWebhooks(): Promise<Ratio> {
  const { url, standIn, close } = await openTextingShop();
  try {
    const rates: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const requests = Array.from({ length: amount }, () => inboundText(standIn.authToken));
      rates.push(await answersPerSecond({ url, connections: 10, pipelining: 1 }, requests, 200));
    }
    const ours = median(rates);
    return { ours, theirs: wanted, ratio: ours / wanted };
  } finally {
    await close();
  }
}
