import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Repair } from '../../../domain/api-answers.ts';
import type { Measurement } from '../../../domain/api-measurements.ts';
import { dateText } from '../../../domain/calendar-date.ts';
import { limits } from '../../../domain/field-list.ts';
import {
  type MeasurementKind,
  measurementFields,
  measurementKindLabels,
  measurementKinds,
  measurementName,
  ratePeriods,
  rateUnits,
  type Stage,
  stageLabel,
  stages,
  stagesOf,
} from '../../../domain/measurements.ts';
import { CallProblem, call } from '../../data/call.ts';
import {
  alsoChangedWords,
  type ChangedField,
  isChangedMeanwhile,
  mergeStored,
  noteTyped,
  showSaved,
} from '../../data/changed-meanwhile.ts';
import { newId } from '../../data/new-id.ts';
import { useAwayReason } from '../../data/outage.ts';
import { refreshRepairs } from '../../data/repair-cache.ts';
import { repairProblem, showRepairProblem } from '../../data/repair-problem.ts';
import { ChangedNotice, OtherVersion } from '../../parts/form/version-choice.tsx';
import { repairLine } from '../../parts/repair/repair-summary.tsx';
import { useToday } from '../../parts/time/shop-calendar.ts';
import { ProblemBanner } from '../../ui/banner.tsx';
import { Dialog, FormButtons } from '../../ui/dialog.tsx';
import { Segments } from '../../ui/segments.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Computed } from './computed.tsx';
import {
  fieldLabel,
  readForm,
  readingsIn,
  type Typed,
  typedOf,
  withStep,
} from './measurement-form.ts';
import { PressureSteps } from './pressure-steps.tsx';
import { TimingGrid } from './timing-grid.tsx';

interface MeasurementDialogProps {
  open: boolean;
  onClose: () => void;
  repair: Repair;
  /** Null for a new one. */
  measurement: Measurement | null;
  /** All of the ticket's measurements. */
  measurements: readonly Measurement[];
}

/** May be far from the button that was pressed, so it gets the focus. */
const faulty = '[aria-invalid="true"], [data-faulty] input';

const none = { timing: null, quartz: null, pressure: null };

const freeStages = (kind: MeasurementKind, all: readonly Measurement[]): Stage[] =>
  stagesOf(kind).filter((stage) => !all.some((one) => one.kind === kind && one.stage === stage));

type Ticket = Pick<MeasurementDialogProps, 'repair' | 'measurements'>;

/** A new form starts with the ticket's last instrument and caliber, and today's date. */
function newForm(
  kind: MeasurementKind,
  { repair, measurements: all }: Ticket,
  today: string,
): Typed {
  const last = all.findLast((one) => one.kind === kind);
  const caliber = all.findLast((one) => one.caliber !== null)?.caliber ?? repair.caliber;
  const [stage = 'before'] = freeStages(kind, all);
  const { liftAngle = null, beatsPerHour = null } = last?.timing ?? {};
  const timing = kind === 'timing' ? { liftAngle, beatsPerHour, positions: {} } : null;
  const form = typedOf(kind, {
    ...{ ...none, stage, measuredOn: today, caliber, timing },
    instrument: last?.instrument ?? null,
  });
  return kind === 'pressure' ? withStep(form) : form;
}

/** @returns the stored measurement, if a colleague changed this one, or took its id or stage first; else null */
const rivalIn = (error: Error, isNew: boolean): Measurement | null =>
  isChangedMeanwhile(error) ||
  (isNew && error instanceof CallProblem && error.code === 'measurement-exists')
    ? (error.document.measurement as Measurement)
    : null;

