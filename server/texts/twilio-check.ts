import { clockGapText } from '../../domain/clock.ts';
import type { TwilioSettings } from '../base/config.ts';
import { webhookPaths } from './twilio.ts';
import {
  failureOf,
  openTwilio,
  providerClock,
  type TwilioClient,
  usualPatienceMs,
} from './twilio-client.ts';

/** One thing about the setup of real texts: right, wrong, or for a person to look at. */
export interface Finding {
  kind: 'right' | 'wrong' | 'look';
  what: string;
  advice?: string;
}

interface Setup {
  settings: TwilioSettings;
  publicUrl: string;
}

type Service = Awaited<ReturnType<TwilioClient['rest']['messaging']['v1']['services']['list']>>[0];

const right = (what: string): Finding => ({ kind: 'right', what });
const wrong = (what: string, advice: string): Finding => ({ kind: 'wrong', what, advice });
const look = (what: string, advice: string): Finding => ({ kind: 'look', what, advice });

/** An account has few numbers and services where it is a shop's. */
const most = { limit: 100 };

const tollFree = /^\+1(800|833|844|855|866|877|888)/;
const isShortCode = (number: string) => !number.startsWith('+');

const whereNumbersAre = 'console.twilio.com, Phone Numbers, Manage, Active numbers';
const whereServicesAre = 'console.twilio.com, Messaging, Services';

type Findings = AsyncGenerator<Finding, void>;

async function* accountFindings({ rest }: TwilioClient, { accountSid }: TwilioSettings): Findings {
  const { status, type } = await rest.api.v2010.accounts(accountSid).fetch();
  const advice = 'Log in to console.twilio.com: it says why and how to lift it.';
  yield status === 'active'
    ? right('The account is known and active.')
    : wrong(`The account is ${status}.`, advice);
  if (type === 'Trial') {
    yield look(
      'This is a trial account: it texts verified numbers only, and adds its own wording.',
      'Upgrade the account in the console before real customers are texted.',
    );
  }
}

/** Where customers' texts go for one of the shop's numbers. */
async function* numberFindings(
  client: TwilioClient,
  number: string,
  inboundUrl: string,
  isUsed: boolean,
): Findings {
  if (isShortCode(number)) {
    return yield look(
      `${number} is a short code: what it is set up for cannot be checked from here.`,
      `Its inbound address must be ${inboundUrl} (HTTP POST).`,
    );
  }
  const [found] = await client.rest.incomingPhoneNumbers.list({ phoneNumber: number, limit: 1 });
  if (!found) {
    return yield wrong(
      `${number} is not a number of this account.`,
      `Set TWILIO_FROM to a number that the account owns (${whereNumbersAre}), or buy one there.`,
    );
  }
  if (!found.capabilities.sms) {
    return yield wrong(`${number} cannot send texts.`, 'Buy a number that can send SMS.');
  }
  yield right(`${number} belongs to the account and can text.`);
  if (!isUsed) return;
  const { smsApplicationSid: app, smsUrl: url, smsMethod: method } = found;
  const address = url === '' ? 'nowhere' : `to ${method} ${url}`;
  yield app === '' && url === inboundUrl && method.toUpperCase() === 'POST'
    ? right(`What customers text to ${number} reaches this product.`)
    : wrong(
        `What customers text to ${number} goes ${app === '' ? address : 'to a TwiML app'}.`,
        `${whereNumbersAre}: choose the number, and under "A message comes in" enter Webhook, ${inboundUrl}, HTTP POST.`,
      );
}

async function registration(client: TwilioClient, { sid, friendlyName }: Service) {
  const campaigns = await client.rest.messaging.v1.services(sid).usAppToPerson.list(most);
  const status = campaigns[0]?.campaignStatus;
  const name = `The messaging service "${friendlyName}"`;
  const advice = `${whereServicesAre}: choose it, and under "Compliance" register the brand and the campaign (A2P 10DLC).`;
  if (status === 'VERIFIED') return right(`${name} is registered for texts in the US.`);
  if (status === undefined || status === 'FAILED') {
    const what = status === undefined ? 'has no registration' : 'was refused registration';
    return wrong(`${name} ${what}: US carriers block its texts (30034).`, advice);
  }
  return look(
    `${name} is waiting for its registration (${status}): until then US carriers may block its texts.`,
    'Wait for it; it can take weeks. The console says if something is missing.',
  );
}

const numbersOf = async ({ rest }: TwilioClient, sid: string) => {
  const numbers = await rest.messaging.v1.services(sid).phoneNumbers.list(most);
  return numbers.map(({ phoneNumber }) => phoneNumber);
};

async function serviceWith(client: TwilioClient, number: string): Promise<Service | undefined> {
  for (const service of await client.rest.messaging.v1.services.list(most)) {
    if ((await numbersOf(client, service.sid)).includes(number)) return service;
  }
  return undefined;
}

/** A messaging service may take over what its numbers get. */
function serviceInbound(service: Service, inboundUrl: string): Finding | null {
  if (service.useInboundWebhookOnNumber) return null;
  if (service.inboundRequestUrl === inboundUrl && service.inboundMethod.toUpperCase() === 'POST') {
    return right(`What customers text to "${service.friendlyName}" reaches this product.`);
  }
  return wrong(
    `What customers text to "${service.friendlyName}" goes ${service.inboundRequestUrl ? `to ${service.inboundRequestUrl}` : 'nowhere'}.`,
    `${whereServicesAre}: choose it, and under "Integration" choose "Send a webhook", Request URL ${inboundUrl}, HTTP POST.`,
  );
}

