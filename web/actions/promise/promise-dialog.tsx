import { useRef, useState } from 'react';
import type { Repair } from '../../../domain/api-answers.ts';
import { dateText } from '../../../domain/calendar-date.ts';
import { nextOpenDay } from '../../../domain/promised-date.ts';
import { isAllowed } from '../../../domain/repair-status.ts';
import { CallProblem } from '../../data/call.ts';
import {
  type ChangedField,
  isChangedMeanwhile,
  mergeStored,
  noteTyped,
} from '../../data/changed-meanwhile.ts';
import type { ActionProps } from '../../data/open-action.ts';
import { useAwayReason } from '../../data/outage.ts';
import { repairProblem } from '../../data/repair-problem.ts';
import { ChangedNotice, OtherVersion } from '../../parts/form/version-choice.tsx';
import { repairLine } from '../../parts/repair/repair-summary.tsx';
import { movedOnWords } from '../../parts/repair/status-badge.tsx';
import { PromiseField } from '../../parts/repair-form/promise-field.tsx';
import { useShopCalendar, useToday } from '../../parts/time/shop-calendar.ts';
import { ProblemBanner } from '../../ui/banner.tsx';
import { Dialog, FormButtons } from '../../ui/dialog.tsx';
import { useChangePromise } from './promise-change.ts';

const name = 'expectedOn';
const label = 'Date promised';

const versionOf = ({ expectedOn, updatedAt }: Repair) => ({
  fields: { [name]: expectedOn ?? '' },
  seenVersion: updatedAt,
});

/** The quick way to another date: from the ticket and from the menu of its card. */
export function PromiseDialog({ open, onClose, repair, begun }: ActionProps) {
  const field = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState(() => versionOf(repair));
  const today = useToday();
  const calendar = useShopCalendar();
  const [value, setValue] = useState(() => {
    const day = begun?.notBefore;
    if (day === undefined) return opened.fields[name];
    const first = day < today ? today : day;
    return calendar ? nextOpenDay(first, calendar) : first;
  });
  const [changed, setChanged] = useState<ChangedField<typeof name>[]>([]);
  const awayReason = useAwayReason();
  const changing = useChangePromise(repair);
  const { error } = changing;
  const fieldError = error instanceof CallProblem ? error.errors[0]?.message : undefined;
  const isPossible = isAllowed('edit', repair.status);

  function submit() {
    if (!changing.isPending && !changing.isSuccess) save(opened, value);
  }

  function save(from: typeof opened, date: string) {
    if (date === from.fields[name]) return onClose();
    changing.mutate(
      { expectedOn: date === '' ? null : date, seenVersion: from.seenVersion },
      { onSuccess: onClose, onError: (refused) => catchUp(refused, date) },
    );
  }

  /** A colleague was faster: both dates are shown if there are two, else it is saved after all. */
  function catchUp(refused: Error, date: string) {
    field.current?.focus();
    if (!isChangedMeanwhile(refused)) return;
    const next = versionOf(refused.document.repair as Repair);
    const merged = mergeStored(opened.fields, next.fields, { [name]: date });
    setOpened(next);
    setChanged(merged.changed);
    if (merged.changed.length === 0) save(next, date);
  }

  function change(date: string) {
    setValue(date);
    setChanged(noteTyped(changed, name, date));
    if (error !== null) changing.reset();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={label}
      description={repairLine(repair)}
      busy={changing.isPending}
      initialFocus={field}
      onSubmit={submit}
      alert={
        <ProblemBanner
          problem={
            fieldError !== undefined || isChangedMeanwhile(error) ? null : repairProblem(error)
          }
        />
      }
      footer={
        <FormButtons
          pending={changing.isPending}
          disabledReason={isPossible || changing.isSuccess ? awayReason : movedOnWords(repair)}
        >
          Save
        </FormButtons>
      }
    >
      <div className="flex flex-col gap-4">
        <ChangedNotice isShown={changed.length > 0} />
        <div className="min-w-0">
          <PromiseField
            ref={field}
            name={name}
            label={label}
            optional
            value={value}
            error={fieldError}
            onChange={({ target }) => change(target.value)}
          />
          <OtherVersion
            {...{ name, changed, label, value }}
            wordsOf={dateText}
            onChoose={(_, date) => change(date)}
          />
        </div>
      </div>
    </Dialog>
  );
}
