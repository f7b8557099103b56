import { expect } from 'vitest';
import type { Estimate, Message, Repair } from '../../domain/api-answers.ts';
import type { MessageKind } from '../../domain/text-kinds.ts';
import type { call } from '../../web/data/call.ts';
import type { CallName } from '../../web/data/calls.ts';
import {
  fictionalPhone,
  runWorkflow,
  stepNames,
  type WorkflowRun,
} from '../../web/screens/workflow-test/workflow-run.ts';
import { someEstimate, someRepair } from './sample-rows.ts';

export const ticketNumber = 'WH123456ABC';
const sentAt = '2026-01-05T10:00:00.000Z';
const repliedAt = '2026-01-05T10:00:20.000Z';

export const freshRepair = someRepair({
  customerName: 'Workflow test',
  customerEmail: 'workflow-test-2125550123@example.com',
  customerPhone: fictionalPhone,
});

const openEstimate = someEstimate({ customerPhone: fictionalPhone, estimatePrice: 150, sentAt });

function text(given: Partial<Message>): Message {
  return {
    id: given.kind ?? 'reply',
    direction: 'outbound',
    kind: 'estimate',
    ticketNumber,
    phone: '+12125550123',
    body: '',
    state: 'accepted',
    sid: `SM-${given.kind ?? 'reply'}`,
    errorCode: null,
    advice: null,
    meaning: null,
    attention: null,
    attentionHandledAt: null,
    segments: 1,
    resendOf: null,
    canResend: false,
    createdAt: sentAt,
    updatedAt: sentAt,
    ...given,
  };
}

const inbound = (body: string, meaning: string): Message =>
  text({
    direction: 'inbound',
    kind: 'reply',
    state: 'received',
    body,
    meaning,
    createdAt: repliedAt,
  });

export const confirmation = (kind: MessageKind, given: Partial<Message> = {}): Message =>
  text({ kind, createdAt: repliedAt, ...given });

export class ScriptedShop {
  earlier: Repair[] = [];
  repair = freshRepair;
  estimates: Estimate[] = [];
  /** Newest first. */
  texts: Message[] = [];
  readonly asked: { name: CallName; given: unknown }[] = [];
  /** Called before each answer, with how many times that call was made. */
  before: (name: CallName, times: number) => void = () => {};
  /** Called instead of each sleep, with how many there have been. */
  asleep: (times: number) => void = () => {};
  readonly stopping = new AbortController();
  #sleeps = 0;

  times(name: CallName): number {
    return this.asked.filter((one) => one.name === name).length;
  }

  answers(answer: 'accepted' | 'declined', body = answer === 'accepted' ? 'ACCEPT' : 'DECLINE') {
    this.estimates = [
      {
        ...openEstimate,
        status: answer,
        responseStatus: answer,
        customerReply: body,
        respondedAt: repliedAt,
        [answer === 'accepted' ? 'acceptedAt' : 'declinedAt']: repliedAt,
      },
    ];
    this.repair = { ...this.repair, status: `estimate-${answer}` };
    const isYes = answer === 'accepted';
    this.texts = [
      confirmation(isYes ? 'confirm-accept' : 'confirm-decline'),
      inbound(body, isYes ? 'ACCEPT' : 'DECLINE'),
      ...this.texts,
    ];
  }

  #answer(name: CallName): unknown {
    switch (name) {
      case 'listRepairs':
        return { items: this.earlier, nextCursor: null };
      case 'createRepair':
        return { repair: this.repair, sms: { state: 'sent', detail: null } };
      case 'sendEstimate':
        this.repair = { ...this.repair, status: 'estimate-sent' };
        this.estimates = [openEstimate];
        this.texts = [text({ kind: 'estimate' }), ...this.texts];
        return { estimate: openEstimate, repair: this.repair };
      case 'listEstimates':
        return { items: this.estimates, nextCursor: null };
      case 'getRepair':
        return {
          repair: this.repair,
          estimates: this.estimates,
          messages: this.texts,
          events: [],
          payments: [],
          parts: [],
          notes: [],
          measurements: [],
          sendings: [],
          photos: [],
          signatures: [],
          warranties: [],
          comebacks: [],
        };
      default:
        throw new Error(`Nobody should ask for ${name}`);
    }
  }

  readonly call = (async (name: CallName, given?: { signal?: AbortSignal }) => {
    this.asked.push({ name, given });
    given?.signal?.throwIfAborted();
    this.before(name, this.times(name));
    given?.signal?.throwIfAborted();
    return this.#answer(name);
  }) as typeof call;

  /** Runs a test from end to end. @returns how it ended, and what the screen shows then */
  async run() {
    let run: WorkflowRun = {};
    const polls: number[] = [];
    const ended = await runWorkflow(
      {
        call: this.call,
        sleep: async (ms) => {
          expect(ms).toBe(5_000);
          this.#sleeps += 1;
          this.asleep(this.#sleeps);
        },
        show: (news) => {
          run = { ...run, ...news };
          if (news.polls !== undefined) polls.push(news.polls);
        },
      },
      { phone: fictionalPhone, dollars: 150 },
      this.stopping.signal,
    ).then(
      (isPassed) => (isPassed ? 'passed' : 'stopped'),
      (error: Error) => error.message,
    );
    return {
      ended,
      polls,
      ticketNumber: run.ticketNumber,
      states: stepNames.map((name) => run[name]?.state ?? 'pending'),
      lines: stepNames.map((name) => run[name]?.line ?? ''),
    };
  }
}