async function* ofNumber(client: TwilioClient, number: string, inboundUrl: string): Findings {
  const service = await serviceWith(client, number);
  const taken = service ? serviceInbound(service, inboundUrl) : null;
  yield* numberFindings(client, number, inboundUrl, taken === null);
  if (taken) yield taken;
  if (tollFree.test(number)) {
    yield look(
      `${number} is toll-free: whether it is verified cannot be checked from here.`,
      `${whereNumbersAre}: choose it, and see "Regulatory Information". An unverified number is blocked.`,
    );
  } else if (service) {
    yield await registration(client, service);
  } else if (!isShortCode(number)) {
    yield wrong(
      `${number} is in no messaging service, so it is not registered for texts in the US: carriers block them (30034).`,
      `${whereServicesAre}: make one, add the number to it, and register the brand and the campaign (A2P 10DLC).`,
    );
  }
}

async function* ofService(client: TwilioClient, sid: string, inboundUrl: string): Findings {
  const service = await client.rest.messaging.v1.services(sid).fetch();
  const numbers = await numbersOf(client, sid);
  if (numbers.length === 0) {
    return yield wrong(
      `The messaging service "${service.friendlyName}" has no number to text from.`,
      `${whereServicesAre}: choose it, and add one under "Sender Pool".`,
    );
  }
  const taken = serviceInbound(service, inboundUrl);
  for (const number of numbers) yield* numberFindings(client, number, inboundUrl, taken === null);
  if (taken) yield taken;
  yield await registration(client, service);
}

/** What was found before the provider failed to answer says nothing: all is asked again anyway. */
async function provider(client: TwilioClient, { settings, publicUrl }: Setup): Promise<Finding[]> {
  const { sender } = settings;
  const inboundUrl = `${publicUrl}${webhookPaths.inbound}`;
  const findings: Finding[] = [];
  try {
    for await (const finding of accountFindings(client, settings)) findings.push(finding);
    if (findings[0]?.kind === 'wrong') return findings;
    const more =
      'number' in sender
        ? ofNumber(client, sender.number, inboundUrl)
        : ofService(client, sender.messagingServiceSid, inboundUrl);
    for await (const finding of more) findings.push(finding);
    return findings;
  } catch (error) {
    return [explained(error, settings)];
  }
}

function explained(error: unknown, { sender }: TwilioSettings): Finding {
  const failure = failureOf(error);
  if (failure.kind === 'refused' && failure.status === 404 && !('number' in sender)) {
    return wrong(
      'The account has no messaging service with that SID.',
      `Copy it from ${whereServicesAre} into TWILIO_MESSAGING_SERVICE_SID.`,
    );
  }
  if (failure.kind === 'refused' && [401, 403, 404].includes(failure.status)) {
    return wrong(
      `The provider does not know this account with this token (${failure.code ?? failure.status}).`,
      'Copy the Account SID and the Auth Token from the first page of console.twilio.com into TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN.',
    );
  }
  const cause = failure.kind === 'refused' ? (failure.code ?? failure.status) : failure.cause;
  return wrong(
    `The provider cannot be reached (${cause}).`,
    'Check that this machine can reach api.twilio.com and messaging.twilio.com, and try again.',
  );
}

async function reach(url: string, init: RequestInit = {}): Promise<number | string> {
  try {
    const answer = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(usualPatienceMs),
      ...init,
    });
    await answer.body?.cancel();
    return answer.status;
  } catch (error) {
    const { cause, name } = error as { cause?: { code?: string }; name: string };
    return cause?.code ?? name;
  }
}

/** Whether the provider will find the product at its public address, as far as this machine sees. */
async function publicAddress({ sign }: TwilioClient, { settings, publicUrl }: Setup) {
  const health = await reach(`${publicUrl}/healthz`);
  if (health !== 200) {
    return wrong(
      `The product does not answer at ${publicUrl} (${health}).`,
      'Start it, and check that PUBLIC_URL is its address from outside and that the proxy in front passes everything on.',
    );
  }
  const url = `${publicUrl}${webhookPaths.status}`;
  // A report on a text that nobody sent: the product takes it and changes nothing.
  const fields = { MessageSid: `SM${'0'.repeat(32)}`, MessageStatus: 'sent' };
  const answer = await reach(url, {
    method: 'POST',
    headers: { 'x-twilio-signature': sign(settings.authToken, url, fields) },
    body: new URLSearchParams(fields),
  });
  if (answer === 204)
    return right(`The product answers at ${publicUrl} and accepts the provider's signature.`);
  if (answer === 404) {
    return wrong(
      `What answers at ${publicUrl} does not take real texts.`,
      'Start the product there with the same TWILIO_ settings.',
    );
  }
  return wrong(
    `What answers at ${publicUrl} refuses the provider's signature (${answer}).`,
    'Start the product there with the same TWILIO_AUTH_TOKEN and PUBLIC_URL; the proxy in front must not change the path.',
  );
}

/** Checks everything that real texts need, as far as the provider says. Changes nothing. */
export async function checkTexting(setup: Setup): Promise<Finding[]> {
  const time = providerClock(Date.now, { warn: () => undefined });
  const client = await openTwilio(setup.settings, time);
  const findings = await provider(client, setup);
  return [...findings, ...clockFindings(time.ahead()), await publicAddress(client, setup)];
}

/** @param aheadMs null where the provider could not be asked */
function clockFindings(aheadMs: number | null): Finding[] {
  if (aheadMs === null) return [];
  const gap = clockGapText(aheadMs);
  const advice = 'Let the network set it, e.g. "timedatectl set-ntp true" on Linux.';
  return [
    gap === null
      ? right("This machine's clock is right.")
      : wrong(`This machine's clock is ${gap}.`, advice),
  ];
}
