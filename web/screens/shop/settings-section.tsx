import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import type { Answer } from '../../../domain/api.ts';
import { placeFrom, useAddress } from '../../data/address.ts';
import { showSaved } from '../../data/changed-meanwhile.ts';
import { guardAddress, Link } from '../../data/location.tsx';
import { panels } from '../../data/panels.ts';
import { settingsEventsQuery, settingsQuery } from '../../data/queries.ts';
import { Timeline } from '../../parts/history/timeline.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClasses } from '../../ui/classes.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useKeptFocus } from '../../ui/focus.ts';
import { Loaded, SkeletonLines, SkeletonRows } from '../../ui/states.tsx';
import { SaveButton, SettingsFormBody, useSettingsForm } from './settings-form.tsx';
import {
  backupsPart,
  businessPart,
  calendarPart,
  intakePart,
  moneyPart,
  placesPart,
  type SettingsPart,
  staffPart,
  techniciansPart,
  textsPart,
} from './settings-parts.ts';
import {
  BackupsFields,
  BusinessFields,
  CalendarFields,
  IntakeFields,
  MoneyFields,
  PlacesFields,
  StaffFields,
  TechnicianFields,
  TextsFields,
} from './settings-sections.tsx';
import { settingsWords } from './settings-words.ts';

type Settings = Answer<'getSettings'>;

export function SettingsSection() {
  const query = useQuery(settingsQuery);
  return (
    <section aria-label="Settings">
      <Loaded query={query} what="the settings" skeleton={<SkeletonRows rows={8} />}>
        {(settings) => <AllSettings settings={settings} />}
      </Loaded>
    </section>
  );
}

interface Section {
  title: string;
  about?: string;
  part: SettingsPart;
  content: ReactNode;
}

const sectionsOf = ({ timeZone }: Settings): readonly Section[] => [
  {
    title: 'Shop',
    about: 'Printed on the ticket. The name begins every text.',
    part: businessPart,
    content: <BusinessFields />,
  },
  {
    title: 'Technicians',
    about: 'Always six. If you rename one, the tickets stay and show the new name.',
    part: techniciansPart,
    content: <TechnicianFields />,
  },
  {
    title: 'Dates and hours',
    part: calendarPart,
    content: <CalendarFields inForce={timeZone} />,
  },
  { title: 'Intake and ticket', part: intakePart, content: <IntakeFields /> },
  {
    title: 'Places',
    about: 'Where watches are kept: shown on tickets, in lists and on bag labels.',
    part: placesPart,
    content: <PlacesFields />,
  },
  {
    title: 'Texts',
    about: 'Reminders are sent only if you turn them on.',
    part: textsPart,
    content: <TextsFields />,
  },
  { title: 'Money', part: moneyPart, content: <MoneyFields /> },
  { title: 'Backups', part: backupsPart, content: <BackupsFields /> },
  {
    title: 'Staff',
    about:
      'Their initials can appear in the history. No passwords, no permissions: just a note of who was at the computer.',
    part: staffPart,
    content: <StaffFields />,
  },
];

function AllSettings({ settings }: { settings: Settings }) {
  const [dirty, setDirty] = useState<ReadonlySet<string>>(new Set());
  const note = (title: string, isDirty: boolean) =>
    setDirty((known) => {
      if (known.has(title) === isDirty) return known;
      const next = new Set(known);
      if (isDirty) next.add(title);
      else next.delete(title);
      return next;
    });
  return (
    <div className="flex max-w-6xl flex-col gap-8">
      {!settings.isSetUp && (
        <Banner
          title="Set up your shop."
          action={<Button onClick={() => void panels.open('setUp')}>Continue</Button>}
        >
          Three short steps. You can change anything here later.
        </Banner>
      )}
      {sectionsOf(settings).map((section) => (
        <SectionForm
          key={section.title}
          {...section}
          settings={settings}
          onDirtyChange={(isDirty) => note(section.title, isDirty)}
        />
      ))}
      <PasswordLink />
      <History />
      <LeavingQuestion isDirty={dirty.size > 0} titles={[...dirty]} />
    </div>
  );
}

/** What it is called and what it is for, beside what it holds. */
function Row({
  title,
  about,
  children,
}: {
  title: string;
  about?: string | undefined;
  children: ReactNode;
}) {
  const id = useId();
  const { part, heading } = useKeptFocus();
  useEffect(() => {
    if (window.location.hash === `#${encodeURIComponent(title)}`) heading.current?.focus();
  }, [title, heading]);
  return (
    <section
      ref={part}
      aria-labelledby={id}
      className="grid gap-x-8 gap-y-3 border-t pt-6 first:border-t-0 first:pt-0 lg:grid-cols-[14rem_minmax(0,1fr)]"
    >
      <div>
        <h2 ref={heading} id={id} tabIndex={-1} className="font-semibold">
          {title}
        </h2>
        {about !== undefined && <p className="max-w-prose text-ink-muted text-sm">{about}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}

function SectionForm({
  title,
  about,
  part,
  content,
  settings,
  onDirtyChange,
}: Section & { settings: Settings; onDirtyChange: (isDirty: boolean) => void }) {
  const form = useSettingsForm({
    part,
    stored: settings,
    onSaved: (alsoChanged) => showSaved('Settings saved', alsoChanged, title),
  });
  const noteDirty = useEffectEvent(onDirtyChange);
  useEffect(() => noteDirty(form.isDirty), [form.isDirty]);
  return (
    <Row title={title} about={about}>
      <SettingsFormBody
        form={form}
        buttons={
          <div className="flex flex-wrap gap-2">
            <SaveButton form={form}>Save</SaveButton>
            {form.isDirty && <Button onClick={form.reset}>Discard</Button>}
          </div>
        }
      >
        {content}
      </SettingsFormBody>
    </Row>
  );
}

function PasswordLink() {
  const { href } = useAddress();
  return (
    <Row title="Shop password" about="Changing it logs everyone else out.">
      <div>
        <Link to={href({ section: 'access' })} className={buttonClasses()}>
          Change the password
        </Link>
      </div>
    </Row>
  );
}

function History() {
  const query = useQuery(settingsEventsQuery);
  return (
    <Row title="Who changed what">
      <Loaded query={query} what="the list of changes" skeleton={<SkeletonLines lines={3} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-ink-muted">No changes yet.</p>
          ) : (
            <Timeline events={items} wordsOf={settingsWords} />
          )
        }
      </Loaded>
    </Row>
  );
}

/** Asks before what was typed goes, by whatever way. */
function LeavingQuestion({ isDirty, titles }: { isDirty: boolean; titles: readonly string[] }) {
  const [leaving, setLeaving] = useState<(() => void) | null>(null);
  const mustAsk = useEffectEvent((search: string, go: () => void) => {
    const { tab, section } = placeFrom(new URLSearchParams(search));
    if (!isDirty || (tab === 'shop' && section === 'settings')) return false;
    setLeaving(() => go);
    return true;
  });
  useEffect(() => guardAddress((search, go) => mustAsk(search, go)), []);
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
  return (
    <ConfirmDialog
      open={leaving !== null}
      title="Discard your changes?"
      description={`Not saved yet: ${titles.join(', ')}.`}
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      onConfirm={() => {
        setLeaving(null);
        leaving?.();
      }}
      onClose={() => setLeaving(null)}
    />
  );
}
