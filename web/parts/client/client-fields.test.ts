import { describe, expect, it } from 'vitest';
import { CallProblem } from '../../data/call.ts';
import { refusedFields } from './client-fields.tsx';

function refusal(errors: { path: string; message: string }[]): CallProblem {
  return new CallProblem({ code: 'validation-failed', errors }, 422, null);
}

describe('refusedFields', () => {
  it('names the fields of the form, in the server’s order', () => {
    const errors = [
      { path: 'email', message: 'Email is required' },
      { path: 'name', message: 'Name is required' },
    ];
    expect(refusedFields(refusal(errors))).toEqual([
      { name: 'email', message: 'Email is required' },
      { name: 'name', message: 'Name is required' },
    ]);
  });

  it('leaves out what the form does not show', () => {
    expect(refusedFields(refusal([{ path: 'deletedAt', message: 'Unknown' }]))).toEqual([]);
  });

  it('finds none in another failure', () => {
    expect(refusedFields(new CallProblem({ code: 'offline' }, 0, null))).toEqual([]);
    expect(refusedFields(new Error('broken'))).toEqual([]);
  });
});
