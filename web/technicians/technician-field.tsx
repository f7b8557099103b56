import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type { TechnicianWithCounts } from '../../domain/api-answers.ts';
import { techniciansQuery } from '../data/queries.ts';
import { SelectField } from '../ui/choice-fields.tsx';
import { formatCount, isolated } from '../ui/text.tsx';

/** Active, total and done, as on the card (specification, section 2, "Technicians"). */
export function TechnicianCounts({ technician }: { technician: TechnicianWithCounts }) {
  const counts = [
    { label: 'Active', count: technician.activeRepairs },
    { label: 'Total', count: technician.total },
    { label: 'Done', count: technician.done },
  ];
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(4.5rem,1fr))] gap-x-4">
      {counts.map(({ label, count }) => (
        <div key={label} className="flex min-w-0 flex-col-reverse">
          <dt className="text-ink-muted text-sm">{label}</dt>
          <dd className="figures break-words font-semibold text-lg">{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** @returns "1 active repair", "2 active repairs" */
function activeRepairsText(count: number): string {
  return `${count === 0 ? 'no' : count} active ${count === 1 ? 'repair' : 'repairs'}`;
}

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
