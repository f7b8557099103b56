import { namesOfPart } from '../../domain/repair-fields.ts';
import { CheckField } from '../ui/check-field.tsx';
import { IntakeControl } from './intake-control.tsx';
import { useIntakeField } from './intake-field.ts';

export function PriceSection() {
  const sameDay = useIntakeField('isSameDay');
  return (
    <>
      {namesOfPart('price').map((name) => (
        <IntakeControl key={name} name={name} />
      ))}
      <CheckField {...sameDay} label="Same day" />
    </>
  );
}
