import { describe, expect, it } from 'vitest';
import { finalCheckDetails, finalCheckText, uncheckedLines } from './final-check.ts';

describe('the final check', () => {
  const checked = [
    { line: 'Crown down', isChecked: true },
    { line: 'Water test', isChecked: false },
  ];

  it('is unchecked if no one checked anything, and absent without lines', () => {
    expect(uncheckedLines([])).toBeNull();
    expect(uncheckedLines(['Crown down'])).toEqual([{ line: 'Crown down', isChecked: false }]);
  });

  it('says what was checked and what was not', () => {
    expect(finalCheckDetails(checked)).toEqual([
      'Final check: Crown down',
      'Not checked: Water test',
    ]);
    expect(finalCheckText(checked)).toBe('Crown down: yes\nWater test: no');
    expect(finalCheckText(null)).toBeNull();
  });

  it.each([undefined, null, 'no', [1, null]])('of an older event says nothing: %j', (stored) => {
    expect(finalCheckDetails(stored)).toEqual([]);
  });
});
