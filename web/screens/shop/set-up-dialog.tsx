import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Answer } from '../../../domain/api.ts';
import { defaultShopSettings } from '../../../domain/shop-settings.ts';
import { call } from '../../data/call.ts';
import { showFailure } from '../../data/failure-toast.ts';
import type { PanelProps } from '../../data/panels.ts';
import { settingsQuery } from '../../data/queries.ts';
import { refreshSettings } from '../../data/repair-cache.ts';
import { noteSetUpLater } from '../../data/set-up-later.ts';
import { browserZone } from '../../data/shop-time.ts';
import { toasts } from '../../data/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogClose } from '../../ui/dialog.tsx';
import { watchLostFocus } from '../../ui/focus.ts';
import { Loaded, SkeletonLines } from '../../ui/states.tsx';
import { HoursTable, TimeZoneField, TurnaroundField } from './hours-fields.tsx';
import { SaveButton, SettingsFormBody, useSettingsForm } from './settings-form.tsx';
import {
  backupsPart,
  businessPart,
  hoursPart,
  type SettingsPart,
  type Typed,
  techniciansPart,
  together,
  yesOrNo,
} from './settings-parts.ts';
import { BackupsFields, BusinessFields, TechnicianFields } from './settings-sections.tsx';

interface Step {
  title: string;
  part: SettingsPart;
  prefill?: Typed;
  content: ReactNode;
}

const blankShop = { name: '', address: '', phone: '', email: '', social: '' };

const daysPart = together(hoursPart, backupsPart);

const stepsFor = ({ settings, timeZone }: Answer<'getSettings'>): readonly Step[] => [
  {
    title: 'Your shop',
    part: businessPart,
    // No one wants to delete a placeholder first.
    ...(settings.shop.name === defaultShopSettings.shop.name && { prefill: blankShop }),
    content: (
      <BusinessFields zone={settings.calendar.timeZone === null ? browserZone() : undefined} />
    ),
  },
  { title: 'Your six technicians', part: techniciansPart, content: <TechnicianFields /> },
  {
    title: 'Days, hours and backups',
    part: daysPart,
    prefill: {
      ...(settings.calendar.timeZone === null ? { timeZone: browserZone() } : {}),
      isDaily: yesOrNo(true),
    },
    content: (
      <>
        <TimeZoneField inForce={timeZone} />
        <HoursTable />
        <TurnaroundField />
        <BackupsFields />
      </>
    ),
  },
];

/** Setting up a new shop: three short steps, each stored as it is done. */
export function SetUpDialog({ open, onClose }: PanelProps) {
  const query = useQuery(settingsQuery);
  const [at, setAt] = useState(0);
  /** Those before it stay in the page, with what was typed in them. */
  const [furthest, setFurthest] = useState(0);
  const [touched, setTouched] = useState<ReadonlySet<number>>(new Set());
  const steps = query.data === undefined ? [] : stepsFor(query.data);
  const step = steps[at];
  const go = (to: number) => {
    setAt(to);
    setFurthest(Math.max(to, furthest));
  };
  const touch = (index: number, isTouched: boolean) =>
    setTouched((known) => {
      const others = [...known].filter((each) => each !== index);
      return new Set(isTouched ? [...others, index] : others);
    });
  const finishing = useMutation({
    mutationFn: () => call('finishSetUp', {}),
    onSuccess: () => {
      onClose();
      toasts.show({
        kind: 'success',
        title: 'The shop is set up',
        detail: 'Change anything later in Settings.',
      });
    },
    onError: (error) => showFailure(error, 'Not finished'),
    onSettled: refreshSettings,
  });
  const isDoneElsewhere =
    open && query.data?.isSetUp === true && touched.size === 0 && finishing.isIdle;
  const leave = useEffectEvent(() => {
    onClose();
    toasts.show({
      kind: 'info',
      title: 'The shop is set up',
      detail: 'It was done in another browser. Change anything later in Settings.',
    });
  });
  useEffect(() => {
    if (isDoneElsewhere) leave();
  }, [isDoneElsewhere]);
  return (
    <Dialog
      open={open}
      onClose={() => {
        noteSetUpLater();
        onClose();
      }}
      onClosed={() => {
        setTouched(new Set());
        // What opened it is gone once the shop is set up.
        watchLostFocus();
      }}
      title="Set up your shop"
      description={step && `Step ${at + 1} of ${steps.length}: ${step.title}`}
      dirty={touched.size > 0}
      size="large"
    >
      <Loaded query={query} what="the settings" skeleton={<SkeletonLines lines={10} />}>
        {(settings) =>
          steps.slice(0, furthest + 1).map((each, index) => (
            <StepForm
              key={each.title}
              step={each}
              settings={settings}
              isShown={index === at}
              takesFocus={furthest > 0}
              isLast={index === steps.length - 1}
              isFinishing={finishing.isPending}
              onBack={index === 0 ? null : () => go(index - 1)}
              onSaved={() => {
                touch(index, false);
                if (index < steps.length - 1) go(index + 1);
                else finishing.mutate();
              }}
              onTyped={() => touch(index, true)}
            />
          ))
        }
      </Loaded>
    </Dialog>
  );
}

/** Each step is read from its top. Under a finger a focused field would bring up the keyboard before that. */
function beginAt(box: HTMLElement | null): void {
  const first = matchMedia('(pointer: fine)').matches && box?.querySelector('input, select');
  box?.scrollIntoView();
  (first instanceof HTMLElement ? first : box)?.focus({ preventScroll: true });
}

function StepForm({
  step: { part, prefill, content },
  settings,
  isShown,
  takesFocus,
  isLast,
  isFinishing,
  onBack,
  onSaved,
  onTyped,
}: {
  step: Step;
  settings: Answer<'getSettings'>;
  isShown: boolean;
  /** When it comes up; for the first step the dialog itself places the focus. */
  takesFocus: boolean;
  isLast: boolean;
  isFinishing: boolean;
  onBack: (() => void) | null;
  onSaved: () => void;
  /** Called on each keystroke. */
  onTyped: () => void;
}) {
  const form = useSettingsForm({ part, stored: settings, prefill, onSaved });
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isShown && takesFocus) beginAt(box.current);
  }, [isShown, takesFocus]);
  return (
    <div ref={box} tabIndex={-1} hidden={!isShown} onInput={onTyped} className="scroll-mt-4">
      <SettingsFormBody
        form={form}
        buttons={
          <div className="sticky -bottom-4 z-10 -mx-4 -mb-4 flex flex-wrap justify-end gap-2 border-t bg-surface px-4 py-3 sm:-mx-6 sm:px-6">
            <DialogClose>Later</DialogClose>
            {onBack && <Button onClick={onBack}>Back</Button>}
            <SaveButton isMain form={{ ...form, isSaving: form.isSaving || isFinishing }}>
              {isLast ? 'Finish' : 'Save and continue'}
            </SaveButton>
          </div>
        }
      >
        {content}
      </SettingsFormBody>
    </div>
  );
}
