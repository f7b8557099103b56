import Pencil from 'lucide/pencil';
import Plus from 'lucide/plus';
import Printer from 'lucide/printer';
import Trash2 from 'lucide/trash-2';
import Zap from 'lucide/zap';
import { type ReactNode, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { repairStatuses } from '../../domain/repair-status.ts';
import { setTheme, startTheme, themeChoices, useThemeChoice } from '../app/theme.ts';
import { ToastRegion } from '../app/toast-region.tsx';
import { toasts } from '../data/toasts.ts';
import { Price } from '../parts/money/price.tsx';
import { ResponseBadge, SameDayBadge, StatusBadge } from '../parts/repair/status-badge.tsx';
import { Flag } from '../ui/badge.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Card, DetailList, Section } from '../ui/card.tsx';
import { CheckField, ChoiceField, SelectField, SwitchField } from '../ui/choice-fields.tsx';
import { ConfirmDialog, Dialog, DialogClose } from '../ui/dialog.tsx';
import { KeyCaps } from '../ui/key-caps.tsx';
import { Menu } from '../ui/menu.tsx';
import {
  EmptyState,
  ErrorState,
  Loading,
  ProgressBar,
  SkeletonCard,
  SkeletonRows,
} from '../ui/states.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { PasswordField, SearchField, TextArea, TextField } from '../ui/text-field.tsx';
import '../app/styles.css';

/**
 * Every control in all its states, to look at and for pictures: /dev/controls.html of `npm run dev`. It is
 * not in the built product.
 */

const nothing = () => undefined;

function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-2">{children}</div>;
}

function Buttons() {
  const variants = ['primary', 'secondary', 'quiet', 'danger'] as const;
  return (
    <Section title="Buttons">
      {[{}, { icon: Plus }, { pending: true }, { disabledReason: 'Not while offline' }].map(
        (props) => (
          <Row key={Object.keys(props).join()}>
            {variants.map((variant) => (
              <Button key={variant} variant={variant} {...props}>
                {variant}
              </Button>
            ))}
          </Row>
        ),
      )}
      <Row>
        <IconButton icon={Pencil} label="Edit" />
        <IconButton icon={Pencil} label="Edit, chosen" pressed />
        <IconButton icon={Trash2} label="Delete" disabledReason="Not while offline" />
        <IconButton icon={Printer} label="Print" pending />
        <KeyCaps of="palette" />
      </Row>
    </Section>
  );
}

function Menus() {
  const [isSameDay, setSameDay] = useState(true);
  const theme = useThemeChoice();
  const groups = [
    {
      items: [
        { label: 'Edit', icon: Pencil, run: nothing },
        { label: 'Print ticket', icon: Printer, run: nothing },
        { label: 'Same day', icon: Zap, checked: isSameDay, run: () => setSameDay(!isSameDay) },
        { label: 'Assign', run: nothing, disabledReason: 'There is no technician yet' },
      ],
    },
    { items: [{ label: 'Delete', icon: Trash2, run: nothing, isDanger: true }] },
  ];
  return (
    <Section title="Menus">
      <Row>
        <Menu groups={groups} of="WH123456ABC" />
        <Menu groups={groups} variant="secondary" />
        <Menu
          label="Settings"
          variant="quiet"
          groups={[
            {
              heading: 'Theme',
              items: themeChoices.map((choice) => ({
                label: choice,
                chosen: choice === theme,
                run: () => setTheme(choice),
              })),
            },
          ]}
        />
      </Row>
    </Section>
  );
}

function States() {
  return (
    <Section title="Status">
      <div className="grid grid-cols-2 gap-2">
        {repairStatuses.map((status) => (
          <StatusBadge key={status} status={status} isUnrepaired={false} />
        ))}
        {['pending', 'accepted', 'declined', 'unknown'].map((status) => (
          <ResponseBadge key={status} status={status} />
        ))}
        <StatusBadge status="completed" isUnrepaired />
        <StatusBadge
          status="waiting for a part that another program wrote down"
          isUnrepaired={false}
        />
      </div>
      <Row>
        <SameDayBadge />
        <Flag label="This computer" ink="good" />
        <Flag label="Overdue" ink="late" />
        <Flag label="Copy" />
      </Row>
    </Section>
  );
}

function TabRows() {
  const [tab, setTab] = useState('pending');
  const items = ['Pending', 'Same Day', 'Estimates', 'Assigned', 'Completed', 'Total Clients'].map(
    (label, index) => ({
      value: label.toLowerCase(),
      label,
      ...(index % 2 === 0 && { count: 12 ** index }),
    }),
  );
  return (['main', 'sub'] as const).map((level) => (
    <Section key={level} title={`Tabs, ${level}`}>
      <Tabs label={level} level={level} items={items} value={tab} onValueChange={setTab}>
        <p className="py-2">{tab}</p>
      </Tabs>
    </Section>
  ));
}

