import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { repairEditSchema } from '../../../domain/api-inputs.ts';
import { noRepairValues } from '../../../domain/repair-fields.ts';
import { defaultShopSettings } from '../../../domain/shop-settings.ts';
import { queryClient, settingsQuery } from '../queries.ts';
import { blankRepair, editOf, type TypedRepair, typedOf } from './typed-repair.ts';

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

  it('removes an emptied price', () => {
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

describe('a price in a shop that states its prices before tax', () => {
  const settings = { ...defaultShopSettings, taxThousandths: 10_000, pricesIncludeTax: false };
  const stored = { settings, revision: 1, updatedAt: '', timeZone: 'UTC', isSetUp: true };
  beforeEach(() => void queryClient.setQueryData(settingsQuery.queryKey, stored));
  afterEach(() => queryClient.clear());

  const repair = { ...noRepairValues, watchBrand: '', watchModel: '', issue: '' };

  it('is shown as it was typed, and sent as what the customer pays', () => {
    const typed = typedOf({ ...repair, repairPrice: 110, approvedUpTo: 80 });
    expect(typed).toMatchObject({ repairPrice: '100.00', approvedUpTo: '80.00' });
    expect(editOf(typed, { ...typed, repairPrice: '350', approvedUpTo: '90' })).toEqual({
      repairPrice: 385,
      approvedUpTo: 90,
    });
  });

  it('is not sent if it was left as it is, even one that no price before tax adds up to', () => {
    const typed = typedOf({ ...repair, repairPrice: 0.06 });
    expect(editOf(typed, { ...typed })).toEqual({});
  });
});
