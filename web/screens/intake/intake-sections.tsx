import { useInfiniteQuery } from '@tanstack/react-query';
import Plus from 'lucide/plus';
import UserPlus from 'lucide/user-plus';
import {
  type ChangeEvent,
  type FocusEvent,
  type FunctionComponent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import type { Client } from '../../../domain/api-answers.ts';
import { isolated } from '../../../domain/isolated.ts';
import { proposedDate } from '../../../domain/promised-date.ts';
import {
  type FieldGroup,
  type RepairFieldName,
  repairFieldNames,
  repairFields,
} from '../../../domain/repair-fields.ts';
import { searchable } from '../../../domain/search-text.ts';
import { useAddress } from '../../data/address.ts';
import type { IntakeFields } from '../../data/intake/intake-fields.ts';
import { Link } from '../../data/location.tsx';
import { repairsQuery } from '../../data/queries.ts';
import { useAsksForEmail } from '../../data/shop-settings.ts';
import { useEmailHint, useTextableHint } from '../../parts/client/client-fields.tsx';
import { afterLeaving, afterTyping } from '../../parts/form/phone-typing.ts';
import { isWide } from '../../parts/repair/field-details.tsx';
import { RepairFormField } from '../../parts/repair-form/repair-form-field.tsx';
import { useShopCalendar, useToday } from '../../parts/time/shop-calendar.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField } from '../../ui/choice-fields.tsx';
import type { Icon } from '../../ui/classes.ts';
import { TextArea } from '../../ui/text-field.tsx';
import { attachClient, chooseClient, detachClient } from './client-choice.ts';
import { ClientPicker } from './client-picker.tsx';
import { ConsentField, CustomerExtras } from './customer-extras.tsx';
import { IntakeNotice, useIntakeField, useIntakeForm } from './intake-control.tsx';
import { KnownClientField } from './known-client-field.tsx';
import { SeenAtIntake } from './seen-before.tsx';
import { knownBrands, knownModels, type Watch } from './watch-history.ts';

/** As many as one call gives: what a shop takes in repeats itself. */
const recentRepairs = repairsQuery({ limit: 100, view: 'row' });

function useWatchHistory(): Watch[] {
  // There are many, so the form does not wait for them when it is opened.
  const { isDirty } = useFormState();
  const { data } = useInfiniteQuery({ ...recentRepairs, staleTime: 60_000, enabled: isDirty });
  return data?.pages[0]?.items ?? [];
}

function BrandField() {
  return <RepairFormField name="watchBrand" suggestions={knownBrands(useWatchHistory())} />;
}

function ModelField() {
  const brand = useWatch<IntakeFields, 'watchBrand'>({ name: 'watchBrand' });
  return <RepairFormField name="watchModel" suggestions={knownModels(useWatchHistory(), brand)} />;
}

/** Proposed by the shop's usual days until staff choose another date, or none. */
function PromisedDate() {
  const form = useIntakeForm();
  const sameDay = useIntakeField('isSameDay');
  const isSameDay = useWatch<IntakeFields, 'isSameDay'>({ name: 'isSameDay' });
  const hasOwnDate = useWatch<IntakeFields, 'hasOwnDate'>({ name: 'hasOwnDate' });
  const today = useToday();
  const calendar = useShopCalendar();
  const proposal = calendar && proposedDate(isSameDay, today, calendar);

  const follow = useEffectEvent((date: string) => {
    form.setValue('expectedOn', date);
    form.clearErrors('expectedOn');
  });
  useEffect(() => {
    if (!hasOwnDate && proposal !== undefined) follow(proposal);
  }, [hasOwnDate, proposal]);

  return (
    <>
      <CheckField {...sameDay} label="Same day" />
      <RepairFormField name="expectedOn" onTyped={() => form.setValue('hasOwnDate', true)} />
    </>
  );
}

/** Those with something of their own at intake. */
const ownFields: Partial<Record<RepairFieldName, FunctionComponent>> = {
  watchBrand: BrandField,
  watchModel: ModelField,
  expectedOn: PromisedDate,
};

/** Where each group of fields is in the form. */
const sectionOf: Record<FieldGroup, Section> = {
  contact: 'others',
  reference: 'extras',
  watch: 'watch',
  price: 'price',
  date: 'price',
  condition: 'below',
  pickup: 'others',
};

type Section = 'others' | 'extras' | 'watch' | 'price' | 'below';

const namesIn = (section: Section) =>
  repairFieldNames.filter((name) => sectionOf[repairFields[name].group] === section);

function Fields({ names }: { names: readonly RepairFieldName[] }) {
  return names.map((name) => {
    const Own = ownFields[name];
    return Own ? <Own key={name} /> : <RepairFormField key={name} name={name} />;
  });
}

export const FieldsOfSection = ({ section }: { section: Section }) => (
  <Fields names={namesIn(section)} />
);

/** Fields of the watch that few customers can name, and the button that shows them. */
const rareNames: readonly RepairFieldName[] = ['reference', 'movementSerial', 'caliber'];
const rareLabel = 'Add reference, movement or caliber';

const usualNames = namesIn('watch').filter((name) => !rareNames.includes(name));
const longNames = usualNames.filter((name) => isWide(repairFields[name]));
const shortNames = usualNames.filter((name) => !longNames.includes(name));

/** Short fields in rows; if narrow, a long label takes two lines. */
const ShortFields = ({ names }: { names: readonly RepairFieldName[] }) => (
  <div className="@container">
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] items-end gap-4 @[25rem]:items-start">
      <Fields names={names} />
    </div>
  </div>
);

