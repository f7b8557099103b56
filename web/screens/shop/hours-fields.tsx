import CalendarPlus from 'lucide/calendar-plus';
import X from 'lucide/x';
import { type ReactNode, useId, useRef } from 'react';
import { dateText, type WeekDay, weekDays } from '../../../domain/calendar-date.ts';
import { maxClosedDates, withoutLongPast } from '../../../domain/closed-dates.ts';
import { holidaysToAdd, offeredYear } from '../../../domain/federal-holidays.ts';
import { newId } from '../../data/new-id.ts';
import { browserZone } from '../../data/shop-time.ts';
import { useToday } from '../../parts/time/shop-calendar.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Earlier } from '../../ui/earlier.tsx';
import { useKeptFocus } from '../../ui/focus.ts';
import { TextField } from '../../ui/text-field.tsx';
import { BooleanSetting, LineSetting, SelectSetting, WithOther } from './settings-controls.tsx';
import { useSettingsFields } from './settings-form.tsx';
import {
  inOrder,
  isYes,
  spanField,
  spansIn,
  type TypedSpan,
  writeSpans,
} from './settings-parts.ts';

/** When the shop is open: its clock, the hours of each weekday, and the dates on which it is closed. */

const dayNames: Readonly<Record<WeekDay, string>> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
};

/** US time zones: the main four from east to west, then the others, by the names people use. */
const countryZones = [
  ['America/New_York', 'Eastern (New York)'],
  ['America/Chicago', 'Central (Chicago)'],
  ['America/Denver', 'Mountain (Denver)'],
  ['America/Los_Angeles', 'Pacific (Los Angeles)'],
  ['America/Phoenix', 'Arizona (Phoenix)'],
  ['America/Anchorage', 'Alaska (Anchorage)'],
  ['Pacific/Honolulu', 'Hawaii (Honolulu)'],
  ['America/Puerto_Rico', 'Puerto Rico'],
] as const;

const zoneName = (zone: string) =>
  countryZones.find(([one]) => one === zone)?.[1] ?? zone.replaceAll('_', ' ');

const serverZone = 'Server time zone';

