import { useQuery } from '@tanstack/react-query';
import TriangleAlert from 'lucide/triangle-alert';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Answer } from '../../../domain/api.ts';
import { type PageName, pageNames, pages, placeFrom, useAddress } from '../../data/address.ts';
import { showSaved } from '../../data/changed-meanwhile.ts';
import { guardAddress, Link } from '../../data/location.tsx';
import { panels } from '../../data/panels.ts';
import { queryClient, settingsEventsQuery, settingsQuery } from '../../data/queries.ts';
import { Timeline } from '../../parts/history/timeline.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useKeptFocus } from '../../ui/focus.ts';
import { useScrollRow } from '../../ui/scroll.ts';
import { Loaded, SkeletonLines, SkeletonRows } from '../../ui/states.tsx';
import { AccessSection } from './access-section.tsx';
import { ClosedDates, HoursTable, TimeZoneField, TurnaroundField } from './hours-fields.tsx';
import { PresetFields } from './preset-fields.tsx';
import { addedSpans, sayPromisedWhileClosed } from './promised-while-closed.ts';
import { SaveButton, SettingsFormBody, useSettingsForm } from './settings-form.tsx';
import {
  backupsPart,
  businessPart,
  estimatesPart,
  finalCheckPart,
  hoursPart,
  intakePart,
  moneyPart,
  placesPart,
  presetsPart,
  type SettingsPart,
  staffPart,
  techniciansPart,
  textsPart,
  together,
} from './settings-parts.ts';
import { type Heading, Row } from './settings-row.tsx';
import {
  BackupsFields,
  BusinessFields,
  ClaimCheckFields,
  ConsentFields,
  EstimateFields,
  FinalCheckFields,
  IntakeFields,
  MoneyFields,
  PlacesFields,
  StaffFields,
  TechnicianFields,
  TextsFields,
} from './settings-sections.tsx';
import { settingsWords } from './settings-words.ts';
import { TextingPart } from './texting-part.tsx';

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
  content: ReactNode;
}

interface Page {
  part: SettingsPart | null;
  sections: readonly Section[];
  /** What is not part of the form. */
  beside?: (heading: Heading) => ReactNode;
}

const pagesOf = ({ timeZone }: Settings): Readonly<Record<PageName, Page>> => ({
  shop: {
    part: businessPart,
    sections: [
      {
        title: 'Shop',
        about: 'Printed on the ticket. Every text begins with the name.',
        content: <BusinessFields />,
      },
    ],
  },
  team: {
    part: together(techniciansPart, staffPart),
    sections: [
      {
        title: 'Technicians',
        about: 'Always six. If you rename one, the tickets stay and show the new name.',
        content: <TechnicianFields />,
      },
      {
        title: 'Staff',
        about:
          'Their initials can appear in the history. No passwords, no permissions: just a note of who was at the computer.',
        content: <StaffFields />,
      },
    ],
  },
  hours: {
    part: hoursPart,
    sections: [
      {
        title: 'Opening hours',
        about: 'Proposed dates, due dates and automatic texts follow these hours.',
        content: (
          <>
            <HoursTable />
            <ClosedDates />
          </>
        ),
      },
      {
        title: 'Dates',
        content: (
          <>
            <TimeZoneField inForce={timeZone} />
            <TurnaroundField />
          </>
        ),
      },
    ],
  },
  texting: {
    part: textsPart,
    sections: [
      {
        title: 'Texts',
        about: 'Reminders are sent only if you turn them on.',
        content: <TextsFields />,
      },
      {
        title: 'Consent',
        about: 'Leave it off unless you need it. It applies to every kind of text.',
        content: <ConsentFields />,
      },
    ],
    beside: () => <TextingPart />,
  },
  money: { part: moneyPart, sections: [{ title: 'Money', content: <MoneyFields /> }] },
  tickets: {
    part: together(intakePart, estimatesPart, presetsPart, finalCheckPart, placesPart),
    sections: [
      { title: 'Intake and ticket', content: <IntakeFields /> },
      {
        title: 'Claim check',
        about: 'Printed along with the ticket, for the customer. It can be signed on the screen.',
        content: <ClaimCheckFields />,
      },
      { title: 'Estimates and completion', content: <EstimateFields /> },
      {
        title: 'Presets',
        about: 'Work and parts you often charge for, ready to add to an estimate.',
        content: <PresetFields />,
      },
      {
        title: 'Final check',
        about: 'Boxes to check when a repair is completed. None until you add lines.',
        content: <FinalCheckFields />,
      },
      {
        title: 'Places',
        about: 'Where watches are kept: shown on tickets, in lists and on bag labels.',
        content: <PlacesFields />,
      },
    ],
  },
  backups: {
    part: backupsPart,
    sections: [
      {
        title: 'Backups',
        about: 'To see the backups or make one now, go to Data.',
        content: <BackupsFields />,
      },
    ],
  },
  access: {
    part: null,
    sections: [],
    beside: (heading) => (
      <div className="flex flex-col gap-8 [&:has(.all-waits)>:nth-child(2)]:hidden">
        <AccessSection />
        <History heading={heading} />
      </div>
    ),
  },
});

