import { clockGapText } from '../../domain/clock.ts';
import type { TwilioSettings } from '../base/config.ts';
import { privateAddress, reach } from '../base/public-reach.ts';
import {
  failureOf,
  openTwilio,
  providerClock,
  type TwilioClient,
  usualPatienceMs,
} from './twilio-client.ts';
import { probeSid, webhookPaths } from './twilio-webhooks.ts';

/** One thing about the setup of real texts: right, wrong, or for a person to look at. */
export interface Finding {
  kind: 'right' | 'wrong' | 'look';
  what: string;
  advice?: string;
}

/** What the parts of an account are called where they are entered. */
interface Names {
  account: string;
  token: string;
  number: string;
  service: string;
  address: string;
  /** What to do if another product, or another account, answers at the address. */
  elsewhere: string;
}

const namesIn: Readonly<Record<'environment' | 'browser', Names>> = {
  environment: {
    account: 'TWILIO_ACCOUNT_SID',
    token: 'TWILIO_AUTH_TOKEN',
    number: 'TWILIO_FROM',
    service: 'TWILIO_MESSAGING_SERVICE_SID',
    address: 'PUBLIC_URL',
    elsewhere: 'Start the product there with the same TWILIO_ settings.',
  },
  browser: {
    account: '"Account SID"',
    token: '"Auth Token"',
    number: '"Number or messaging service"',
    service: '"Number or messaging service"',
    address: '"Public address"',
    elsewhere: 'Enter the address of this product in "Public address".',
  },
};

export interface Setup {
  settings: TwilioSettings;
  publicUrl: string;
  /** Where the account is entered: the advice names it. */
  source: keyof typeof namesIn;
  /** Whether the product takes texts of this account already. */
  isSaved: boolean;
  /** Whether the public address may lie in a private network: only what the environment names. */
  mayBePrivate: boolean;
  /** How long each answer may take, in milliseconds. */
  patienceMs?: number;
}

type Service = Awaited<ReturnType<TwilioClient['rest']['messaging']['v1']['services']['list']>>[0];

const right = (what: string): Finding => ({ kind: 'right', what });
const wrong = (what: string, advice: string): Finding => ({ kind: 'wrong', what, advice });
const look = (what: string, advice: string): Finding => ({ kind: 'look', what, advice });

/** A shop's account has few numbers and services. */
const most = { limit: 100 };

const tollFree = /^\+1(800|833|844|855|866|877|888)/;
const isShortCode = (number: string) => !number.startsWith('+');

const whereNumbersAre = 'console.twilio.com, Phone Numbers, Manage, Active numbers';
const whereServicesAre = 'console.twilio.com, Messaging, Services';

type Findings = AsyncGenerator<Finding, void>;

interface Wanted {
  inboundUrl: string;
  names: Names;
}

