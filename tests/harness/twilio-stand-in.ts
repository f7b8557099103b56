import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TwilioSettings } from '../../server/base/config.ts';
import { lookouts } from './lookouts.ts';
import { mediaOfProvider } from './twilio-media.ts';
import { type ScenarioName, type Step, scenarios } from './twilio-scenarios.ts';
import { callsOfProvider, hex, standInNumber, textsOfProvider } from './twilio-texts.ts';

export type TwilioStandIn = Awaited<ReturnType<typeof startTwilioStandIn>>;

/** No phone has this one: the provider refuses it. */
export const standInLandline = { to: '+12125550199', code: '21614' };

function send(response: ServerResponse, status: number, body: object | string): void {
  const isText = typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json' });
  response.end(isText ? body : JSON.stringify(body));
}

const problemBody = (status: number, code: number, message: string) => ({
  code,
  message,
  more_info: `https://www.twilio.com/docs/errors/${code}`,
  status,
});

/** What it answers to every request while it is away. */
const refusals = {
  429: problemBody(429, 20429, 'Too Many Requests'),
  503: problemBody(503, 20503, 'Service unavailable'),
};

/** The stand-in's account as the provider's interface describes it; a test may spoil any of it. */
export interface StandInAccount {
  status: 'active' | 'suspended' | 'closed';
  type: 'Full' | 'Trial';
  numbers: StandInNumber[];
  services: StandInService[];
}

interface StandInNumber {
  sid: string;
  phone_number: string;
  capabilities: { voice: boolean; sms: boolean; mms: boolean; fax: boolean };
  sms_url: string;
  sms_method: string;
  sms_application_sid: string;
}

interface StandInService {
  sid: string;
  friendly_name: string;
  inbound_request_url: string | null;
  inbound_method: string;
  use_inbound_webhook_on_number: boolean;
  numbers: string[];
  campaigns: { sid: string; campaign_status: string; errors: object[] }[];
}

const paged = (key: string, items: readonly object[]) => ({
  meta: { page: 0, page_size: 50, key, next_page_url: null, previous_page_url: null },
  [key]: items,
});

function accountAnswer(
  accountSid: string,
  { status, type, numbers, services }: StandInAccount,
  path: string,
  query: URLSearchParams,
): object | null {
  const own = `/2010-04-01/Accounts/${accountSid}`;
  if (path === `${own}.json`) return { sid: accountSid, friendly_name: 'A shop', status, type };
  if (path === `${own}/IncomingPhoneNumbers.json`) {
    const wanted = query.get('PhoneNumber');
    const found = numbers.filter(({ phone_number: one }) => wanted === null || one === wanted);
    return { incoming_phone_numbers: found, next_page_uri: null };
  }
  if (path === '/v1/Services') return paged('services', services);
  const [, sid, below] = /^\/v1\/Services\/(MG\w+)\/?(.*)$/.exec(path) ?? [];
  const service = services.find((candidate) => candidate.sid === sid);
  if (!service) return null;
  switch (below) {
    case '':
      return service;
    case 'PhoneNumbers':
      return paged(
        'phone_numbers',
        service.numbers.map((number) => ({ service_sid: sid, phone_number: number })),
      );
    case 'Compliance/Usa2p':
      return paged('compliance', service.campaigns);
    default:
      return null;
  }
}

