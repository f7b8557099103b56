import { describe, expect, it } from 'vitest';
import {
  type AnswerableEstimate,
  decideReply,
  type EstimateAnswerState,
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
    onlyOpenTicket: null,
    mediaCount: 0,
    lastTicket: null,
    unresolved: [],
    told: [],
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
  /**
   * One reading for each column. The other seven meanings depend on no estimate (below), except for YES
   * and a picture.
   */
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
  const photo = 'none - sent-photo';
  const photoAsk = 'none clarify sent-photo';
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
    one_open: [yes, no, yes, no, again, again, again, clearAsk, photoAsk],
    two_open: [which, which, yes, no, which, which, which, clearFlag, photo],
    accepted: [quiet, turnNo, quiet, turnNo, none, none, flag, clear, photo],
    declined: [turnYes, quiet, turnYes, quiet, none, none, flag, clear, photo],
    work_started: [quiet, moved, quiet, moved, none, none, flag, clear, photo],
    returned: [moved, quiet, moved, quiet, none, none, flag, clear, photo],
    closed: [none, none, none, none, none, none, flag, clear, photo],
    expired: [over, over, over, over, none, none, flag, clear, photo],
    opted_out_expired: [phone, phone, phone, phone, phone, phone, flag, clear, photo],
    no_estimate: [none, none, none, none, none, none, flag, clear, photo],
    unknown_number: [who, who, who, who, who, who, who, clear, photo],
    opted_out: [outYes, outNo, outYes, outNo, phone, phone, flag, clearAsk, photo],
    opted_out_two_open: [phone, phone, outYes, outNo, phone, phone, flag, clearFlag, photo],
    opted_out_accepted: [quiet, outNo, quiet, outNo, phone, phone, flag, clear, photo],
    opted_out_work_started: [quiet, phone, quiet, phone, phone, phone, flag, clear, photo],
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

  const third = 'WH345678GHJ';
  const yes = 'apply-accept confirm-accept -';
  const turnNo = 'apply-decline confirm-decline changed-mind';
  const none = 'none not-open unclear';
  const one = estimate('open');
  const two = (state: EstimateAnswerState) => estimate(state, second);
  const older = { ...estimate('declined'), estimateId: 'older' };
  const answered = ['accepted', 'declined', 'work-started', 'returned', 'closed'] as const;
  const finished = ['work-started', 'returned', 'closed'] as const;

  /** The estimates newest first, and the ticket on which the text is shown. */
  it.each<[what: string, string, AnswerableEstimate[], decided: string, about: string]>([
    ...answered.flatMap((state): [string, string, AnswerableEstimate[], string, string][] => [
      ['the only open one is meant', 'ACCEPT', [two(state), one], yes, first],
      [
        'the only open one is meant',
        'DECLINE',
        [two(state), one],
        'apply-decline confirm-decline -',
        first,
      ],
    ]),
    ['a named ticket is meant', `DECLINE ${second}`, [one, two('accepted')], turnNo, second],
    [
      'a named ticket is meant in any state',
      `DECLINE ${second}`,
      [one, two('work-started')],
      'none call-us moved-on',
      second,
    ],
    [
      'a closed one: does not say that nothing is open',
      `ACCEPT ${second}`,
      [two('closed'), one],
      'none clarify unclear',
      second,
    ],
    [
      'a closed one, and two are open',
      `ACCEPT ${third}`,
      [estimate('closed', third), one, two('open')],
      'none which unclear',
      third,
    ],
    [
      'an expired one: asks about the open one',
      `ACCEPT ${second}`,
      [two('expired'), one],
      'none clarify expired',
      second,
    ],
    ['the open one, not the expired one', 'ACCEPT', [two('expired'), one], yes, first],
    ['only the newest of a ticket counts', 'ACCEPT', [estimate('closed'), older], none, first],
    [
      'only the newest counts when it is named, too',
      `ACCEPT ${first}`,
      [estimate('closed'), older],
      none,
      first,
    ],
    ['the newest of a ticket, open', `ACCEPT ${first}`, [one, older], yes, first],
    [
      'two of one ticket are said to be open',
      `ACCEPT ${first}`,
      [one, { ...one, estimateId: 'older' }],
      'none which unclear',
      first,
    ],
    ['staff decide', 'DECLINE', [two('accepted'), estimate('accepted')], none, second],
    ['staff decide', 'ACCEPT', [two('accepted'), older], none, second],
    ['staff decide', 'DECLINE', [two('work-started'), estimate('accepted')], none, second],
    ['staff decide', 'ACCEPT', [two('closed'), older], none, second],
    ['staff decide', 'ACCEPT', [two('closed'), estimate('accepted')], none, second],
    ['nothing changes', 'ACCEPT', [two('accepted'), estimate('accepted')], quiet, second],
    ['nothing changes', 'ACCEPT', [two('work-started'), estimate('accepted')], quiet, second],
    ['nothing changes', 'DECLINE', [two('declined'), estimate('declined')], quiet, second],
    ...finished.map((state): [string, string, AnswerableEstimate[], string, string] => [
      'what staff finished earlier is not in the way',
      'DECLINE',
      [two('accepted'), estimate(state)],
      turnNo,
      second,
    ]),
  ])('%s: %s', (_what, body, estimates, decided, about) => {
    const decision = decide(body, ...estimates);
    expect([inShort(decision), decision.about]).toEqual([decided, about]);
    const { action } = decision;
    if ('estimateId' in action) {
      const meant = estimates.find(({ ticketNumber }) => ticketNumber === about);
      expect(action.estimateId).toBe(meant?.estimateId);
    }
  });

  it('asks about the open ones', () => {
    const asked = (body: string, ...estimates: AnswerableEstimate[]) =>
      decide(body, ...estimates).reply;
    expect(asked(`ACCEPT ${second}`, two('closed'), one)).toMatchObject({
      ticketNumber: first,
      priceCents: 15000,
    });
    expect(asked(`ACCEPT ${second}`, two('expired'), one)).toMatchObject({ ticketNumber: first });
    expect(asked(`ACCEPT ${third}`, estimate('closed', third), one, two('open'))).toMatchObject({
      estimates: [{ ticketNumber: first }, { ticketNumber: second }],
    });
    const late = asked(`DECLINE ${second}`, one, two('work-started'));
    expect(late).toMatchObject({ ticketNumber: second });
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

  it('shows a picture that is about nothing on the only open ticket', () => {
    const given = { lastTicket: 'WH345678GHJ', onlyOpenTicket: 'WH456789KLM' };
    const about = (body: string, mediaCount: number, ...estimates: AnswerableEstimate[]) =>
      decideReply(readReply({ body, mediaCount }), situation(estimates, { ...given, mediaCount }))
        .about;
    for (const body of ['', 'The crown is loose', 'Thanks']) {
      expect(about(body, 1)).toBe(given.onlyOpenTicket);
      expect(about(body, 1, estimate('returned'))).toBe(given.onlyOpenTicket);
      expect(about(body, 0)).toBe(given.lastTicket);
      expect(about(body, 1, estimate('open'))).toBe(first);
    }
    expect(about(`Here is ${first}`, 2, estimate('closed'))).toBe(first);
    const several = situation([], { lastTicket: first, mediaCount: 1 });
    expect(decideReply(readReply({ body: '', mediaCount: 1 }), several).about).toBe(first);
  });

  it.each<[string, string[], AnswerableEstimate[], string]>([
    ['ACCEPT', [first], [], `none - answered-while-unsettled ${first}`],
    ['DECLINE', [first], [], `none - answered-while-unsettled ${first}`],
    ['ACCEPT', [first], [estimate('accepted', second)], `none - answered-while-unsettled ${first}`],
    [`ACCEPT ${first}`, [second, first], [], `none - answered-while-unsettled ${first}`],
    [`ACCEPT ${first}`, [first], [two('open')], `none - answered-while-unsettled ${first}`],
    // Two that it may be about.
    ['ACCEPT', [second, first], [], `none - unclear ${second}`],
    ['ACCEPT', [first], [two('open')], `none - unclear ${second}`],
    ['ACCEPT', [first], [one], `none - unclear ${first}`],
    [`ACCEPT ${first}`, [first], [one], `none - unclear ${first}`],
    // Perhaps the earlier price again.
    ['ACCEPT', [first], [estimate('accepted')], `none - unclear ${first}`],
    ['DECLINE', [first], [estimate('accepted')], `none - unclear ${first}`],
    [`ACCEPT ${first}`, [first], [estimate('declined')], `none - unclear ${first}`],
    [`ACCEPT ${second}`, [first], [two('open')], `apply-accept confirm-accept - ${second}`],
    ['Sounds good', [first], [], `none - unclear ${first}`],
    ['STOP', [first], [], `set-opt-out - opted-out ${first}`],
  ])('%s while nobody knows whether %o went out', (body, unresolved, estimates, decided) => {
    const given = situation(estimates, { unresolved });
    const decision = decideReply(readReply({ body, mediaCount: 0 }), given);
    expect(`${inShort(decision)} ${decision.about}`).toBe(decided);
  });

  it.each<[string, string[], AnswerableEstimate[], string]>([
    ['ACCEPT', [first], [], `none - answered-by-text ${first}`],
    ['DECLINE', [second, first], [], `none - answered-by-text ${second}`],
    [`ACCEPT ${first}`, [second, first], [], `none - answered-by-text ${first}`],
    ['ACCEPT', [first], [two('open')], `none - answered-by-text ${first}`],
    ['ACCEPT', [first], [two('accepted')], `none - answered-by-text ${first}`],
    ['DECLINE', [first], [two('work-started')], `none - answered-by-text ${first}`],
    // The texted one that it took the place of.
    [`ACCEPT ${first}`, [first], [estimate('closed')], `none - answered-by-text ${first}`],
    ['ACCEPT', [first], [estimate('closed')], `none - answered-by-text ${first}`],
    [`ACCEPT ${second}`, [first], [two('open')], `apply-accept confirm-accept - ${second}`],
    [`DECLINE ${second}`, [first], [two('accepted')], `${turnNo} ${second}`],
    [`ACCEPT ${second}`, [first], [two('closed')], `none not-open unclear ${second}`],
    // No answer is asked for that would then not count.
    ['Sounds good', [first], [two('open')], `none - unclear ${second}`],
    ['Sounds good', [first], [], 'none - unclear null'],
    ['STOP', [first], [], 'set-opt-out - opted-out null'],
  ])('%s while %o have estimates given without a text', (body, told, estimates, decided) => {
    const decision = decideReply(
      readReply({ body, mediaCount: 0 }),
      situation(estimates, { told }),
    );
    expect(`${inShort(decision)} ${decision.about}`).toBe(decided);
  });

  it('while an estimate given without a text is open, applies nothing for a phone that opted out, either', () => {
    const given = situation([two('open')], { told: [first], optedOut: true });
    const decision = decideReply(readReply({ body: 'ACCEPT', mediaCount: 0 }), given);
    expect(inShort(decision)).toBe('none - answered-by-text');
  });

  it('takes no answer for an estimate in doubt while one given without a text is open, unless it names the ticket', () => {
    const decided = (body: string) =>
      inShort(
        decideReply(
          readReply({ body, mediaCount: 0 }),
          situation([], { unresolved: [second], told: [first] }),
        ),
      );
    expect(decided('ACCEPT')).toBe('none - answered-by-text');
    expect(decided(`ACCEPT ${second}`)).toBe('none - answered-while-unsettled');
    expect(decided(`ACCEPT ${first}`)).toBe('none - answered-by-text');
  });

  it('treats a phone with estimates as known', () => {
    const known = { ...situations.one_open, knownPhone: false };
    expect(inShort(decideReply(readReply({ body: 'ACCEPT', mediaCount: 0 }), known))).toBe(
      'apply-accept confirm-accept -',
    );
  });
});
