import type { ReactNode, RefCallback } from 'react';
import type { FieldKind } from '../../domain/field-list.ts';
import { type RepairFieldName, repairFields } from '../../domain/repair-fields.ts';
import { MoneyField, TextArea, TextField } from '../ui/text-field.tsx';
import { PromiseField } from './promise-field.tsx';

interface ControlProps {
  name: RepairFieldName;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => unknown;
  onBlur?: (event: { target: { value: string } }) => unknown;
  value?: string;
  ref?: RefCallback<HTMLElement>;
  /** The id of a datalist with what may be meant. */
  list?: string | undefined;
}

const controls: Record<
  FieldKind,
  (props: ControlProps & { label: string; optional: boolean }) => ReactNode
> = {
  line: (props) => (
    <TextField
      {...props}
      autoComplete="off"
      spellCheck={false}
      autoCapitalize={props.name === 'serialNumber' ? 'characters' : 'words'}
    />
  ),
  text: ({ list: _, ...props }) => (
    <TextArea {...props} autoComplete="off" rows={props.optional ? 2 : 4} />
  ),
  date: ({ list: _, value = '', ...props }) => <PromiseField {...props} value={value} />,
  price: (props) => <MoneyField {...props} placeholder="0.00" />,
};

/** The control of one of a ticket's fields, the same where it is taken in and where it is edited. */
export function RepairControl(props: ControlProps) {
  const { kind, label, isRequired } = repairFields[props.name];
  return controls[kind]({ ...props, label, optional: !isRequired });
}
