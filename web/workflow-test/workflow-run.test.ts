import { describe, expect, it } from 'vitest';
import {
  afterNews,
  idleRun,
  isUnderWay,
  stepNames,
  type WorkflowNews,
  type WorkflowRun,
} from './workflow-run.ts';

const runAfter = (...news: WorkflowNews[]): WorkflowRun => news.reduce(afterNews, idleRun);
const statesOf = ({ steps }: WorkflowRun) => steps.map(({ state }) => state);

const waiting = { since: 0, polls: 3, note: 'Hello came in' };
const firstDone: WorkflowNews[] = [
  { kind: 'started' },
  { kind: 'began', step: 'Send Estimate' },
  { kind: 'succeeded', step: 'Send Estimate', evidence: 'SM1' },
  { kind: 'began', step: 'Customer Reply' },
  { kind: 'waited', waiting },
];

describe('a workflow test', () => {
  it('has the specification’s six steps, all pending', () => {
    expect(idleRun.steps.map(({ name }) => name)).toEqual([
      'Send Estimate',
      'Customer Reply',
      'Webhook Called',
      'Process Reply',
      'Update Database',
      'Send Confirmation',
    ]);
    expect(new Set(statesOf(idleRun))).toEqual(new Set(['pending']));
    expect(isUnderWay(idleRun)).toBe(false);
  });

  it('shows how far it is, with what shows it', () => {
    const run = runAfter(...firstDone);
    expect(statesOf(run)).toEqual([
      'success',
      'running',
      'pending',
      'pending',
      'pending',
      'pending',
    ]);
    expect(run.steps[0]?.line).toBe('SM1');
    expect(run.waiting).toEqual(waiting);
    expect(isUnderWay(run)).toBe(true);
  });

  it('keeps the steps after a failed one pending', () => {
    const run = runAfter(...firstDone, { kind: 'failed', words: 'No connection' });
    expect(run).toMatchObject({ phase: 'failed', waiting: null });
    expect(statesOf(run).slice(0, 3)).toEqual(['success', 'error', 'pending']);
    expect(run.steps[1]?.line).toBe('No connection');
    expect(isUnderWay(run)).toBe(false);
  });

  it('is under way until a stop has been answered, and then stands where it stood', () => {
    const stopping = runAfter(...firstDone, { kind: 'stop-asked' });
    expect(stopping.phase).toBe('stopping');
    expect(isUnderWay(stopping)).toBe(true);
    const stopped = afterNews(stopping, { kind: 'stopped' });
    expect(stopped).toMatchObject({ phase: 'stopped', waiting: null });
    expect(statesOf(stopped).slice(0, 2)).toEqual(['success', 'pending']);
    expect(stopped.steps[1]?.line).toBe('Stopped.');
  });

  it('takes no stop once it is over', () => {
    expect(
      runAfter(...firstDone, { kind: 'failed', words: '' }, { kind: 'stop-asked' }).phase,
    ).toBe('failed');
  });

  it('ends with all six, and begins anew from none', () => {
    const passed = runAfter(
      { kind: 'started' },
      ...stepNames.flatMap((step): WorkflowNews[] => [
        { kind: 'began', step },
        { kind: 'succeeded', step, evidence: step },
      ]),
      { kind: 'passed' },
    );
    expect(passed.phase).toBe('passed');
    expect(new Set(statesOf(passed))).toEqual(new Set(['success']));
    expect(afterNews(passed, { kind: 'started' })).toEqual({ ...idleRun, phase: 'running' });
  });
});
