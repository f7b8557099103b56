import { describe, expect, it } from 'vitest';
import {
  type AnswerableEstimate,
  decideReply,
  type EstimateAnswerState,
  mayReplyAutomatically,
  type ReplyDecision,
  type ReplySituation,
} from './reply-decision.ts';
import examples from './reply-examples.json' with { type: 'json' };
import { type ReplyReading, readReply } from './reply-meaning.ts';

const first = 'WH123456ABC';
const second = 'WH234567DEF';
const foreign = 'WH999999ZZZ';

function estimate(state: EstimateAnswerState, ticketNumber = first): AnswerableEstimate {
  const isFirst = ticketNumber === first;
  return {
    estimateId: `${ticketNumber} ${state}`,
    ticketNumber,
    watch: isFirst ? 'Omega Seamaster' : 'Seiko 5',
    priceCents: isFirst ? 15000 : 8000,
    state,
  };
}

function situation(
  estimates: AnswerableEstimate[],
  more: Partial<ReplySituation> = {},
): ReplySituation {
  return {
    optedOut: false,
    knownPhone: true,
    mediaCount: 0,
    lastTicket: null,
    unsettled: [],
    estimates,
    ...more,
  };
}

const situations = {
  one_open: situation([estimate('open')]),
  two_open: situation([estimate('open'), estimate('open', second)]),
  accepted: situation([estimate('accepted')]),
  declined: situation([estimate('declined')]),
  work_started: situation([estimate('work-started')]),
  returned: situation([estimate('returned')]),
  closed: situation([estimate('closed')]),
  expired: situation([estimate('expired')]),
  opted_out_expired: situation([estimate('expired')], { optedOut: true }),
  no_estimate: situation([]),
  unknown_number: situation([], { knownPhone: false }),
  opted_out: situation([estimate('open')], { optedOut: true }),
  opted_out_two_open: situation([estimate('open'), estimate('open', second)], { optedOut: true }),
  opted_out_accepted: situation([estimate('accepted')], { optedOut: true }),
  opted_out_work_started: situation([estimate('work-started')], { optedOut: true }),
};
type SituationName = keyof typeof situations;

/** A decision in short: action, text, alert. */
function inShort({ action, reply, attention }: ReplyDecision): string {
  return [action.kind, reply?.kind ?? '-', attention ?? '-'].join(' ');
}

const quiet = 'none - -';

describe('the worked examples', () => {
  it.each(examples.cases)('$id in $context does $action and answers $reply', (example) => {
    const mediaCount = 'numMedia' in example ? example.numMedia : 0;
    const optOutType = 'optOutType' in example ? example.optOutType : undefined;
    const context = situations[example.context as SituationName];
    const decision = decideReply(readReply({ body: example.body, optOutType, mediaCount }), {
      ...context,
      mediaCount,
    });
    const reply = example.reply === 'UNKNOWN' ? 'UNKNOWN_NUMBER' : example.reply;
    expect({
      action: decision.action.kind.replaceAll('-', '_'),
      reply: decision.reply?.kind.replaceAll('-', '_').toUpperCase() ?? 'NONE',
    }).toEqual({ action: example.action, reply });
  });
});

