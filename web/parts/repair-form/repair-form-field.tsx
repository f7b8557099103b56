import { useId } from 'react';
import { useController } from 'react-hook-form';
import { type RepairFieldName, repairFields } from '../../../domain/repair-fields.ts';
import type { TypedRepair } from '../../data/intake/typed-repair.ts';
import { fieldControls } from './field-controls.tsx';

/** A field of the list in the form around it, where a repair is taken in or edited. */
export function RepairFormField({
  name,
  suggestions,
  onTyped,
}: {
  name: RepairFieldName;
  suggestions?: readonly string[] | undefined;
  onTyped?: (name: RepairFieldName, value: string) => void;
}) {
  const listId = useId();
  const { field, fieldState } = useController<TypedRepair, RepairFieldName>({ name });
  const { kind, label, isRequired } = repairFields[name];
  const { Control } = fieldControls[kind];
  return (
    <>
      <Control
        {...field}
        onChange={(event) => {
          field.onChange(event);
          onTyped?.(name, event.target.value);
        }}
        label={label}
        optional={!isRequired}
        error={fieldState.error?.message}
        list={suggestions && listId}
      />
      {suggestions && (
        <datalist id={listId}>
          {suggestions.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      )}
    </>
  );
}
