import type { ReactNode } from 'react';
import { OtherVersion } from '../../parts/form/version-choice.tsx';
import { CheckField, SelectField } from '../../ui/choice-fields.tsx';
import { TextArea, TextField, type TextFieldProps } from '../../ui/text-field.tsx';
import { useSettingsFields } from './settings-form.tsx';
import { isYes, yesOrNo } from './settings-parts.ts';

/** The controls of the settings: each finds its value, and another version of it, in the form around it. */

interface Named {
  name: string;
  label: string;
}

export function WithOther({
  name,
  label,
  shown = (value) => value,
  children,
}: Named & {
  /** How a value is shown to people. */
  shown?: ((value: string) => string) | undefined;
  children: ReactNode;
}) {
  const { fields, changed, change } = useSettingsFields();
  const inWords = changed.map((field) => ({
    ...field,
    yours: shown(field.yours),
    stored: shown(field.stored),
  }));
  return (
    <div className="min-w-0">
      {children}
      <OtherVersion
        name={name}
        label={label}
        changed={inWords}
        value={shown(fields[name] ?? '')}
        onChoose={(chosen, words) => {
          const field = changed.find((each) => each.name === chosen);
          if (field) change(chosen, words === shown(field.stored) ? field.stored : field.yours);
        }}
      />
    </div>
  );
}

export function LineSetting({
  name,
  label,
  ...rest
}: Named & Omit<TextFieldProps, 'name' | 'label' | 'value' | 'onChange' | 'error'>) {
  const { fields, errors, change } = useSettingsFields();
  return (
    <WithOther name={name} label={label}>
      <TextField
        autoComplete="off"
        {...rest}
        name={name}
        label={label}
        value={fields[name] ?? ''}
        error={errors[name]}
        onChange={({ target }) => change(name, target.value)}
      />
    </WithOther>
  );
}

export function LinesSetting({
  name,
  label,
  hint,
  isRequired = false,
}: Named & { hint?: ReactNode; isRequired?: boolean }) {
  const { fields, errors, change } = useSettingsFields();
  return (
    <WithOther name={name} label={label}>
      <TextArea
        name={name}
        label={label}
        hint={hint}
        optional={!isRequired}
        rows={4}
        autoComplete="off"
        value={fields[name] ?? ''}
        error={errors[name]}
        onChange={({ target }) => change(name, target.value)}
      />
    </WithOther>
  );
}

export function BooleanSetting({
  name,
  label,
  hint,
  children = label,
}: Named & {
  hint?: ReactNode;
  /** Shown beside the box instead of the label. */
  children?: ReactNode;
}) {
  const { fields, errors, change } = useSettingsFields();
  return (
    <WithOther name={name} label={label} shown={(value) => (isYes(value) ? 'Yes' : 'No')}>
      <CheckField
        name={name}
        label={children}
        hint={hint}
        checked={isYes(fields[name])}
        error={errors[name]}
        onChange={({ target }) => change(name, yesOrNo(target.checked))}
      />
    </WithOther>
  );
}

export function SelectSetting({
  name,
  label,
  hint,
  shown,
  children,
}: Named & {
  hint?: ReactNode;
  /** How a value is shown to people. */
  shown: (value: string) => string;
  children: ReactNode;
}) {
  const { fields, errors, change } = useSettingsFields();
  return (
    <WithOther name={name} label={label} shown={shown}>
      <SelectField
        name={name}
        label={label}
        hint={hint}
        aria-required={false}
        value={fields[name] ?? ''}
        error={errors[name]}
        onChange={({ target }) => change(name, target.value)}
      >
        {children}
      </SelectField>
    </WithOther>
  );
}