export async function startTwilioStandIn({
  clock = Date.now,
  isTrial = false,
}: {
  clock?: () => number;
  isTrial?: boolean;
} = {}) {
  const accountSid = `AC${hex(16)}`;
  const authToken = hex(16);
  const kept = textsOfProvider(accountSid, clock, isTrial);
  const media = await mediaOfProvider(`/2010-04-01/Accounts/${accountSid}`);
  const steps = new Map<string, Step[]>();
  const requests: string[] = [];
  const { wake, until } = lookouts();
  const held: (() => void)[] = [];
  let isHolding = false;
  let away: keyof typeof refusals | 'silent' | null = null;
  const account: StandInAccount = {
    status: 'active',
    type: isTrial ? 'Trial' : 'Full',
    numbers: [
      {
        sid: `PN${hex(16)}`,
        phone_number: standInNumber,
        capabilities: { voice: true, sms: true, mms: true, fax: false },
        sms_url: '',
        sms_method: 'POST',
        sms_application_sid: '',
      },
    ],
    services: [],
  };

  function stepFor(form: URLSearchParams): Step {
    const to = form.get('To') ?? '';
    const scripted = steps.get(to)?.shift();
    if (scripted) return scripted;
    const refuse = (code: number, message: string): Step => ({
      takes: false,
      answer: { kind: 'problem', status: 400, code, message },
    });
    if (!form.get('Body')) return refuse(21602, 'Message body is required');
    if (!/^\+[1-9]\d{6,14}$/.test(to)) return refuse(21211, "Invalid 'To' Phone Number");
    if (to === standInLandline.to) return refuse(Number(standInLandline.code), 'Not a mobile');
    const from = form.get('From');
    const service = form.get('MessagingServiceSid');
    const isSender =
      from === null
        ? account.services.some(({ sid }) => sid === service)
        : account.numbers.some(({ phone_number: number }) => number === from);
    if (!isSender) return refuse(21606, "The 'From' number is not a valid sender");
    return { takes: true, answer: { kind: 'sid' } };
  }

  async function create(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request));
    const { takes, answer } = stepFor(form);
    const created = takes ? kept.asJson(kept.take(form)) : { sid: `SM${hex(16)}` };
    wake();
    if (isHolding) await new Promise<void>((resolve) => held.push(resolve));
    switch (answer.kind) {
      case 'sid':
        return send(response, 201, created);
      case 'problem':
        return send(
          response,
          answer.status,
          problemBody(answer.status, answer.code, answer.message),
        );
      case 'page':
        return send(response, answer.status, answer.text);
      case 'late':
        setTimeout(() => send(response, 201, created), answer.milliseconds);
        return;
      case 'cut':
        request.socket.destroy();
        return;
      case 'cut-short': {
        const whole = JSON.stringify(created);
        response.writeHead(201, { 'content-length': whole.length });
        response.write(whole.slice(0, 20), () => request.socket.destroy());
        return;
      }
      case 'nothing':
        return;
    }
  }

  const credentials = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const server = createServer((request, response) => {
    response.setHeader('date', new Date(clock()).toUTCString());
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://stand-in');
    requests.push(`${request.method} ${pathname}`);
    // Connected, and then nothing comes.
    if (away === 'silent') return;
    if (away !== null) return send(response, away, refusals[away]);
    if (request.headers.authorization !== credentials) {
      return send(response, 401, problemBody(401, 20003, 'Authenticate'));
    }
    if (pathname === `/2010-04-01/Accounts/${accountSid}/Messages.json`) {
      if (request.method === 'POST') void create(request, response);
      else send(response, 200, kept.list(searchParams, pathname));
      return;
    }
    if (media.answer(request, response, pathname)) return;
    const body = accountAnswer(accountSid, account, pathname, searchParams);
    if (body) return send(response, 200, body);
    send(response, 404, problemBody(404, 20404, 'The requested resource was not found'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    ...callsOfProvider({ accountSid, authToken, texts: kept, clock }),
    url,
    accountSid,
    authToken,
    account,
    texts: kept.texts,
    media,
    requests,
    settings: {
      accountSid,
      authToken,
      sender: { number: standInNumber },
      apiBaseUrl: url,
    } satisfies TwilioSettings,

    textsTo: kept.textsTo,
    lastTo: kept.lastTo,
    setLetters: kept.setLetters,

    script(to: string, name: ScenarioName): void {
      const { steps: next } = scenarios[name];
      steps.set(to, [...(steps.get(to) ?? []), ...next]);
    },

    /** Keeps every answer back until {@link release}. */
    hold(): void {
      isHolding = true;
    },
    release(): void {
      isHolding = false;
      for (const answer of held.splice(0)) answer();
    },

    /** Whether it refuses every request, as unavailable or as one too many, or does not answer at all. */
    setAway(isAway: boolean, status: keyof typeof refusals | 'silent' = 503): void {
      away = isAway ? status : null;
    },

    /** Resolves once something has happened here that the condition waits for. */
    until,

    /** Keeps a text without reporting it to anyone. */
    add: kept.keep,

    async close(): Promise<void> {
      for (const answer of held.splice(0)) answer();
      await media.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
