import { CheckField } from '../ui/check-field.tsx';
import { MoneyField } from '../ui/money-field.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { useIntakeField } from './intake-field.ts';

export function PriceSection() {
  const price = useIntakeField('repairPrice');
  const notes = useIntakeField('priceNotes');
  const sameDay = useIntakeField('isSameDay');
  return (
    <>
      <MoneyField {...price} label="Repair price" placeholder="0.00" optional />
      <TextArea {...notes} label="Price notes" rows={2} autoComplete="off" optional />
      <CheckField {...sameDay} label="Same day" />
    </>
  );
}