describe('every meaning in every situation', () => {
  /** One reading for each column; the last seven depend on no estimate but for YES and a picture. */
  const columns: Record<string, { reading: ReplyReading; mediaCount?: number }> = {
    accept: { reading: { meaning: 'ACCEPT', ticketNumbers: [], isYes: false } },
    decline: { reading: { meaning: 'DECLINE', ticketNumbers: [], isYes: false } },
    acceptFirst: { reading: { meaning: 'ACCEPT', ticketNumbers: [first], isYes: false } },
    declineFirst: { reading: { meaning: 'DECLINE', ticketNumbers: [first], isYes: false } },
    acceptForeign: { reading: { meaning: 'ACCEPT', ticketNumbers: [foreign], isYes: false } },
    declineForeign: { reading: { meaning: 'DECLINE', ticketNumbers: [foreign], isYes: false } },
    unclear: { reading: { meaning: 'UNCLEAR', ticketNumbers: [], isYes: false } },
    startYes: { reading: { meaning: 'START', ticketNumbers: [], isYes: true } },
    picture: { reading: { meaning: 'EMPTY', ticketNumbers: [], isYes: false }, mediaCount: 1 },
  };
  const moved = 'none call-us moved-on';
  const phone = 'none - answered-while-opted-out';
  const flag = 'none - unclear';
  const again = 'none clarify unclear';
  const which = 'none which unclear';
  const none = 'none not-open unclear';
  const over = 'none not-open expired';
  const who = 'none unknown-number unclear';
  const yes = 'apply-accept confirm-accept -';
  const no = 'apply-decline confirm-decline -';
  const turnYes = 'apply-accept confirm-accept changed-mind';
  const turnNo = 'apply-decline confirm-decline changed-mind';
  const outYes = 'apply-accept - answered-while-opted-out';
  const outNo = 'apply-decline - answered-while-opted-out';
  const clear = 'clear-opt-out - -';
  const clearAsk = 'clear-opt-out clarify unclear';
  const clearFlag = 'clear-opt-out - unclear';

  // accept, decline, accept first, decline first, accept foreign, decline foreign, unclear, YES, picture
  const expected: Record<SituationName, string[]> = {
    one_open: [yes, no, yes, no, again, again, again, clearAsk, again],
    two_open: [which, which, yes, no, which, which, which, clearFlag, flag],
    accepted: [quiet, turnNo, quiet, turnNo, none, none, flag, clear, flag],
    declined: [turnYes, quiet, turnYes, quiet, none, none, flag, clear, flag],
    work_started: [quiet, moved, quiet, moved, none, none, flag, clear, flag],
    returned: [moved, quiet, moved, quiet, none, none, flag, clear, flag],
    closed: [none, none, none, none, none, none, flag, clear, flag],
    expired: [over, over, over, over, none, none, flag, clear, flag],
    opted_out_expired: [phone, phone, phone, phone, phone, phone, flag, clear, flag],
    no_estimate: [none, none, none, none, none, none, flag, clear, flag],
    unknown_number: [who, who, who, who, who, who, who, clear, flag],
    opted_out: [outYes, outNo, outYes, outNo, phone, phone, flag, clearAsk, flag],
    opted_out_two_open: [phone, phone, outYes, outNo, phone, phone, flag, clearFlag, flag],
    opted_out_accepted: [quiet, outNo, quiet, outNo, phone, phone, flag, clear, flag],
    opted_out_work_started: [quiet, phone, quiet, phone, phone, phone, flag, clear, flag],
  };

  it.each(Object.entries(expected))('%s', (name, decisions) => {
    const made = Object.values(columns).map(({ reading, mediaCount = 0 }) =>
      inShort(decideReply(reading, { ...situations[name as SituationName], mediaCount })),
    );
    expect(made).toEqual(decisions);
  });

  it.each(Object.entries(situations))('%s: what depends on no estimate', (_name, given) => {
    const decided = (meaning: ReplyReading['meaning'], mediaCount = 0) =>
      inShort(decideReply({ meaning, ticketNumbers: [], isYes: false }, { ...given, mediaCount }));
    expect({
      STOP: decided('STOP'),
      OPT_OUT_REQUEST: decided('OPT_OUT_REQUEST', 1),
      START: decided('START'),
      HELP: decided('HELP'),
      REACTION: decided('REACTION', 1),
      AUTO_REPLY: decided('AUTO_REPLY'),
      EMPTY: decided('EMPTY'),
    }).toEqual({
      STOP: 'set-opt-out - opted-out',
      OPT_OUT_REQUEST: 'set-opt-out - opted-out',
      START: clear,
      HELP: quiet,
      REACTION: quiet,
      AUTO_REPLY: quiet,
      EMPTY: quiet,
    });
  });
});