export function MeasurementDialog({
  open,
  onClose,
  repair,
  measurement,
  measurements,
}: MeasurementDialogProps) {
  const today = useToday();
  const awayReason = useAwayReason();
  const content = useRef<HTMLDivElement>(null);
  /** The version that is being changed; null while there is none. */
  const [from, setFrom] = useState(measurement);
  const kinds = measurementKinds.filter((one) => freeStages(one, measurements).length > 0);
  const [kind, setKind] = useState<MeasurementKind>(
    () => measurement?.kind ?? usualKind(kinds, measurements),
  );
  const [opened, setOpened] = useState<Typed>(() =>
    measurement ? typedOf(kind, measurement) : newForm(kind, { repair, measurements }, today),
  );
  const [typed, setTyped] = useState<Typed>(opened);
  /** What was typed for other kinds before this one was chosen. */
  const [kept, setKept] = useState<{ [Kind in MeasurementKind]?: { opened: Typed; typed: Typed } }>(
    {},
  );
  const [changed, setChanged] = useState<ChangedField<string>[]>([]);
  const [alsoChanged, setAlsoChanged] = useState<string | undefined>();
  const [isJudged, setIsJudged] = useState(false);
  /** A retry is the same measurement. */
  const [ownId] = useState(newId);

  const proposal = useLiftAngle(kind, typed, opened);
  const shown: Typed = { ...typed, ...proposal?.values };
  const read = readForm(kind, shown);
  const faults = isJudged && 'faults' in read ? read.faults : {};
  const stage: Stage = stages.find((one) => one === shown.stage) ?? 'before';
  const taken = measurements.filter((one) => one.id !== from?.id);
  const offered = stagesOf(kind).filter((one) => freeStages(kind, taken).includes(one));

  const saving = useMutation({
    mutationFn: async ({ on, body }: Attempt) =>
      on === null
        ? call('addMeasurement', {
            params: { ticketNumber: repair.ticketNumber },
            body: { measurementId: ownId, kind, ...body },
          })
        : call('changeMeasurement', {
            params: { id: on.id },
            body,
            seenVersion: on.updatedAt,
          }),
    onSuccess: ({ measurement: saved }) => {
      showSaved(
        `${measurementName(saved.kind, saved.stage)}: saved`,
        alsoChanged,
        saved.ticketNumber,
      );
      onClose();
    },
    onError: (error, { on, typed: tried }) => {
      const rival = rivalIn(error, on === null);
      if (rival === null) showRepairProblem(error, undefined, 'in-place');
      else catchUp(rival, tried);
    },
    onSettled: refreshRepairs,
  });
  const { error, isPending, isSuccess } = saving;
  const problem = error && rivalIn(error, from === null) ? null : repairProblem(error);

  /** A colleague was faster: both versions are shown if they conflict; otherwise it is saved. */
  function catchUp(rival: Measurement, tried: Typed) {
    const stored = typedOf(rival.kind, rival);
    const merged = mergeStored(opened, stored, tried);
    setFrom(rival);
    setOpened(stored);
    setTyped(merged.fields);
    setChanged(merged.changed);
    const also = alsoChangedWords(merged.taken.map((name) => fieldLabel(rival.kind, name)));
    setAlsoChanged(also);
    if (merged.changed.length > 0) return;
    const next = readForm(rival.kind, merged.fields);
    if ('body' in next) saving.mutate({ on: rival, body: next.body, typed: merged.fields });
  }

  function change(values: Typed) {
    setTyped((now) => ({ ...now, ...proposal?.values, ...values }));
    setChanged((now) =>
      Object.entries(values).reduce((fields, [name, value]) => noteTyped(fields, name, value), now),
    );
    if (error !== null) saving.reset();
  }

  function chooseKind(next: MeasurementKind) {
    const form = kept[next] ?? sameTwice(newForm(next, { repair, measurements }, today));
    setKept({ ...kept, [kind]: { opened, typed } });
    setKind(next);
    setOpened(form.opened);
    setTyped(form.typed);
    setIsJudged(false);
    saving.reset();
  }

  function submit() {
    if (isPending || isSuccess) return;
    flushSync(() => setIsJudged('faults' in read));
    content.current?.querySelector<HTMLElement>(faulty)?.focus();
    if ('body' in read) saving.mutate({ on: from, body: read.body, typed: shown });
  }

  const line = (name: 'instrument' | 'caliber') => (
    <TextField
      label={measurementFields[name].label}
      optional
      autoComplete="off"
      maxLength={limits[name] + 40}
      value={shown[name] ?? ''}
      error={faults[name]}
      onChange={(event) => change({ [name]: event.target.value })}
    />
  );
  const number = (name: string, label: string, inputMode: 'text' | 'decimal' | 'numeric') => (
    <TextField
      label={label}
      optional
      autoComplete="off"
      inputMode={inputMode}
      maxLength={20}
      value={shown[name] ?? ''}
      error={faults[name]}
      onChange={(event) => change({ [name]: event.target.value })}
    />
  );

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={measurement ? measurementName(kind, measurement.stage) : 'Add a measurement'}
      description={repairLine(repair)}
      size="large"
      dirty={!isSuccess && isTyped(opened, typed)}
      busy={isPending}
      onSubmit={submit}
      alert={
        <ProblemBanner
          problem={
            faults.whole ? { title: 'Nothing to save yet', detail: `${faults.whole}.` } : problem
          }
        />
      }
      footer={
        <FormButtons pending={isPending} disabledReason={isSuccess ? undefined : awayReason}>
          Save
        </FormButtons>
      }
    >
      <div ref={content} className="flex flex-col gap-4">
        <ChangedNotice isShown={changed.length > 0} alsoChanged={alsoChanged} />
        {changed.map(({ name }) => (
          <div key={name}>
            <p>
              {fieldLabel(kind, name)}:{' '}
              {shown[name] || <span className="text-ink-muted">nothing</span>}
            </p>
            <OtherVersion
              {...{ name, changed, label: fieldLabel(kind, name), value: shown[name] ?? '' }}
              wordsOf={(text) => wordsOf(kind, name, text)}
              onChoose={(chosen, value) => change({ [chosen]: value })}
            />
          </div>
        ))}
        {from === null && (
          <Segments
            legend="Type of measurement"
            segments={kinds.map((value) => ({ value, label: measurementKindLabels[value] }))}
            value={kind}
            onChange={(next) => next && next !== kind && chooseKind(next)}
          />
        )}
        {offered.length > 1 ? (
          <Segments
            legend="When"
            segments={offered.map((value) => ({ value, label: stageLabel(kind, value) }))}
            value={stage}
            onChange={(next) => next && change({ stage: next })}
          />
        ) : (
          from === null && <p className="text-ink-muted">{stageLabel(kind, stage)}</p>
        )}
        <div className="grid grid-cols-2 gap-3 max-sm:items-end sm:grid-cols-3">
          <TextField
            label={measurementFields.measuredOn.label}
            type="date"
            optional
            max="9999-12-31"
            value={shown.measuredOn ?? ''}
            onChange={(event) => change({ measuredOn: event.target.value })}
          />
          {line('instrument')}
          {line('caliber')}
          {kind === 'timing' && (
            <>
              {number('liftAngle', 'Lift angle, °', 'decimal')}
              {number('beatsPerHour', 'Beats per hour', 'numeric')}
              {proposal !== null && Object.keys(proposal.values).length > 0 && (
                <p className="col-span-full text-ink-muted text-sm">{proposal.words}</p>
              )}
            </>
          )}
        </div>
        {kind === 'timing' && (
          <div className="grid items-start gap-x-8 gap-y-4 lg:grid-cols-2">
            <TimingGrid typed={shown} faults={faults} onChange={change} />
            <Computed stage={stage} readings={readingsIn(shown)} others={taken} />
          </div>
        )}
        {kind === 'quartz' && (
          <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
            {number('consumption', 'Consumption, µA', 'decimal')}
            {number('battery', 'Battery, V', 'decimal')}
            <div className="flex flex-col gap-2">
              {number('rate', 'Rate', 'text')}
              <Segments
                legend="Rate unit"
                segments={ratePeriods.map((value) => ({ value, label: rateUnits[value] }))}
                value={ratePeriods.find((one) => one === shown.ratePer) ?? 'day'}
                onChange={(next) => next && change({ ratePer: next })}
              />
            </div>
          </div>
        )}
        {kind === 'pressure' && (
          <PressureSteps
            typed={shown}
            faults={faults}
            onChange={change}
            onReplace={(next) => {
              setTyped(next);
              setIsJudged(false);
            }}
          />
        )}
      </div>
    </Dialog>
  );
}

