import { describe, expect, it } from 'vitest';
import { repairEditSchema } from '../../../domain/api-inputs.ts';
import { blankRepair, editOf, type TypedRepair } from './typed-repair.ts';

const before: TypedRepair = {
  ...blankRepair,
  watchBrand: 'Omega',
  watchModel: 'Speedmaster',
  issue: 'Stops at night',
  repairPrice: '150.00',
};

describe('editOf', () => {
  it('holds nothing when nothing was changed', () => {
    expect(editOf(before, { ...before, watchModel: ' Speedmaster ' })).toEqual({});
  });

  it('holds only what was changed', () => {
    expect(editOf(before, { ...before, serialNumber: '77 1', repairPrice: '1,250.5' })).toEqual({
      serialNumber: '77 1',
      repairPrice: 1250.5,
    });
  });

  it('takes an emptied price away', () => {
    const edit = editOf(before, { ...before, repairPrice: ' ' });
    expect(repairEditSchema.parse(edit)).toEqual({ repairPrice: null });
  });

  it('leaves what is not a price to the schema, which says so', () => {
    const edit = editOf(before, { ...before, repairPrice: 'a lot' });
    expect(repairEditSchema.safeParse(edit).error?.issues[0]?.message).toBe(
      'Repair price must be a number',
    );
  });
});
