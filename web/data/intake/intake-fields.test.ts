import { describe, expect, it } from 'vitest';
import type { Client } from '../../../domain/api-answers.ts';
import { noClientExtras } from '../../../domain/client-fields.ts';
import {
  answeredWatch,
  emptyFields,
  fieldOf,
  fieldsOfClient,
  fieldsWithoutClient,
  isBlank,
  submissionOf,
  watchAnswer,
} from './intake-fields.ts';

const ana: Client = {
  id: 'client-1',
  name: 'Ana Lima',
  email: 'ana@example.com',
  phone: '2125550101',
  address: null,
  ...noClientExtras,
  optedOutAt: null,
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:04:05.000Z',
};

describe('the new-repair form', () => {
  it('is blank as long as nothing but space was typed', () => {
    expect(isBlank(emptyFields)).toBe(true);
    expect(isBlank({ ...emptyFields, issue: ' \n' })).toBe(true);
    expect(isBlank({ ...emptyFields, isSameDay: true })).toBe(false);
    const chosen = { ...emptyFields, ...fieldsOfClient(ana, emptyFields), client: ana };
    expect(isBlank(chosen)).toBe(true);
    expect(isBlank({ ...chosen, customerPhone: '(212) 555-0102' })).toBe(false);
    expect(isBlank({ ...chosen, watchBrand: 'Omega' })).toBe(false);
    expect(isBlank({ ...emptyFields, serialNumber: '7' })).toBe(false);
    // A date that was proposed does not count as typed.
    expect(isBlank({ ...emptyFields, expectedOn: '2026-03-05' })).toBe(true);
    expect(isBlank({ ...emptyFields, expectedOn: '2026-03-05', hasOwnDate: true })).toBe(false);
  });

  it('sends the price as a number and the client by id', () => {
    const body = submissionOf('an-id', { ...emptyFields, client: ana, repairPrice: '1,250.00' });
    expect(body).toMatchObject({ repairId: 'an-id', clientId: 'client-1', repairPrice: 1250 });
    expect(Object.keys(body)).not.toContain('client');
    expect(Object.keys(body)).not.toContain('confirmedChanges');
    expect(Object.keys(body)).not.toContain('hasOwnDate');
    const promised = submissionOf('an-id', { ...emptyFields, expectedOn: '2026-03-05' });
    expect(promised).toMatchObject({ expectedOn: '2026-03-05' });
    expect(submissionOf('an-id', emptyFields)).toMatchObject({ clientId: null, repairPrice: null });
  });

  it('names the visit after its first watch, which may be this one', () => {
    expect(submissionOf('an-id', emptyFields)).toMatchObject({ visitId: 'an-id' });
    const another = { ...emptyFields, visitId: 'first-id' };
    expect(submissionOf('an-id', another)).toMatchObject({ visitId: 'first-id' });
    expect(isBlank(another)).toBe(true);
  });

  it('knows which of its fields a message from the server belongs to', () => {
    expect(fieldOf('clientId')).toBe('client');
    expect(fieldOf('watchModel')).toBe('watchModel');
    expect(fieldOf('repairId')).toBeNull();
  });

  it('takes over what the directory knows about a client and leaves the rest as typed', () => {
    const typed = { ...emptyFields, customerName: 'ana', customerAddress: '5 Elm Street' };
    expect(fieldsOfClient(ana, typed)).toEqual({
      customerName: 'Ana Lima',
      customerEmail: 'ana@example.com',
      customerPhone: '(212) 555-0101',
      customerAddress: '5 Elm Street',
    });
  });

  it('forgets with a client what it had taken over, but nothing that has been typed since', () => {
    const shown = { ...fieldsOfClient(ana, emptyFields), customerEmail: 'new@example.com' };
    expect(fieldsWithoutClient(ana, shown)).toEqual({
      customerName: '',
      customerEmail: 'new@example.com',
      customerPhone: '',
      customerAddress: '',
    });
  });
});

describe('the answer to whether a watch was here before', () => {
  const fields = { ...emptyFields, watchBrand: 'Rolex', serialNumber: 'V6Z-41937' };
  const answer = (sameWatchAs: string[]) => ({
    ...fields,
    watchAnswer: watchAnswer(fields, sameWatchAs),
  });

  it('is kept, and is undefined if no one answered', () => {
    expect(answeredWatch(fields)).toBeUndefined();
    expect(answeredWatch(answer(['WH1', 'WH2']))).toEqual(['WH1', 'WH2']);
    expect(answeredWatch(answer([]))).toEqual([]);
    expect(submissionOf('id', answer(['WH1'])).sameWatchAs).toEqual(['WH1']);
    expect(isBlank({ ...emptyFields, watchAnswer: answer([]).watchAnswer })).toBe(true);
  });

  it('belongs to the watch it was given for, however the serial is written', () => {
    expect(answeredWatch({ ...answer([]), serialNumber: 'v6z 41937' })).toEqual([]);
    expect(answeredWatch({ ...answer([]), serialNumber: 'V6Z-41938' })).toBeUndefined();
    expect(answeredWatch({ ...answer([]), watchBrand: 'Omega' })).toBeUndefined();
    expect(answeredWatch({ ...answer([]), serialNumber: '' })).toBeUndefined();
  });
});