describe('decideReply with a mixture of estimates', () => {
  const decide = (body: string, ...estimates: AnswerableEstimate[]) =>
    decideReply(readReply({ body, mediaCount: 0 }), situation(estimates));

  it('takes an answer without a number for the only open one, whatever else there is', () => {
    for (const state of ['accepted', 'declined', 'work-started', 'returned', 'closed'] as const) {
      for (const body of ['ACCEPT', 'DECLINE']) {
        const { action, about } = decide(body, estimate(state, second), estimate('open'));
        expect(action).toEqual({
          kind: `apply-${body.toLowerCase()}`,
          estimateId: estimate('open').estimateId,
        });
        expect(about).toBe(first);
      }
    }
  });

  it('takes a named ticket of the phone whatever its state', () => {
    const decision = decide(`DECLINE ${second}`, estimate('open'), estimate('accepted', second));
    expect(decision.action).toEqual({
      kind: 'apply-decline',
      estimateId: estimate('accepted', second).estimateId,
    });
    expect(inShort(decision)).toBe('apply-decline confirm-decline changed-mind');
    const late = decide(`DECLINE ${second}`, estimate('open'), estimate('work-started', second));
    expect(inShort(late)).toBe('none call-us moved-on');
    expect(late.reply).toMatchObject({ ticketNumber: second });
    expect(late.about).toBe(second);
  });

  it('does not say that nothing is open when the named one is closed and another is open', () => {
    const one = decide(`ACCEPT ${second}`, estimate('closed', second), estimate('open'));
    expect(inShort(one)).toBe('none clarify unclear');
    expect(one.reply).toMatchObject({ ticketNumber: first, priceCents: 15000 });
    const third = 'WH345678GHJ';
    const several = decide(
      `ACCEPT ${third}`,
      estimate('closed', third),
      estimate('open'),
      estimate('open', second),
    );
    expect(inShort(several)).toBe('none which unclear');
    expect(several.reply).toMatchObject({
      estimates: [{ ticketNumber: first }, { ticketNumber: second }],
    });
  });

  it('tells staff of an answer to an expired one, and asks about the open one', () => {
    const one = decide(`ACCEPT ${second}`, estimate('expired', second), estimate('open'));
    expect(inShort(one)).toBe('none clarify expired');
    expect(one.reply).toMatchObject({ ticketNumber: first });
    expect(one.about).toBe(second);
    const plain = decide('ACCEPT', estimate('expired', second), estimate('open'));
    expect(inShort(plain)).toBe('apply-accept confirm-accept -');
    expect(plain.about).toBe(first);
  });

  it('counts only the newest estimate of a ticket', () => {
    const replaced = [{ ...estimate('declined'), estimateId: 'older' }];
    expect(inShort(decide('ACCEPT', estimate('closed'), ...replaced))).toBe(
      'none not-open unclear',
    );
    expect(inShort(decide(`ACCEPT ${first}`, estimate('closed'), ...replaced))).toBe(
      'none not-open unclear',
    );
    expect(decide(`ACCEPT ${first}`, estimate('open'), ...replaced).action).toEqual({
      kind: 'apply-accept',
      estimateId: estimate('open').estimateId,
    });
  });

  it('does not choose between two estimates that are both said to be open for one ticket', () => {
    const twice = [estimate('open'), { ...estimate('open'), estimateId: 'older' }];
    expect(inShort(decide(`ACCEPT ${first}`, ...twice))).toBe('none which unclear');
  });

  it('leaves to staff which of several answered ones is meant', () => {
    const flagged = 'none not-open unclear';
    const cases: [string, EstimateAnswerState, EstimateAnswerState, string][] = [
      ['DECLINE', 'accepted', 'accepted', flagged],
      ['ACCEPT', 'accepted', 'declined', flagged],
      ['DECLINE', 'work-started', 'accepted', flagged],
      ['ACCEPT', 'closed', 'declined', flagged],
      ['ACCEPT', 'closed', 'accepted', flagged],
      ['ACCEPT', 'accepted', 'accepted', quiet],
      ['ACCEPT', 'work-started', 'accepted', quiet],
      ['DECLINE', 'declined', 'declined', quiet],
    ];
    for (const [body, newest, older, decided] of cases) {
      const decision = decide(body, estimate(newest, second), estimate(older));
      expect([body, newest, older, inShort(decision)]).toEqual([body, newest, older, decided]);
    }
  });

  it('is not held up by what staff finished earlier', () => {
    for (const older of ['work-started', 'returned', 'closed'] as const) {
      const decision = decide('DECLINE', estimate('accepted', second), estimate(older));
      expect(inShort(decision)).toBe('apply-decline confirm-decline changed-mind');
      expect(decision.about).toBe(second);
    }
  });

  it('shows a text on the named ticket, else the open one, else the newest', () => {
    const both = [estimate('closed', second), estimate('open')];
    expect(decide('When is it ready?', ...both).about).toBe(first);
    expect(decide(`When is ${second} ready?`, ...both).about).toBe(second);
    expect(decide(`ACCEPT ${foreign}`, ...both).about).toBe(first);
    expect(decide('hi', estimate('closed', second), estimate('closed')).about).toBe(second);
    expect(decide('hi').about).toBeNull();
  });

  it('shows a text that is about nothing open on the ticket that the phone was last texted about', () => {
    const lastTicket = 'WH345678GHJ';
    const about = (body: string, ...estimates: AnswerableEstimate[]) =>
      decideReply(readReply({ body, mediaCount: 0 }), situation(estimates, { lastTicket })).about;
    expect(about('When is it ready?')).toBe(lastTicket);
    expect(about('When is it ready?', estimate('work-started'))).toBe(lastTicket);
    expect(about('When is it ready?', estimate('open'))).toBe(first);
    expect(about(`Is ${first} ready?`, estimate('closed'))).toBe(first);
    // What changes a ticket, or is answered about one, is shown on that one.
    expect(about('DECLINE', estimate('accepted'))).toBe(first);
    expect(about('DECLINE', estimate('work-started'))).toBe(first);
  });

  it('treats a phone with estimates as known', () => {
    const known = { ...situations.one_open, knownPhone: false };
    expect(inShort(decideReply(readReply({ body: 'ACCEPT', mediaCount: 0 }), known))).toBe(
      'apply-accept confirm-accept -',
    );
  });
});

