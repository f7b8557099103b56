import Ban from 'lucide/ban';
import Check from 'lucide/check';
import ChevronRight from 'lucide/chevron-right';
import Minus from 'lucide/minus';
import Pencil from 'lucide/pencil';
import X from 'lucide/x';
import { type RefCallback, useId, useRef, useState } from 'react';
import {
  type AreaState,
  areaNames,
  areaStates,
  areaText,
  type ConditionPart,
  conditionAreas,
  conditionLabels,
  type PartTexts,
  readArea,
  readPartTexts,
  runningAnswers,
  writePartTexts,
} from '../../../domain/condition.ts';
import { lengthFault, limits } from '../../../domain/field-list.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { CheckField } from '../../ui/choice-fields.tsx';
import { classNames, type Icon } from '../../ui/classes.ts';
import { FieldError } from '../../ui/field.tsx';
import { type Segment, Segments } from '../../ui/segments.tsx';
import { MoneyField, TextField } from '../../ui/text-field.tsx';

const looks: Readonly<Record<AreaState, { icon: Icon; ink: string }>> = {
  fine: { icon: Check, ink: 'text-good' },
  worn: { icon: Minus, ink: 'text-soon' },
  damaged: { icon: X, ink: 'text-late' },
  missing: { icon: Ban, ink: 'text-late' },
};

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const states: readonly Segment<AreaState>[] = areaStates.map((state) => ({
  value: state,
  label: capital(state),
  ...looks[state],
}));

const answers = runningAnswers.map((answer) => ({ value: answer, label: capital(answer) }));

/** What cannot be read counts as not said: it can only have come from a file. */
const areaOf = (saying: string) => readArea(saying) ?? { state: null, note: null };

const labelWidth =
  'w-16 shrink-0 text-sm leading-tight @[25rem]:w-23 desk:text-base desk:leading-tight';

/** Side by side if there is room. */
const halves = [areaNames.slice(0, 5), areaNames.slice(5)];

/** The words of the states, since the rows have only their icons. */
function StateHeads() {
  return (
    <div
      aria-hidden="true"
      className="flex gap-1 text-[0.53rem] text-ink-muted @[20rem]:text-[0.6875rem] @[25rem]:hidden"
    >
      <span className={labelWidth} />
      <span className="grid flex-1 auto-cols-fr grid-flow-col text-center">
        {states.map(({ value, label }) => (
          <span key={value}>{label}</span>
        ))}
      </span>
      <span className="w-control" />
    </div>
  );
}

function AreaRow({
  label,
  saying,
  onChange,
}: {
  label: string;
  saying: string;
  onChange: (saying: string) => void;
}) {
  const note = useRef<HTMLInputElement>(null);
  const [isNoted, setIsNoted] = useState(false);
  const said = areaOf(saying);
  const { state } = said;
  const hasNote = isNoted || said.note !== null || state === 'damaged' || state === 'missing';
  const noteLabel = `Note on ${label.toLowerCase()}`;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex items-center gap-1">
        <span aria-hidden="true" className={labelWidth}>
          {label}
        </span>
        <Segments
          legend={label}
          segments={states}
          value={state}
          onChange={(next) => onChange(areaText({ ...said, state: next }))}
        />
        <IconButton
          icon={Pencil}
          label={`Write a note on ${label.toLowerCase()}`}
          aria-expanded={hasNote}
          onClick={() => {
            setIsNoted(true);
            requestAnimationFrame(() => note.current?.focus());
          }}
        />
      </div>
      {hasNote && (
        <TextField
          ref={note}
          label={noteLabel}
          isLabelHidden
          placeholder={noteLabel}
          optional
          autoComplete="off"
          value={said.note ?? ''}
          error={lengthFault(noteLabel, said.note ?? '', limits.conditionNote)}
          onChange={({ target }) => {
            // It stays even if all of it is taken out again.
            setIsNoted(true);
            onChange(areaText({ ...said, note: target.value || null }));
          }}
        />
      )}
    </div>
  );
}

/** Comes before the value, in the form as on paper; the control shows its own. */
const dollarSign = /^\$/;

