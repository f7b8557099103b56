import { describe, expect, it } from 'vitest';
import { OptionError, readOptions } from './options.ts';
import { maxPhones as maxClients } from './phones.ts';

const present = Date.parse('2026-11-21T10:00:00Z');
const read = (...words: string[]) => readOptions(words, present);

describe('the command line', () => {
  it('asks by default for a large shop as of now, and starts it', () => {
    expect(read()).toEqual({
      size: { repairs: 20_000, clients: 10_000, photos: 200, seed: '1', now: present },
      isSpecified: false,
      start: true,
      help: false,
    });
  });

  it('takes another size, seed and time', () => {
    const words = '--repairs 2000 --clients=1000 --seed 7 --now 2026-01-02T03:04:05Z --photos 0';
    expect(read(...words.split(' '), '--no-start')).toEqual({
      size: {
        repairs: 2000,
        clients: 1000,
        photos: 0,
        seed: '7',
        now: Date.parse('2026-01-02T03:04:05Z'),
      },
      isSpecified: true,
      start: false,
      help: false,
    });
    expect(read('--no-start').isSpecified).toBe(false);
  });

  it.each([
    ['--repairs', 'many', '--repairs must be a whole number from 0'],
    ['--repairs', '-5', 'ambiguous'],
    ['--clients', '0', '--clients must be a whole number from 1'],
    ['--clients', String(maxClients + 1), `to ${maxClients}`],
    ['--clients', '1', '--repairs 20000 is too many for --clients 1'],
    ['--now', 'yesterday', '--now must be a time such as'],
    ['--now', '1066-10-14T09:00:00Z', '--now must be a time such as'],
    ['--color', 'red', "Unknown option '--color'"],
    ['here', 'there', 'Unexpected argument'],
  ])('refuses %s %s with a reason', (name, value, reason) => {
    expect(() => read(name, value)).toThrow(OptionError);
    expect(() => read(name, value)).toThrow(reason);
  });
});