/** What the serials match is shown below the short fields. */
export function WatchSection() {
  return (
    <>
      <ShortFields names={shortNames} />
      <SeenAtIntake />
      <Fields names={longNames} />
      <OnRequest names={rareNames} label={rareLabel} icon={Plus}>
        <ShortFields names={rareNames} />
      </OnRequest>
    </>
  );
}

/**
 * Fields that are shown on request, so that a walk-in who needs none of them has fewer fields to tab through.
 */
function OnRequest({
  names,
  label,
  icon,
  children,
}: {
  names: readonly RepairFieldName[];
  label: string;
  icon: Icon;
  children: ReactNode;
}) {
  const form = useIntakeForm();
  const typed = useWatch<IntakeFields>({ name: [...names] });
  const [isOpen, setIsOpen] = useState(false);
  const isShown = isOpen || typed.some((value) => value !== '');
  const focusFirst = useEffectEvent(() => form.setFocus(names[0] ?? 'customerName'));
  useEffect(() => {
    if (isOpen) focusFirst();
  }, [isOpen]);
  if (isShown) return children;
  return (
    <div className="-ml-3">
      <Button variant="quiet" icon={icon} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
    </div>
  );
}

const namesOfOthers = namesIn('others');
const namesOfExtras = namesIn('extras');

const OtherPeople = () => (
  <OnRequest names={namesOfOthers} label="Add another person" icon={UserPlus}>
    <FieldsOfSection section="others" />
  </OnRequest>
);

function DetachedNotice({ client, onDone }: { client: Client; onDone: () => void }) {
  const form = useIntakeForm();
  const chosen = useWatch<IntakeFields, 'client'>({ name: 'client' });
  const typed = useWatch<IntakeFields, 'customerName'>({ name: 'customerName' });
  if (chosen !== null) return null;
  const name = isolated(client.name);

  function take(how: typeof attachClient) {
    how(form, client);
    onDone();
    form.setFocus('customerName');
  }

  return (
    <IntakeNotice
      words={`The repair is no longer for ${name}. Their saved details were cleared.`}
      actions={
        <>
          <Button onClick={() => take(chooseClient)}>Keep this client</Button>
          {typed.trim() !== '' && (
            <Button onClick={() => take(attachClient)}>Rename this client</Button>
          )}
        </>
      }
    />
  );
}

function OptionalEmailHint() {
  const { href } = useAddress();
  return (
    <>
      Not needed? Make email optional in{' '}
      <Link to={href({ tab: 'shop', page: 'tickets' })} className="underline">
        Settings
      </Link>
      .
    </>
  );
}

/** Formats the number in the field itself, before anything else reads it. */
function shapePhone({ target }: ChangeEvent<HTMLInputElement>): void {
  const { text, caret } = afterTyping({
    text: target.value,
    caret: target.selectionStart ?? target.value.length,
  });
  if (text === target.value) return;
  target.value = text;
  target.setSelectionRange(caret, caret);
}

export function CustomerSection() {
  const form = useIntakeForm();
  const phone = useWatch<IntakeFields, 'customerPhone'>({ name: 'customerPhone' });
  const textable = useTextableHint(phone);
  const email = useWatch<IntakeFields, 'customerEmail'>({ name: 'customerEmail' });
  const emailHint = useEmailHint(email);
  const asksForEmail = useAsksForEmail();
  const address = useIntakeField('customerAddress');
  const [detached, setDetached] = useState<Client | null>(null);

  /**
   * Another name is another person, until the client's own is there again. A client who is being
   * renamed has lost it already, and stays.
   */
  function followName({ target }: ChangeEvent<HTMLInputElement>) {
    const { client: chosen, customerName: before } = form.getValues();
    const isNameOf = ({ name }: Client, typed: string) => searchable(name) === searchable(typed);
    if (chosen !== null && isNameOf(chosen, before) && !isNameOf(chosen, target.value)) {
      detachClient(form, chosen);
      setDetached(chosen);
    } else if (chosen === null && detached !== null && isNameOf(detached, target.value)) {
      attachClient(form, detached);
      setDetached(null);
    }
  }

  function tidyPhone(event: FocusEvent<HTMLInputElement>) {
    const tidied = afterLeaving(event.target.value);
    if (tidied !== event.target.value) form.setValue('customerPhone', tidied);
    textable.look(tidied);
  }

  return (
    <>
      <ClientPicker />
      <KnownClientField
        name="customerName"
        label="Customer name"
        autoCapitalize="words"
        spellCheck={false}
        onChange={followName}
        notice={detached && <DetachedNotice client={detached} onDone={() => setDetached(null)} />}
      />
      <KnownClientField
        name="customerEmail"
        label="Email"
        optional={!asksForEmail}
        type="email"
        inputMode="email"
        spellCheck={false}
        hint={emailHint.hint ?? (asksForEmail && <OptionalEmailHint />)}
        isDoubtful={emailHint.hint !== undefined}
        onBlur={({ target }) => emailHint.look(target.value)}
      />
      <KnownClientField
        name="customerPhone"
        label="Phone"
        type="tel"
        hint={textable.hint}
        isDoubtful={textable.hint !== undefined}
        onChange={shapePhone}
        onBlur={tidyPhone}
      />
      <ConsentField />
      <TextArea {...address} label="Address" rows={2} autoComplete="off" optional />
      <CustomerExtras names={namesOfExtras} />
      <OtherPeople />
    </>
  );
}