describe('a reply that decides nothing', () => {
  const answered = new Set(['ACCEPT', 'DECLINE']);

  it.each(Object.entries(situations))(
    '%s: what was not understood is always read by staff',
    (_name, given) => {
      const unread = ['ok but can you do it for 400?', '👍', 'yes', 'Is it ready?'].map((body) =>
        decideReply(readReply({ body, mediaCount: 0 }), given),
      );
      expect(unread.map(({ attention }) => attention)).toEqual(unread.map(() => 'unclear'));
    },
  );

  it.each(Object.entries(situations))(
    '%s: whoever is asked back or told that nothing changed is read by staff',
    (_name, given) => {
      for (const body of ['ACCEPT', 'DECLINE', `ACCEPT ${foreign}`, 'hi']) {
        const reading = readReply({ body, mediaCount: 0 });
        const { action, reply, attention } = decideReply(reading, given);
        if (action.kind === 'none' && reply !== null) expect([body, attention]).not.toContain(null);
        if (attention === null) expect(answered).toContain(reading.meaning);
      }
    },
  );
});

describe('mayReplyAutomatically', () => {
  const minute = 60_000;
  const now = 1_763_700_000_000;
  const sent = (kind: Parameters<typeof mayReplyAutomatically>[0], ...minutesAgo: number[]) =>
    minutesAgo.map((ago) => ({ kind, sentAt: now - ago * minute }));

  it('allows three in an hour', () => {
    expect(mayReplyAutomatically('clarify', [], now)).toBe(true);
    expect(mayReplyAutomatically('clarify', sent('clarify', 1, 59), now)).toBe(true);
    expect(mayReplyAutomatically('clarify', sent('clarify', 1, 2, 59), now)).toBe(false);
    expect(mayReplyAutomatically('clarify', sent('clarify', 1, 2, 60), now)).toBe(true);
    expect(mayReplyAutomatically('confirm-accept', sent('which', 0, 5, 30, 31), now)).toBe(false);
  });

  it('tells a stranger once in 24 hours', () => {
    const day = 24 * 60;
    expect(mayReplyAutomatically('unknown-number', sent('unknown-number', day - 1), now)).toBe(
      false,
    );
    expect(mayReplyAutomatically('unknown-number', sent('unknown-number', day), now)).toBe(true);
    expect(mayReplyAutomatically('unknown-number', sent('clarify', 61), now)).toBe(true);
    expect(mayReplyAutomatically('clarify', sent('unknown-number', 1), now)).toBe(true);
    expect(mayReplyAutomatically('unknown-number', sent('clarify', 1, 2, 3), now)).toBe(false);
  });
});