/** @param inForce the shop's, else the server's */
export function TimeZoneField({ inForce }: { inForce: string }) {
  const { fields } = useSettingsFields();
  const own = browserZone();
  const all = new Set([inForce, ...Intl.supportedValuesOf('timeZone')]);
  if (fields.timeZone) all.add(fields.timeZone);
  const ofCountry = countryZones.filter(([zone]) => zone !== own);
  const rest = [...all]
    .filter((zone) => zone !== own && ofCountry.every(([one]) => one !== zone))
    .sort();
  return (
    <SelectSetting
      name="timeZone"
      label="Time zone"
      hint="For dates and times everywhere, and for when texts may be sent."
      shown={(zone) => (zone === '' ? serverZone : zoneName(zone))}
    >
      <option value={own}>{zoneName(own)}, as on this computer</option>
      <optgroup label="United States">
        {ofCountry.map(([zone, name]) => (
          <option key={zone} value={zone}>
            {name}
          </option>
        ))}
      </optgroup>
      <optgroup label="All time zones">
        {rest.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </optgroup>
      <option value="">{serverZone}</option>
    </SelectSetting>
  );
}

export function TurnaroundField() {
  return <LineSetting name="usualDays" label="Typical turnaround (days)" inputMode="numeric" />;
}

export function HoursTable() {
  const { fields, stored } = useSettingsFields();
  const isOther = (name: string) => fields[name] !== stored[name];
  return (
    <ul className="divide-y rounded border bg-surface">
      {weekDays.map((day) => {
        const isOpen = isYes(fields[`open ${day}`]);
        const isChanged =
          isOther(`open ${day}`) || (isOpen && (isOther(`from ${day}`) || isOther(`to ${day}`)));
        return (
          <li
            key={day}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 px-4 py-1 sm:grid-cols-[8rem_6rem_minmax(0,18rem)_minmax(0,1fr)]"
          >
            <span aria-hidden="true" className="flex min-h-control items-center font-medium">
              {dayNames[day]}
            </span>
            <BooleanSetting name={`open ${day}`} label={`${dayNames[day]} open`}>
              <span className="sr-only">{dayNames[day]} open</span>
              <span aria-hidden="true">{isOpen ? 'Open' : 'Closed'}</span>
            </BooleanSetting>
            {isOpen && (
              <div className="flex items-start gap-2 pb-1 max-sm:col-span-2 sm:pb-0">
                <TimeField name={`from ${day}`} label={`${dayNames[day]} from`} />
                <span aria-hidden="true" className="flex min-h-control items-center">
                  to
                </span>
                <TimeField name={`to ${day}`} label={`${dayNames[day]} to`} />
              </div>
            )}
            {isChanged && (
              <p className="flex items-center text-ink-muted text-sm max-sm:col-span-2 max-sm:pb-2 sm:col-start-4 sm:min-h-control sm:justify-end">
                Changed, not saved
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Labeled by its row. */
function TimeField({ name, label }: { name: string; label: string }) {
  return (
    <span className="min-w-0 flex-1">
      <LineSetting name={name} label={label} type="time" isLabelHidden />
    </span>
  );
}

const isPast = ({ from, to, openId }: TypedSpan, today: string) =>
  openId === undefined && (to || from) < today;

/** Each with its index, and a key that stays the same when another one is removed. */
function keyed(spans: readonly TypedSpan[]) {
  const seen = new Map<string, number>();
  return spans.map((span, index) => {
    const text = `${span.from} ${span.to} ${span.name}`;
    const alike = seen.get(text) ?? 0;
    seen.set(text, alike + 1);
    return { span, index, key: span.openId ?? `${text} ${alike}` };
  });
}

/** Ignores the second press of a double-click: by then the same button offers something else. */
const onFirstPress =
  (run: () => void) =>
  ({ detail }: { detail: number }) => {
    if (detail < 2) run();
  };

export function ClosedDates() {
  const { fields, errors, change } = useSettingsFields();
  const today = useToday();
  const list = useRef<HTMLUListElement>(null);
  const headingId = useId();
  const errorId = useId();
  const { part, heading } = useKeptFocus();
  const spans = spansIn(fields.closedDates);
  const set = (next: readonly TypedSpan[]) => change('closedDates', writeSpans(next));
  /** Those long past make room for new ones. */
  const kept = withoutLongPast(spans, today);
  const openDays = weekDays.filter((day) => isYes(fields[`open ${day}`]));
  const closedDates = spans.map((span) => ({ ...span, to: span.to || span.from }));
  const year = offeredYear(today, { openDays, closedDates });
  const coming = keyed(spans).filter(({ span }) => !isPast(span, today));
  const past = spans.filter((span) => isPast(span, today));
  const isFull = kept.length >= maxClosedDates;
  const fullReason = isFull ? `At most ${maxClosedDates} closed dates.` : undefined;

  function addHolidays(year: number) {
    const added = holidaysToAdd(year, today, { openDays, closedDates });
    set(inOrder([...kept, ...added.map((span) => ({ ...span, name: span.name ?? '' }))]));
  }

  function addDates() {
    const id = newId();
    set([...kept, { from: '', to: '', name: '', openId: id }]);
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[name="${spanField(id, 'from')}"]`)?.focus(),
    );
  }

  const remove = (index: number) => set(spans.filter((_, at) => at !== index));

  return (
    <WithOther name="closedDates" label="Closed dates" shown={(typed) => spansWords(typed, today)}>
      <section ref={part} aria-labelledby={headingId} className="flex flex-col gap-3 pt-2">
        <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
          <div>
            <h3 ref={heading} id={headingId} tabIndex={-1} className="font-semibold">
              Closed dates
            </h3>
            <p className="text-ink-muted text-sm">Proposed dates skip these days.</p>
          </div>
          <div className="flex flex-wrap gap-2">
            {year !== null && (
              <Button onClick={onFirstPress(() => addHolidays(year))} disabledReason={fullReason}>
                US federal holidays {year}
              </Button>
            )}
            <Button
              // An error of the whole list moves the focus here.
              name="closedDates"
              aria-describedby={errors.closedDates && errorId}
              icon={CalendarPlus}
              onClick={onFirstPress(addDates)}
              disabledReason={fullReason}
            >
              Add dates
            </Button>
          </div>
        </div>
        {coming.length > 0 && (
          <ul ref={list} className="divide-y rounded border bg-surface">
            {coming.map(({ span, index, key }) => (
              <SpanRow
                key={key}
                span={span}
                onChange={(next) => set(spans.map((one, at) => (at === index ? next : one)))}
                onRemove={() => remove(index)}
                today={today}
              />
            ))}
          </ul>
        )}
        <Earlier label="Past" items={past}>
          {(shown) => (
            <ul className="divide-y rounded border text-ink-muted">
              {shown.map((span) => (
                <li key={`${span.from} ${span.to} ${span.name}`} className="px-4 py-2">
                  {spanWords(span, today)}
                </li>
              ))}
            </ul>
          )}
        </Earlier>
        <p id={errorId} role="alert" className="text-late text-sm empty:hidden">
          {errors.closedDates}
        </p>
      </section>
    </WithOther>
  );
}

const datesText = ({ from, to }: TypedSpan, today: string) =>
  from === to || to === ''
    ? dateText(from, today)
    : `${dateText(from, today)} to ${dateText(to, today)}`;

const spanWords = (span: TypedSpan, today: string) =>
  [datesText(span, today), span.name].filter(Boolean).join(' · ');

const spansWords = (typed: string, today: string) =>
  spansIn(typed)
    .map((span) => spanWords(span, today))
    .join(', ') || 'None';

/** A stored one is shown as text; a new one has fields. */
function SpanRow({
  span,
  onChange,
  onRemove,
  today,
}: {
  span: TypedSpan;
  onChange: (next: TypedSpan) => void;
  onRemove: () => void;
  today: string;
}) {
  const { errors } = useSettingsFields();
  const { openId } = span;
  const row = (content: ReactNode, label: string) => (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2 py-1 pr-1 pl-4">
      {content}
      <IconButton icon={X} label={label} onClick={onRemove} />
    </li>
  );
  if (openId === undefined) {
    return row(
      <span className="grid min-h-control items-center gap-x-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <span>{datesText(span, today)}</span>
        <span className="break-words text-ink-muted">{span.name}</span>
      </span>,
      `Remove ${spanWords(span, today)}`,
    );
  }
  const field = (name: 'from' | 'to' | 'name') => ({
    name: spanField(openId, name),
    value: span[name],
    error: errors[spanField(openId, name)],
    onChange: ({ target }: { target: { value: string } }) =>
      onChange({ ...span, [name]: target.value }),
  });
  return row(
    <span className="grid gap-x-3 gap-y-1 py-1 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.5fr)]">
      <TextField {...field('from')} label="First closed day" type="date" min={today} />
      <TextField
        {...field('to')}
        label="Last closed day"
        type="date"
        min={span.from || today}
        optional
      />
      <TextField
        {...field('name')}
        label="Reason"
        optional
        autoComplete="off"
        placeholder="Vacation"
        maxLength={60}
      />
    </span>,
    'Remove these dates',
  );
}