function RestOfCondition({
  said,
  onChange,
}: {
  said: PartTexts;
  onChange: (part: ConditionPart, saying: string) => void;
}) {
  const flag = (part: ConditionPart) => (
    <CheckField
      label={conditionLabels[part]}
      checked={said[part] === 'yes'}
      onChange={({ target }) => onChange(part, target.checked ? 'yes' : '')}
    />
  );
  const { accessories, statedValue } = said;
  const running = runningAnswers.find((answer) => answer === said.running) ?? null;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-2">
        <div className="flex min-w-56 flex-1">
          <Segments
            legend={conditionLabels.running}
            isLegendShown
            segments={answers}
            value={running}
            onChange={(answer) => onChange('running', answer ?? '')}
          />
        </div>
        {flag('hasWater')}
      </div>
      <TextField
        label={conditionLabels.accessories}
        optional
        autoComplete="off"
        value={accessories}
        error={lengthFault(conditionLabels.accessories, accessories, limits.accessories)}
        onChange={({ target }) => onChange('accessories', target.value)}
      />
      <MoneyField
        label={conditionLabels.statedValue}
        optional
        placeholder="0.00"
        hint="According to the customer"
        value={statedValue.replace(dollarSign, '')}
        onChange={({ target }) => onChange('statedValue', target.value && `$${target.value}`)}
      />
      <div className="flex flex-wrap gap-x-6">
        {flag('doNotPolish')}
        {flag('returnOldParts')}
      </div>
    </div>
  );
}

interface ConditionFieldProps {
  name: string;
  label: string;
  value: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => unknown;
  ref?: RefCallback<HTMLElement>;
}

/** Folded up until someone wants it: a walk-in that needs none of it is as quick as before. */
export function ConditionField({ name, label, value, error, onChange, ref }: ConditionFieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  const [isOpen, setIsOpen] = useState(false);
  const { said } = readPartTexts(value);
  const checked = areaNames.filter((area) => areaOf(said[area]).state !== null).length;

  const say = (changes: Partial<PartTexts>) =>
    onChange({ target: { value: writePartTexts({ ...said, ...changes }) } });

  function fillWithFine() {
    const unchecked = areaNames.filter((area) => areaOf(said[area]).state === null);
    say(
      Object.fromEntries(
        unchecked.map((area) => [area, areaText({ ...areaOf(said[area]), state: 'fine' })]),
      ),
    );
  }

  return (
    <div className="@container/condition flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <button
          ref={ref}
          type="button"
          name={name}
          aria-expanded={isOpen}
          aria-controls={id}
          aria-describedby={error ? errorId : undefined}
          onClick={() => setIsOpen(!isOpen)}
          className="-ml-1 inline-flex min-h-control items-center gap-2 rounded px-1 font-semibold text-lg hover:bg-sunken"
        >
          <ChevronRight
            aria-hidden="true"
            size={16}
            className={classNames('shrink-0 transition-transform', isOpen && 'rotate-90')}
          />
          {label}
        </button>
        {isOpen && (
          <Button icon={Check} onClick={fillWithFine}>
            All fine
          </Button>
        )}
        <span className="text-ink-muted text-sm">
          {value === '' ? 'Optional' : `${checked} of ${areaNames.length} checked`}
        </span>
      </div>
      <FieldError id={errorId}>{error}</FieldError>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <div className="grid gap-x-10 gap-y-6 @5xl/condition:grid-cols-3">
            <div className="grid content-start gap-x-10 gap-y-2 @3xl/condition:grid-cols-2 @5xl/condition:col-span-2">
              {halves.map((areas, half) => (
                <div key={areas[0]} className="@container flex min-w-0 flex-col gap-2">
                  <div className={half === 0 ? '' : 'hidden @3xl/condition:block'}>
                    <StateHeads />
                  </div>
                  {areas.map((area) => (
                    <AreaRow
                      key={area}
                      label={conditionAreas[area]}
                      saying={said[area]}
                      onChange={(saying) => say({ [area]: saying })}
                    />
                  ))}
                </div>
              ))}
            </div>
            <RestOfCondition said={said} onChange={(part, saying) => say({ [part]: saying })} />
          </div>
        )}
      </div>
    </div>
  );
}