async function* accountFindings({ rest }: TwilioClient, { accountSid }: TwilioSettings): Findings {
  const { status, type } = await rest.api.v2010.accounts(accountSid).fetch();
  const advice = 'Log in to console.twilio.com: it says why and what to do.';
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
  { inboundUrl, names }: Wanted,
  isUsed: boolean,
): Findings {
  if (isShortCode(number)) {
    return yield look(
      `${number} is a short code: its setup cannot be checked from here.`,
      `Its inbound address must be ${inboundUrl} (HTTP POST).`,
    );
  }
  const [found] = await client.rest.incomingPhoneNumbers.list({ phoneNumber: number, limit: 1 });
  if (!found) {
    return yield wrong(
      `${number} is not a number of this account.`,
      `Enter a number that the account owns in ${names.number} (${whereNumbersAre}), or buy one there.`,
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

async function* ofNumber(client: TwilioClient, number: string, wanted: Wanted): Findings {
  const service = await serviceWith(client, number);
  const taken = service ? serviceInbound(service, wanted.inboundUrl) : null;
  yield* numberFindings(client, number, wanted, taken === null);
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
      `${number} is not in any messaging service, so it is not registered for texts in the US: carriers block them (30034).`,
      `${whereServicesAre}: make one, add the number to it, and register the brand and the campaign (A2P 10DLC).`,
    );
  }
}

async function* ofService(client: TwilioClient, sid: string, wanted: Wanted): Findings {
  const service = await client.rest.messaging.v1.services(sid).fetch();
  const numbers = await numbersOf(client, sid);
  if (numbers.length === 0) {
    return yield wrong(
      `The messaging service "${service.friendlyName}" has no number to text from.`,
      `${whereServicesAre}: choose it, and add one under "Sender Pool".`,
    );
  }
  const taken = serviceInbound(service, wanted.inboundUrl);
  for (const number of numbers) yield* numberFindings(client, number, wanted, taken === null);
  if (taken) yield taken;
  yield await registration(client, service);
}

/** What was found before the provider failed to answer says nothing: all is asked again anyway. */
async function provider(client: TwilioClient, setup: Setup): Promise<Finding[]> {
  const { settings, publicUrl, source } = setup;
  const { sender } = settings;
  const wanted = { inboundUrl: `${publicUrl}${webhookPaths.inbound}`, names: namesIn[source] };
  const findings: Finding[] = [];
  try {
    for await (const finding of accountFindings(client, settings)) findings.push(finding);
    if (findings[0]?.kind === 'wrong') return findings;
    const more =
      'number' in sender
        ? ofNumber(client, sender.number, wanted)
        : ofService(client, sender.messagingServiceSid, wanted);
    for await (const finding of more) findings.push(finding);
    return findings;
  } catch (error) {
    return [explained(error, settings, wanted.names)];
  }
}

function explained(error: unknown, { sender }: TwilioSettings, names: Names): Finding {
  const failure = failureOf(error);
  if (failure.kind === 'refused' && failure.status === 404 && !('number' in sender)) {
    return wrong(
      'The account has no messaging service with that SID.',
      `Copy it from ${whereServicesAre} into ${names.service}.`,
    );
  }
  if (failure.kind === 'refused' && [401, 403, 404].includes(failure.status)) {
    return wrong(
      `The provider does not recognize this account and token (${failure.code ?? failure.status}).`,
      `Copy the Account SID and the Auth Token from the first page of console.twilio.com into ${names.account} and ${names.token}.`,
    );
  }
  const cause = failure.kind === 'refused' ? (failure.code ?? failure.status) : failure.cause;
  return wrong(
    `The provider cannot be reached (${cause}).`,
    'Check that this machine can reach api.twilio.com and messaging.twilio.com, and try again.',
  );
}

/** Whether the provider will find the product at its public address, as far as this machine sees. */
async function publicAddress({ sign }: TwilioClient, setup: Setup): Promise<Finding[]> {
  const { settings, publicUrl, source, isSaved, mayBePrivate } = setup;
  const names = namesIn[source];
  const asked = { mayBePrivate, patienceMs: setup.patienceMs ?? usualPatienceMs };
  const health = await reach(`${publicUrl}/healthz`, asked);
  if (health === privateAddress) {
    return [
      wrong(
        `${publicUrl} leads to a private address, which the provider can’t reach.`,
        `In ${names.address}, enter the product’s address on the internet.`,
      ),
    ];
  }
  if (health !== 200) {
    return [
      wrong(
        `The product does not answer at ${publicUrl} (${health}).`,
        `Start it, and check that ${names.address} is its address from outside and that the proxy in front passes everything on.`,
      ),
    ];
  }
  if (!isSaved) {
    return [
      right(`The product answers at ${publicUrl}.`),
      look(
        'Whether it accepts the provider’s signature can be checked once this is saved.',
        'Save, then check again.',
      ),
    ];
  }
  const url = `${publicUrl}${webhookPaths.status}`;
  // A report on a text that nobody sent: the product takes it and changes nothing.
  const fields = { MessageSid: probeSid, MessageStatus: 'sent' };
  const answer = await reach(url, {
    ...asked,
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': sign(settings.authToken, url, fields),
    },
    body: String(new URLSearchParams(fields)),
  });
  if (answer === 204) {
    return [right(`The product answers at ${publicUrl} and accepts the provider’s signature.`)];
  }
  if (answer === 404) {
    return [wrong(`The server at ${publicUrl} does not accept real texts.`, names.elsewhere)];
  }
  return [
    wrong(
      `The server at ${publicUrl} refuses the provider’s signature (${answer}).`,
      `${names.elsewhere} The proxy in front must not change the path.`,
    ),
  ];
}

/** Checks everything that real texts need, as far as the provider says. Changes nothing. */
export async function checkTexting(setup: Setup): Promise<Finding[]> {
  const time = providerClock(Date.now, { warn: () => undefined });
  const client = await openTwilio(setup.settings, time, setup.patienceMs);
  const findings = await provider(client, setup);
  return [...findings, ...clockFindings(time.ahead()), ...(await publicAddress(client, setup))];
}

/** @param aheadMs null if the provider could not be asked */
function clockFindings(aheadMs: number | null): Finding[] {
  if (aheadMs === null) return [];
  const gap = clockGapText(aheadMs);
  const advice = 'Let the network set it, e.g. "timedatectl set-ntp true" on Linux.';
  return [
    gap === null
      ? right('This machine’s clock is right.')
      : wrong(`This machine’s clock is ${gap}.`, advice),
  ];
}
