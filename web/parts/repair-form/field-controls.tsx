import type { FunctionComponent, RefCallback } from 'react';
import { dateText } from '../../../domain/calendar-date.ts';
import type { FieldKind } from '../../../domain/field-kinds.ts';
import { languageNames } from '../../../domain/languages.ts';
import { parsePrice } from '../../../domain/money.ts';
import type { RepairFieldName } from '../../../domain/repair-fields.ts';
import { isBeforeTax, totalOf } from '../../../domain/tax.ts';
import { taxHint } from '../../../domain/ticket-tax.ts';
import { usePriceMode } from '../../data/shop-settings.ts';
import { CheckField, SelectField } from '../../ui/choice-fields.tsx';
import { MoneyField, TextArea, TextField } from '../../ui/text-field.tsx';
import { afterLeaving } from '../form/phone-typing.ts';
import { ConditionField } from './condition-field.tsx';
import { PromiseField } from './promise-field.tsx';

/** What is in a control is text, as its kind writes it and reads it back (domain/field-kinds.ts). */
interface ControlProps {
  name: RepairFieldName;
  label: string;
  optional: boolean;
  value: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => unknown;
  onBlur?: () => unknown;
  ref?: RefCallback<HTMLElement>;
  /** The id of a datalist with what may be meant. */
  list?: string | undefined;
}

interface KindControl {
  Control: FunctionComponent<ControlProps>;
  /** What is in it, as it is read. */
  wordsOf: (typed: string) => string;
}

const asTyped = (typed: string) => typed;

function PriceControl(props: ControlProps) {
  const mode = usePriceMode();
  const dollars = parsePrice(props.value);
  const total = dollars === null ? null : totalOf(dollars, mode);
  const hint =
    props.name === 'approvedUpTo'
      ? `Up to this price${isBeforeTax(mode) ? ', with tax' : ''}, no need to ask.`
      : taxHint(total, mode);
  return <MoneyField {...props} placeholder="0.00" hint={hint} />;
}

/** The control of each kind of field, the same where a repair is taken in and where it is edited. */
export const fieldControls: Readonly<Record<FieldKind, KindControl>> = {
  line: {
    Control: (props) => (
      <TextField
        {...props}
        autoComplete="off"
        spellCheck={false}
        autoCapitalize={props.name === 'serialNumber' ? 'characters' : 'words'}
      />
    ),
    wordsOf: asTyped,
  },
  text: {
    Control: ({ list: _, ...props }) => (
      <TextArea {...props} autoComplete="off" rows={props.optional ? 2 : 4} />
    ),
    wordsOf: asTyped,
  },
  phone: {
    Control: ({ list: _, ...props }) => (
      <TextField
        {...props}
        type="tel"
        autoComplete="off"
        onBlur={() => {
          const tidied = afterLeaving(props.value);
          if (tidied !== props.value) props.onChange({ target: { value: tidied } });
          return props.onBlur?.();
        }}
      />
    ),
    wordsOf: asTyped,
  },
  date: { Control: ({ list: _, ...props }) => <PromiseField {...props} />, wordsOf: dateText },
  price: {
    Control: PriceControl,
    wordsOf: asTyped,
  },
  flag: {
    Control: ({ optional: _optional, list: _list, value, onChange, ...props }) => (
      <CheckField
        {...props}
        checked={value === 'yes'}
        onChange={({ target }) => onChange({ target: { value: target.checked ? 'yes' : 'no' } })}
      />
    ),
    wordsOf: asTyped,
  },
  language: {
    Control: ({ list: _, ...props }) => (
      <SelectField {...props}>
        <option value="">Not chosen</option>
        {Object.values(languageNames).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
    ),
    wordsOf: asTyped,
  },
  condition: { Control: ConditionField, wordsOf: asTyped },
};