const allParts = (shown: Readonly<Record<PageName, Page>>) =>
  together(...Object.values(shown).flatMap(({ part }) => part ?? []));

function AllSettings({ settings }: { settings: Settings }) {
  const { page, set } = useAddress();
  const shown = pagesOf(settings);
  const namesOf = (name: PageName) => Object.keys(shown[name].part?.typed(settings.settings) ?? {});
  const form = useSettingsForm({
    part: allParts(shown),
    stored: settings,
    onSaved: (alsoChanged) => {
      showSaved('Settings saved', alsoChanged);
      const now = queryClient.getQueryData(settingsQuery.queryKey)?.settings ?? settings.settings;
      const [before, after] = [settings.settings, now].map((one) => one.calendar.closedDates);
      // Only a convenience: the dates are marked on their tickets, too.
      sayPromisedWhileClosed(addedSpans(before ?? [], after ?? [])).catch(() => undefined);
    },
    onFault: (field) => {
      const [first = field] = field.split('.');
      const at = pageNames.find((name) => namesOf(name).includes(first));
      if (at !== undefined && at !== page) set({ page: at });
    },
  });
  const pagesWith = (names: readonly string[]) =>
    pages.filter(({ value }) => namesOf(value).some((name) => names.includes(name)));
  const changed = pagesWith(form.changedNames);
  const disputed = pagesWith(form.context.changed.map(({ name }) => name));
  const { sections, beside } = shown[page];
  // Save and Discard disappear once there is nothing to save.
  const { part: content, heading } = useKeptFocus<HTMLDivElement>();
  return (
    <div className="flex flex-col gap-6">
      {!settings.isSetUp && (
        <Banner
          title="Set up your shop."
          action={<Button onClick={() => void panels.open('setUp')}>Continue</Button>}
        >
          Three short steps. You can change anything here later.
        </Banner>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-4 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <PageList
          changed={changed.map(({ value }) => value)}
          disputed={disputed.map(({ value }) => value)}
        />
        <div ref={content} className="min-w-0 max-w-4xl">
          {beside?.(heading)}
          <SettingsFormBody
            form={form}
            buttons={<SaveBar form={form} changed={changed.map(({ label }) => label)} />}
          >
            <div className="flex flex-col gap-6 empty:hidden">
              {sections.map((section, index) => (
                <Row
                  key={section.title}
                  title={section.title}
                  about={section.about}
                  given={index === 0 ? heading : undefined}
                >
                  {section.content}
                </Row>
              ))}
            </div>
          </SettingsFormBody>
        </div>
      </div>
      <LeavingQuestion isDirty={form.isDirty} titles={changed.map(({ label }) => label)} />
    </div>
  );
}

/**
 * On the left, or above the page if there is no room. A mark shows which pages have unsaved changes, and which
 * have two versions to choose from.
 */
function PageList({
  changed,
  disputed,
}: {
  changed: readonly PageName[];
  disputed: readonly PageName[];
}) {
  const { page, href } = useAddress();
  const list = useRef<HTMLUListElement>(null);
  useScrollRow(list, page);
  return (
    <nav aria-label="Settings" className="lg:sticky lg:top-[calc(var(--top-bar)+4rem)]">
      <ul ref={list} className="scroll-row flex gap-1 lg:flex-col">
        {pages.map(({ value, label }) => (
          <li key={value} className="shrink-0">
            <Link
              to={href({ section: 'settings', page: value })}
              aria-current={value === page ? 'page' : undefined}
              className="flex min-h-control items-center justify-between gap-3 rounded px-3 text-ink-muted transition-colors hover:bg-sunken hover:text-ink aria-[current]:bg-sunken aria-[current]:font-medium aria-[current]:text-ink"
            >
              {label}
              {disputed.includes(value) ? (
                <span className="text-soon">
                  <TriangleAlert aria-hidden="true" size={16} />
                  <span className="sr-only">, changed by someone else too</span>
                </span>
              ) : (
                changed.includes(value) && (
                  <span className="size-2 rounded-full bg-accent">
                    <span className="sr-only">, not saved</span>
                  </span>
                )
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** One for all pages; in view while there is anything to save. */
function SaveBar({
  form,
  changed,
}: {
  form: ReturnType<typeof useSettingsForm>;
  changed: readonly string[];
}) {
  if (!form.isDirty && !form.isSaving && !form.hasTwoVersions) return null;
  const count = changed.length === 1 ? 'Not saved' : `Not saved on ${changed.length} pages`;
  return (
    <div
      data-foot
      className="foot-bar flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3"
    >
      <p className="min-w-0 text-ink-muted">
        {changed.length === 0 ? 'Keeping the saved versions' : `${count}: ${changed.join(', ')}`}
      </p>
      <div className="flex items-start gap-2">
        <Button onClick={form.reset}>Discard</Button>
        <SaveButton form={form}>Save</SaveButton>
      </div>
    </div>
  );
}

function History({ heading }: { heading: Heading }) {
  const query = useQuery(settingsEventsQuery);
  return (
    <Row title="Who changed what" given={heading}>
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

/** Asks before unsaved typing is lost, no matter how the user leaves. */
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
