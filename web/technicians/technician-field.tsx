import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { techniciansQuery } from '../api/queries.ts';
import { isolated } from '../ui/isolated.ts';
import { SelectField } from '../ui/select-field.tsx';
import { activeRepairsText } from './technician-words.ts';

interface TechnicianFieldProps
  extends Omit<ComponentProps<typeof SelectField>, 'label' | 'children' | 'hint' | 'value'> {
  value: string;
  /** Nothing else beside it says what each is good at and has to do. */
  describesChosen?: boolean;
}

/** The choice of a technician. */
export function TechnicianField({
  value,
  describesChosen = false,
  error,
  ...rest
}: TechnicianFieldProps) {
  const { data, isError } = useQuery(techniciansQuery);
  const technicians = data?.items ?? [];
  const chosen = describesChosen ? technicians.find(({ id }) => id === value) : undefined;
  return (
    <SelectField
      {...rest}
      label="Technician"
      value={value}
      placeholder={data === undefined && !isError ? 'Loading technicians…' : 'Choose a technician'}
      error={isError && data === undefined ? 'The technicians could not be loaded' : error}
      hint={
        chosen && `${chosen.specialties.join(', ')} · ${activeRepairsText(chosen.activeRepairs)}`
      }
    >
      {technicians.map(({ id, name }) => (
        <option key={id} value={id}>
          {isolated(name)}
        </option>
      ))}
    </SelectField>
  );
}