interface Attempt {
  on: Measurement | null;
  body: Extract<ReturnType<typeof readForm>, { body: unknown }>['body'];
  typed: Typed;
}

/** The kind measured last on the ticket, if it is still free; else the first free one. */
const usualKind = (free: readonly MeasurementKind[], all: readonly Measurement[]) =>
  free.find((one) => one === all.at(-1)?.kind) ?? free[0] ?? 'timing';

const sameTwice = (form: Typed) => ({ opened: form, typed: form });

const isTyped = (opened: Typed, typed: Typed) =>
  Object.entries(typed).some(([name, value]) => value !== (opened[name] ?? ''));

function wordsOf(kind: MeasurementKind, name: string, text: string): string {
  if (name === 'measuredOn') return dateText(text);
  const stage = name === 'stage' && stages.find((one) => one === text);
  return stage ? stageLabel(kind, stage) : text;
}

/** The shop's last settings for the caliber, for fields left empty. */
function useLiftAngle(kind: MeasurementKind, typed: Typed, opened: Typed) {
  const caliber = (typed.caliber ?? '').trim();
  const isAsked = kind === 'timing' && caliber !== '' && caliber.length <= limits.caliber;
  const { data } = useQuery({
    queryKey: ['lift-angle', caliber],
    queryFn: ({ signal }) => call('findLiftAngle', { query: { caliber }, signal }),
    enabled: isAsked,
    staleTime: 60_000,
  });
  const last = isAsked ? data?.last : null;
  if (!last) return null;
  const proposed = { liftAngle: last.liftAngle, beatsPerHour: last.beatsPerHour };
  const values: Record<string, string> = {};
  for (const [name, number] of Object.entries(proposed)) {
    const value = String(number ?? '');
    // Even once it is filled in: the note about it must not vanish, and move the grid, at the first key.
    if (opened[name] === '' && (typed[name] === '' || typed[name] === value)) values[name] = value;
  }
  const when = last.measuredOn === null ? '' : `, ${dateText(last.measuredOn)}`;
  return { values, words: `Last used for this caliber: ${last.ticketNumber}${when}` };
}
