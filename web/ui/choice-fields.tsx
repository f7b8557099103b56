import Check from 'lucide/check';
import ChevronDown from 'lucide/chevron-down';
import { type ComponentProps, type ReactNode, type RefObject, useId } from 'react';
import { classNames, controlClasses, radioClasses } from './classes.ts';
import { Field, FieldError, FieldHint, type FieldText, useFieldIds } from './field.tsx';

interface ToggleProps
  extends Omit<ComponentProps<'input'>, 'className' | 'type' | 'role'>,
    Omit<FieldText, 'optional' | 'label'> {
  label: ReactNode;
}

function Toggle({
  label,
  hint,
  error,
  id,
  look,
  indent,
  mark,
  ...rest
}: ToggleProps & { look: string; indent: string; mark: ReactNode }) {
  const { control, hintId, errorId } = useFieldIds({ hint, error }, id);
  return (
    <div className="flex min-w-0 flex-col">
      <label
        htmlFor={control.id}
        className="flex min-h-control cursor-pointer items-center gap-3 py-2 desk:py-1"
      >
        <span className="relative flex shrink-0 items-center justify-center">
          <input
            {...rest}
            {...control}
            type="checkbox"
            className={classNames(
              'peer cursor-pointer appearance-none border border-line-strong bg-surface transition-colors checked:border-accent checked:bg-accent aria-invalid:border-late',
              look,
            )}
          />
          {mark}
        </span>
        <span className="min-w-0 flex-1 break-words">{label}</span>
      </label>
      <div className={`-mt-2 flex flex-col gap-1 pb-2 empty:hidden desk:-mt-1 ${indent}`}>
        <FieldError id={errorId}>{error}</FieldError>
        <FieldHint id={hintId}>{hint}</FieldHint>
      </div>
    </div>
  );
}

export function CheckField(props: ToggleProps) {
  return (
    <Toggle
      {...props}
      look="size-5 rounded-sm"
      indent="pl-8"
      mark={
        <Check
          aria-hidden="true"
          size={14}
          strokeWidth={3}
          className="pointer-events-none absolute text-on-accent opacity-0 peer-checked:opacity-100"
        />
      }
    />
  );
}

/** The box's own checked state is the switch's: no second copy of it in `aria-checked`. */
const nativeSwitch = { role: 'switch' } as const;

/** For what takes effect at once; what waits for a button is a CheckField. */
export function SwitchField(props: ToggleProps) {
  return (
    <Toggle
      {...props}
      {...nativeSwitch}
      look="h-6 w-10 rounded-full"
      indent="pl-13"
      mark={
        <span
          aria-hidden="true"
          className="pointer-events-none absolute left-1 size-4 rounded-full bg-line-strong transition-transform peer-checked:translate-x-4 peer-checked:bg-on-accent"
        />
      }
    />
  );
}

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'className'>, FieldText {
  placeholder?: string;
  isLabelHidden?: boolean;
  children: ReactNode;
}

/** The platform's own picker: on a tablet nothing drawn by us comes near it. */
export function SelectField({
  label,
  hint,
  error,
  optional = false,
  id,
  placeholder,
  isLabelHidden = false,
  children,
  ...rest
}: SelectFieldProps) {
  return (
    <Field {...{ label, hint, error, optional, id, isLabelHidden }}>
      {(control) => (
        <span className="relative flex items-center">
          <select
            aria-required={!optional || undefined}
            {...rest}
            {...control}
            className={classNames(controlClasses, 'h-control appearance-none truncate pr-9 pl-3')}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {children}
          </select>
          <ChevronDown
            aria-hidden="true"
            size={16}
            className="pointer-events-none absolute right-3 text-ink-muted"
          />
        </span>
      )}
    </Field>
  );
}

const choiceLayouts = {
  row: 'flex flex-wrap gap-x-6',
  column: 'flex flex-col',
  columns: 'grid grid-cols-2 gap-x-4 sm:grid-cols-3',
};

/** One of a few, all of them in sight; the arrow keys choose. */
export function ChoiceField<Value extends string>({
  legend,
  choices,
  value,
  onChange,
  chosenRef,
  layout = 'row',
  error,
}: {
  legend: string;
  choices: readonly { value: Value; label: string }[];
  /** Any other text if none is chosen yet. */
  value: Value;
  onChange: (value: Value) => void;
  /** The chosen one, else the first, which the keyboard finds first. */
  chosenRef?: RefObject<HTMLInputElement | null>;
  /** One below the other for long labels; side by side in columns for many short ones. */
  layout?: keyof typeof choiceLayouts;
  error?: string | undefined;
}) {
  const name = useId();
  const isAnyChosen = choices.some((choice) => choice.value === value);
  return (
    <fieldset className="min-w-0" aria-describedby={error && `${name}-error`}>
      <legend className="font-medium">{legend}</legend>
      <div className={choiceLayouts[layout]}>
        {choices.map((choice, index) => (
          <label
            key={choice.value}
            className="flex min-h-control min-w-control cursor-pointer items-center gap-3"
          >
            <input
              ref={choice.value === value || (!isAnyChosen && index === 0) ? chosenRef : undefined}
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              aria-invalid={error !== undefined || undefined}
              className={radioClasses}
            />
            <span className="wrap-anywhere min-w-0">{choice.label}</span>
          </label>
        ))}
      </div>
      {error !== undefined && <FieldError id={`${name}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
