import { TextField, type TextFieldProps } from './text-field.tsx';

export type MoneyFieldProps = Omit<TextFieldProps, 'type' | 'inputMode' | 'leading'>;

/**
 * Dollars as text: what was typed stays as it was typed and the domain's rule reads it, where a
 * number input would silently empty itself on "1,250.00".
 */
export function MoneyField(props: MoneyFieldProps) {
  return <TextField autoComplete="off" {...props} inputMode="decimal" leading="$" />;
}
