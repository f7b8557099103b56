import { neverSentCode } from '../../domain/text-delivery.ts';
import type { SendResult } from '../../server/ports/text-sender.ts';

/** What the stand-in for the provider does with one request to send a text. */
export interface Step {
  /** Whether it takes the text, regardless of its answer. */
  takes: boolean;
  answer:
    | { kind: 'sid' }
    | { kind: 'problem'; status: number; code: number; message: string }
    /** Something between the shop and the provider answers, in its own words. */
    | { kind: 'page'; status: number; text: string }
    | { kind: 'nothing' }
    /** The connection breaks before the first byte of an answer, or in the middle of it. */
    | { kind: 'cut' }
    | { kind: 'cut-short' }
    | { kind: 'late'; milliseconds: number };
}

export interface Scenario {
  /** What happens to each request in turn; after the last step, all is well. */
  steps: readonly Step[];
  /** What the shop may know about it. */
  result: { kind: 'accepted' } | Exclude<SendResult, { kind: 'accepted' }>;
  /** Whether the provider has the text in the end. */
  isTaken: boolean;
}

const problem = (status: number, code: number, message: string): Step => ({
  takes: false,
  answer: { kind: 'problem', status, code, message },
});
const busy = problem(429, 20429, 'Too Many Requests');
const fine: Step = { takes: true, answer: { kind: 'sid' } };

const refused = (status: number, code: number, message: string): Scenario => ({
  steps: [problem(status, code, message)],
  result: { kind: 'rejected', code: String(code) },
  isTaken: false,
});
const unclear = (takes: boolean, answer: Step['answer']): Scenario => ({
  steps: [{ takes, answer }],
  result: { kind: 'unknown' },
  isTaken: takes,
});

export const scenarios = {
  'takes it': { steps: [fine], result: { kind: 'accepted' }, isTaken: true },
  'takes it slowly': {
    steps: [{ takes: true, answer: { kind: 'late', milliseconds: 30 } }],
    result: { kind: 'accepted' },
    isTaken: true,
  },
  'refuses it: 21211': refused(400, 21211, "Invalid 'To' Phone Number: +1212555XXXX"),
  'refuses it: 21614': refused(400, 21614, "'To' number is not a valid mobile number"),
  'refuses it: 21635': refused(400, 21635, "'To' number cannot be a landline"),
  'refuses it: 21610': refused(400, 21610, 'Attempt to send to unsubscribed recipient'),
  'refuses it: 21408': refused(403, 21408, 'Permission to send to the region is not enabled'),
  'refuses it: 21612': refused(400, 21612, "The 'To' number is not currently reachable"),
  'refuses it: 21608': refused(400, 21608, 'The number is unverified'),
  'refuses it: 20003': refused(401, 20003, 'Authenticate'),
  'refuses it: 21606': refused(400, 21606, "The 'From' number is not a valid sender"),
  'refuses it: 21659': refused(400, 21659, "'From' is not a number of the account"),
  'refuses it with a code that nobody knows': refused(400, 29999, 'Something new'),
  'is busy once': { steps: [busy, fine], result: { kind: 'accepted' }, isTaken: true },
  'is busy three times': {
    steps: [busy, busy, busy, fine],
    result: { kind: 'accepted' },
    isTaken: true,
  },
  'is busy all the time': {
    steps: [busy, busy, busy, busy],
    result: { kind: 'rejected', code: '20429' },
    isTaken: false,
  },
  'has an error before it takes it': unclear(false, {
    kind: 'problem',
    status: 500,
    code: 20500,
    message: 'Internal Server Error',
  }),
  'has an error after it took it': unclear(true, {
    kind: 'problem',
    status: 503,
    code: 20503,
    message: 'Service unavailable',
  }),
  'is behind a gateway that fails': unclear(true, {
    kind: 'page',
    status: 504,
    text: '<html><h1>504 Gateway Time-out</h1></html>',
  }),
  'is behind a firewall that lets nobody through': unclear(false, {
    kind: 'page',
    status: 403,
    text: '<html><h1>Forbidden</h1></html>',
  }),
  'takes it and answers nonsense': unclear(true, { kind: 'page', status: 201, text: '{"sid": ' }),
  'never answers': unclear(false, { kind: 'nothing' }),
  'takes it and never answers': unclear(true, { kind: 'nothing' }),
  'is cut off before it takes it': unclear(false, { kind: 'cut' }),
  'is cut off after it took it': unclear(true, { kind: 'cut' }),
  'is cut off in the middle of its answer': unclear(true, { kind: 'cut-short' }),
} as const satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof scenarios;
export const scenarioNames = Object.keys(scenarios) as ScenarioName[];

/** What may become of a text after the provider took it: its last word, and the code with it. */
export const lateFailures: readonly { word: 'undelivered' | 'failed'; code: string }[] = [
  { word: 'undelivered', code: '30002' },
  { word: 'undelivered', code: '30003' },
  { word: 'undelivered', code: '30005' },
  { word: 'undelivered', code: '30006' },
  { word: 'undelivered', code: '30007' },
  { word: 'undelivered', code: '30008' },
  { word: 'undelivered', code: '30032' },
  { word: 'failed', code: '30034' },
];

/** What the shop makes of a provider that cannot be reached at all. */
export const unreached: SendResult = { kind: 'rejected', code: neverSentCode };
