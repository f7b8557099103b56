import { describe, expect, it } from 'vitest';
import { acceptedProblems, judgeAudit } from './judge.ts';

const today = '2026-11-21';
const advisory = (id: string, severity: string) => ({
  source: 1,
  name: 'leaky',
  title: 'Tells everything',
  url: `https://advisories.example/${id}`,
  severity,
});
const report = (...via: unknown[]) =>
  JSON.stringify({
    vulnerabilities: {
      leaky: { name: 'leaky', severity: 'high', via },
      user: { name: 'user', severity: 'high', via: ['leaky'] },
    },
  });
const known = 'GHSA-aaaa-bbbb-cccc';
const accepted = {
  advisory: known,
  reason: 'Only its parser is used, on our own files',
  until: today,
};

describe('judgeAudit', () => {
  it('stops at what is high or critical, naming each once', () => {
    const output = report(
      advisory(known, 'high'),
      advisory('GHSA-dddd-eeee-ffff', 'critical'),
      advisory('GHSA-gggg-hhhh-iiii', 'moderate'),
      advisory(known, 'high'),
    );
    expect(judgeAudit(output, [], today)).toEqual({
      kind: 'asked',
      problems: [
        `leaky: Tells everything (high, ${known})`,
        'leaky: Tells everything (critical, GHSA-dddd-eeee-ffff)',
      ],
      notes: [],
    });
  });

  it('lets an accepted problem pass until its last day is over', () => {
    const output = report(advisory(known, 'high'));
    expect(judgeAudit(output, [accepted], today)).toMatchObject({ problems: [], notes: [] });
    const { problems } = judgeAudit(output, [accepted], '2026-11-22') as { problems: string[] };
    expect(problems).toEqual([expect.stringContaining(`was accepted until ${today}`)]);
  });

  it('says when an accepted problem is gone', () => {
    expect(judgeAudit('{"vulnerabilities":{}}', [accepted], today)).toEqual({
      kind: 'asked',
      problems: [],
      notes: [expect.stringContaining(known)],
    });
  });

  it.each([
    [null, 'no answer in time'],
    ['', 'an answer that cannot be read'],
    ['<html>', 'an answer that cannot be read'],
    ['{"statusCode":405,"message":"405 at https://registry.example/x"}', '405'],
    ['{"error":{"code":"ENOTFOUND","summary":"https://registry.example"}}', 'ENOTFOUND'],
    [
      '{"message":"request to https://registry.example failed, reason: ECONNREFUSED"}',
      'ECONNREFUSED',
    ],
    ['[]', 'no answer'],
  ])('knows that the registry gave no answer: %s', (output, why) => {
    expect(judgeAudit(output, [], today)).toEqual({ kind: 'not-asked', why });
  });
});

describe('acceptedProblems', () => {
  it('requires a reason and a date', () => {
    expect(acceptedProblems([accepted])).toEqual([]);
    expect(acceptedProblems([{ ...accepted, reason: 'ok' }])).toHaveLength(1);
    expect(acceptedProblems([{ ...accepted, until: 'later' }])).toHaveLength(1);
    expect(acceptedProblems([{ ...accepted, until: '2026-13-40' }])).toHaveLength(1);
    expect(acceptedProblems({})).toHaveLength(1);
  });
});
