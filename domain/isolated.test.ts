import { describe, expect, it } from 'vitest';
import { isolated } from './isolated.ts';

describe('isolated', () => {
  it.each(['אברהם לוי', 'محمد الفاتح', 'Omega אומגה'])('sets %s apart', (name) => {
    expect(isolated(name)).toBe(`\u2068${name}\u2069`);
  });

  it.each(['Grace Hopper', 'Łukasz Żółć', '田中', '', '(212) 555-0101'])(
    'leaves %s alone',
    (name) => {
      expect(isolated(name)).toBe(name);
    },
  );
});
