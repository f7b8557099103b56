import Plus from 'lucide/plus';
import X from 'lucide/x';
import {
  leakUnits,
  maxSteps,
  stepMethodLabels,
  stepMethods,
} from '../../../domain/measurements.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { SelectField } from '../../ui/choice-fields.tsx';
import { FieldError } from '../../ui/field.tsx';
import { Segments } from '../../ui/segments.tsx';
import { TextField } from '../../ui/text-field.tsx';
import {
  type StepPart,
  stepField,
  stepsIn,
  type Typed,
  withoutStep,
  withStep,
} from './measurement-form.ts';

const results = [
  { value: 'pass', label: 'Pass', ink: 'text-good' },
  { value: 'fail', label: 'Fail', ink: 'text-late' },
];

/** The steps of a pressure test, each with its result. */
export function PressureSteps({
  typed,
  faults,
  onChange,
  onReplace,
}: {
  typed: Typed;
  faults: Readonly<Record<string, string>>;
  onChange: (values: Typed) => void;
  onReplace: (typed: Typed) => void;
}) {
  const steps = stepsIn(typed);
  return (
    <div className="flex flex-col gap-4">
      <ol className="flex flex-col divide-y">
        {steps.map((index) => {
          const at = (part: StepPart) => stepField(index, part);
          const field = (part: StepPart, label: string, inputMode: 'text' | 'decimal') => (
            <TextField
              label={label}
              optional={part !== 'pressure' || typed[at('method')] === 'condensation'}
              autoComplete="off"
              inputMode={inputMode}
              maxLength={20}
              value={typed[at(part)] ?? ''}
              error={faults[at(part)]}
              onChange={(event) => onChange({ [at(part)]: event.target.value })}
            />
          );
          const result = typed[at('hasPassed')];
          return (
            <li key={index} className="py-3 first:pt-0">
              <fieldset className="flex min-w-0 flex-col gap-3">
                <legend className="sr-only">Step {index + 1}</legend>
                <div className="flex items-center gap-3">
                  <span aria-hidden="true" className="font-medium">
                    Step {index + 1}
                  </span>
                  <span className="-mr-2 ml-auto">
                    <IconButton
                      icon={X}
                      label={`Remove step ${index + 1}`}
                      onClick={() => onReplace(withoutStep(typed, index))}
                    />
                  </span>
                </div>
                <div className="grid grid-cols-2 gap-3 max-sm:items-end sm:grid-cols-3">
                  <SelectField
                    label="Test"
                    value={typed[at('method')]}
                    onChange={(event) => onChange({ [at('method')]: event.target.value })}
                  >
                    {stepMethods.map((method) => (
                      <option key={method} value={method}>
                        {stepMethodLabels[method]}
                      </option>
                    ))}
                  </SelectField>
                  {field('pressure', 'Pressure, bar', 'text')}
                  {field('temperature', 'Temperature, °C', 'decimal')}
                  {field('reading', 'Reading', 'text')}
                  {field('limit', 'Limit', 'decimal')}
                  <SelectField
                    label="Unit"
                    value={typed[at('unit')]}
                    onChange={(event) => onChange({ [at('unit')]: event.target.value })}
                  >
                    {leakUnits.map((unit) => (
                      <option key={unit} value={unit}>
                        {unit}
                      </option>
                    ))}
                  </SelectField>
                </div>
                <div data-faulty={faults[at('hasPassed')] && ''} className="flex flex-col gap-1">
                  <Segments
                    legend={`Result of step ${index + 1}`}
                    segments={results}
                    value={result === '' ? null : (result ?? null)}
                    onChange={(next) => onChange({ [at('hasPassed')]: next ?? '' })}
                  />
                  <FieldError id={`${at('hasPassed')} fault`}>{faults[at('hasPassed')]}</FieldError>
                </div>
              </fieldset>
            </li>
          );
        })}
      </ol>
      <div>
        <Button
          icon={Plus}
          disabledReason={steps.length >= maxSteps ? `At most ${maxSteps} steps.` : undefined}
          onClick={() => onReplace(withStep(typed))}
        >
          Add a step
        </Button>
      </div>
    </div>
  );
}
