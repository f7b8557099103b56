import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Answer } from '../../domain/api.ts';
import { defaultShopSettings } from '../../domain/shop-settings.ts';
import { call } from '../data/call.ts';
import { showFailure } from '../data/failure-toast.ts';
import { settingsQuery } from '../data/queries.ts';
import { refreshSettings } from '../data/repair-cache.ts';
import { noteSetUpLater } from '../data/set-up-later.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogClose } from '../ui/dialog.tsx';
import type { PanelProps } from '../ui/panels.ts';
import { Loaded, SkeletonLines } from '../ui/states.tsx';
import { toasts } from '../ui/toasts.ts';
import { SaveButton, SettingsFormBody, useSettingsForm } from './settings-form.tsx';
import {
  backupsPart,
  businessPart,
  calendarPart,
  type SettingsPart,
  type Typed,
  techniciansPart,
  together,
  yesOrNo,
} from './settings-parts.ts';
import {
  BackupsFields,
  BusinessFields,
  CalendarFields,
  ownTimeZone,
  TechnicianFields,
} from './settings-sections.tsx';

interface Step {
  title: string;
  part: SettingsPart;
  prefill?: Typed;
  content: ReactNode;
}

const blankShop = { name: '', address: '', phone: '', email: '', social: '' };

const daysPart = together(calendarPart, backupsPart);

const stepsFor = ({ settings, timeZone }: Answer<'getSettings'>): readonly Step[] => [
  {
    title: 'Your shop',
    part: businessPart,
    // Nobody wants to delete a placeholder first.
    ...(settings.shop.name === defaultShopSettings.shop.name && { prefill: blankShop }),
    content: <BusinessFields />,
  },
  { title: 'Your six technicians', part: techniciansPart, content: <TechnicianFields /> },
  {
    title: 'Days, hours and backups',
    part: daysPart,
    prefill: {
      ...(settings.calendar.timeZone === null ? { timeZone: ownTimeZone() } : {}),
      isDaily: yesOrNo(true),
    },
    content: (
      <>
        <CalendarFields inForce={timeZone} />
        <BackupsFields />
      </>
    ),
  },
];

/** The first hour of a new shop: three short steps, each stored as it is done. */
export function SetUpDialog({ open, onClose }: PanelProps) {
  const query = useQuery(settingsQuery);
  const [at, setAt] = useState(0);
  const [isDirty, setIsDirty] = useState(false);
  const steps = query.data === undefined ? [] : stepsFor(query.data);
  const step = steps[at];
  const finishing = useMutation({
    mutationFn: () => call('PUT /api/settings/set-up', {}),
    onSuccess: () => {
      onClose();
      toasts.show({
        kind: 'success',
        title: 'The shop is set up',
        detail: 'All of it can be changed under Shop, Settings.',
      });
    },
    onError: (error) => showFailure(error, 'Not finished'),
    onSettled: refreshSettings,
  });
  return (
    <Dialog
      open={open}
      onClose={() => {
        noteSetUpLater();
        onClose();
      }}
      title="Set up your shop"
      description={step && `Step ${at + 1} of ${steps.length}: ${step.title}`}
      dirty={isDirty}
      size="large"
    >
      <Loaded query={query} what="the settings" skeleton={<SkeletonLines lines={10} />}>
        {(settings) =>
          step && (
            <StepForm
              key={at}
              step={step}
              settings={settings}
              isLast={at === steps.length - 1}
              isFinishing={finishing.isPending}
              onBack={at === 0 ? null : () => setAt(at - 1)}
              onSaved={() => {
                setIsDirty(false);
                if (at < steps.length - 1) setAt(at + 1);
                else finishing.mutate();
              }}
              onTyped={() => setIsDirty(true)}
            />
          )
        }
      </Loaded>
    </Dialog>
  );
}

function StepForm({
  step: { part, prefill, content },
  settings,
  isLast,
  isFinishing,
  onBack,
  onSaved,
  onTyped,
}: {
  step: Step;
  settings: Answer<'getSettings'>;
  isLast: boolean;
  isFinishing: boolean;
  onBack: (() => void) | null;
  onSaved: () => void;
  /** Called with each letter. */
  onTyped: () => void;
}) {
  const form = useSettingsForm({ part, stored: settings, prefill, onSaved });
  return (
    <div onInput={onTyped}>
      <SettingsFormBody
        form={form}
        buttons={
          <div className="flex flex-wrap justify-end gap-2">
            <DialogClose>Later</DialogClose>
            {onBack && <Button onClick={onBack}>Back</Button>}
            <SaveButton isMain form={{ ...form, isSaving: form.isSaving || isFinishing }}>
              {isLast ? 'Finish' : 'Save and go on'}
            </SaveButton>
          </div>
        }
      >
        {content}
      </SettingsFormBody>
    </div>
  );
}
