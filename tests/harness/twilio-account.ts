/** The stand-in's account as the provider's interface tells of it; a test may spoil any of it. */
export interface StandInAccount {
  status: 'active' | 'suspended' | 'closed';
  type: 'Full' | 'Trial';
  numbers: StandInNumber[];
  services: StandInService[];
}

export interface StandInNumber {
  sid: string;
  phone_number: string;
  capabilities: { voice: boolean; sms: boolean; mms: boolean; fax: boolean };
  sms_url: string;
  sms_method: string;
  sms_application_sid: string;
}

export interface StandInService {
  sid: string;
  friendly_name: string;
  inbound_request_url: string | null;
  inbound_method: string;
  use_inbound_webhook_on_number: boolean;
  numbers: string[];
  campaigns: { sid: string; campaign_status: string; errors: object[] }[];
}

interface Part {
  path: RegExp;
  answer: (match: RegExpExecArray, query: URLSearchParams) => object | null;
}

const paged = (key: string, items: readonly object[]) => ({
  meta: { page: 0, page_size: 50, key, next_page_url: null, previous_page_url: null },
  [key]: items,
});

/** The provider's answers about an account, by their paths. */
export function accountParts(accountSid: string, account: StandInAccount): Part[] {
  const service = (sid: string | undefined) =>
    account.services.find((candidate) => candidate.sid === sid);
  return [
    {
      path: /^\/2010-04-01\/Accounts\/(AC\w+)\.json$/,
      answer: ([, sid]) =>
        sid === accountSid
          ? { sid, friendly_name: 'A shop', status: account.status, type: account.type }
          : null,
    },
    {
      path: /^\/2010-04-01\/Accounts\/AC\w+\/IncomingPhoneNumbers\.json$/,
      answer: (_match, query) => {
        const wanted = query.get('PhoneNumber');
        const numbers = account.numbers.filter(
          ({ phone_number: number }) => wanted === null || number === wanted,
        );
        return { incoming_phone_numbers: numbers, next_page_uri: null };
      },
    },
    {
      path: /^\/v1\/Services$/,
      answer: () => paged('services', account.services),
    },
    {
      path: /^\/v1\/Services\/(MG\w+)$/,
      answer: ([, sid]) => service(sid) ?? null,
    },
    {
      path: /^\/v1\/Services\/(MG\w+)\/PhoneNumbers$/,
      answer: ([, sid]) => {
        const found = service(sid);
        return (
          (found &&
            paged(
              'phone_numbers',
              found.numbers.map((number) => ({
                sid: `PN${'0'.repeat(32)}`,
                service_sid: sid,
                phone_number: number,
                capabilities: ['SMS', 'MMS'],
              })),
            )) ??
          null
        );
      },
    },
    {
      path: /^\/v1\/Services\/(MG\w+)\/Compliance\/Usa2p$/,
      answer: ([, sid]) => {
        const found = service(sid);
        return found ? paged('compliance', found.campaigns) : null;
      },
    },
  ];
}
