import X from 'lucide/x';
import { type ChangeEvent, type RefCallback, type RefObject, useRef } from 'react';
import { addDays, dateText, isCalendarDate } from '../../../domain/calendar-date.ts';
import { closedSpanOn, isOpenOn } from '../../../domain/closed-dates.ts';
import { furthestDays } from '../../../domain/promised-date.ts';
import { IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useShopCalendar, useToday } from '../time/shop-calendar.ts';

interface PromiseFieldProps {
  name: string;
  label: string;
  value: string;
  error: string | undefined;
  optional: boolean;
  onChange: (event: { target: { value: string; name: string } }) => unknown;
  onBlur?: ((event: { target: { value: string } }) => unknown) | undefined;
  ref?: RefCallback<HTMLElement> | RefObject<HTMLInputElement | null>;
}

/** A date, with its weekday, which is what people agree on; the cross removes it. */
export function PromiseField({ ref, value, onChange, ...rest }: PromiseFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const today = useToday();
  const calendar = useShopCalendar();
  const isDate = isCalendarDate(value);
  const isClosed = isDate && calendar !== undefined && !isOpenOn(value, calendar);
  const closedFor = isClosed ? closedSpanOn(value, calendar.closedDates)?.name : null;
  const words = isDate ? dateText(value, today) : 'No promised date';
  const closed = closedFor ? `the shop is closed (${closedFor})` : 'the shop is closed on that day';

  function keep(element: HTMLInputElement | null) {
    input.current = element;
    if (typeof ref === 'function') ref(element);
    else if (ref) ref.current = element;
  }

  return (
    <TextField
      {...rest}
      ref={keep}
      type="date"
      value={value}
      min={today}
      max={addDays(today, furthestDays)}
      onChange={(event: ChangeEvent<HTMLInputElement>) => onChange(event)}
      isDoubtful={isClosed}
      hint={isClosed ? `${words}: ${closed}` : words}
      trailing={
        value === '' ? undefined : (
          <IconButton
            icon={X}
            label="Remove the date"
            onClick={() => {
              onChange({ target: { value: '', name: rest.name } });
              input.current?.focus();
            }}
          />
        )
      }
    />
  );
}