function Fields() {
  const [query, setQuery] = useState('Omega');
  const [choice, setChoice] = useState<'text' | 'counter'>('text');
  return (
    <Section title="Fields">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField label="Name" hint="As printed on the ticket" defaultValue="Ana Lima" />
        <TextField label="Phone" error="Enter a phone number" placeholder="(555) 555-0100" />
        <TextField label="Email" optional readOnly defaultValue="ana@example.com" />
        <TextField label="Price" leading="$" inputMode="decimal" />
        <SelectField label="Technician" placeholder="Choose a technician" defaultValue="">
          <option>Chloe</option>
        </SelectField>
        <PasswordField label="Password" defaultValue="secret" />
        <TextArea label="Request" optional defaultValue="Second hand jumps four seconds" />
        <SearchField label="Search" value={query} onValueChange={setQuery} />
        <div>
          <CheckField label="Chosen" defaultChecked />
          <CheckField label="Not chosen" hint="Takes effect with the button" />
          <CheckField label="Refused" error="This has to be chosen" />
        </div>
        <div>
          <SwitchField label="On" defaultChecked />
          <SwitchField label="Off" hint="Takes effect at once" />
          <ChoiceField
            legend="Answered"
            choices={[
              { value: 'text', label: 'By text' },
              { value: 'counter', label: 'In person' },
            ]}
            value={choice}
            onChange={setChoice}
          />
        </div>
      </div>
    </Section>
  );
}

function Facts() {
  return (
    <Section title="Facts" level={3} action={<Button variant="quiet">Edit</Button>}>
      <DetailList
        details={[
          { label: 'Ticket', value: 'WH446681UWU' },
          { label: 'Taken in', value: 'Nov 14, 4:20 PM' },
          { label: 'Price', value: <Price dollars={420} /> },
          { label: 'Serial', value: 'G482 913' },
          { label: 'Customer', value: 'ليلى عبّاس' },
          { label: 'Also known as', value: 'Αθηνά · Дарья · Արամ · გიორგი · 李小明' },
          { label: 'Request', value: 'Inherited, sat in a drawer for years.', wide: true },
        ]}
      />
      <Card>A card, where a box is needed</Card>
    </Section>
  );
}

function Notices() {
  return (
    <Section title="Notices">
      {(['neutral', 'info', 'warning', 'danger'] as const).map((tone) => (
        <Banner key={tone} tone={tone} title={`Banner: ${tone}.`} action={<Button>Help</Button>}>
          It stays as long as what it says is true.
        </Banner>
      ))}
      <ProgressBar label="Importing" value={3} max={12} detail="3 of 12 photos" />
      <ProgressBar label="Waiting" />
    </Section>
  );
}

function Placeholders() {
  return (
    <Section title="Nothing, not yet, not at all">
      <EmptyState title="No repairs" action={<Button variant="primary">New repair</Button>}>
        Repairs that you take in appear here.
      </EmptyState>
      <ErrorState title="The repairs could not be read" onRetry={nothing}>
        The server does not answer.
      </ErrorState>
      <Loading label="Loading…">
        <div className="flex flex-col gap-4">
          <SkeletonRows rows={2} />
          <SkeletonCard />
        </div>
      </Loading>
    </Section>
  );
}

const kinds = ['success', 'error', 'info', 'progress'] as const;

function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'question' | null>(null);
  const close = () => setOpen(null);
  return (
    <Section title="Over the page">
      <Row>
        <Button onClick={() => setOpen('dialog')}>Dialog</Button>
        <Button onClick={() => setOpen('question')}>Question</Button>
        {kinds.map((kind) => (
          <Button
            key={kind}
            onClick={() =>
              toasts.show({
                kind,
                title: `Message: ${kind}`,
                detail: 'And what to know about it',
                action: { label: 'Undo', run: nothing },
              })
            }
          >
            Toast: {kind}
          </Button>
        ))}
      </Row>
      <Dialog
        open={open === 'dialog'}
        onClose={close}
        title="Send an estimate"
        description="Rolex Explorer 214270, Deborah Thompson"
        onSubmit={(event) => event.preventDefault()}
        footer={
          <>
            <DialogClose />
            <Button variant="primary">Send</Button>
          </>
        }
      >
        <TextField label="Amount" leading="$" />
        <Menu
          label="Insert"
          variant="quiet"
          groups={[{ items: [{ label: 'Price', run: nothing }] }]}
        />
      </Dialog>
      <ConfirmDialog
        open={open === 'question'}
        title="Delete repair WH123456ABC for Ana Lima?"
        description="Its photos and texts go with it."
        confirmLabel="Delete"
        onConfirm={close}
        onClose={close}
      />
    </Section>
  );
}

function Controls() {
  return (
    <main className="flex flex-col gap-8 bg-canvas p-4 text-ink sm:p-6">
      <h1 className="font-semibold text-lg">Controls</h1>
      <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-2">
        {[Buttons, States, Fields, Facts, TabRows, Menus, Notices, Placeholders, Overlays].map(
          (Part) => (
            <div key={Part.name} className="flex min-w-0 flex-col gap-8">
              <Part />
            </div>
          ),
        )}
      </div>
    </main>
  );
}

const container = document.getElementById('root');
if (container === null) throw new Error('controls.html has no element with the id "root"');

startTheme();
createRoot(container).render(
  <StrictMode>
    <Controls />
    <ToastRegion />
  </StrictMode>,
);
