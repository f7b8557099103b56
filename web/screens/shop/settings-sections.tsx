import Plus from 'lucide/plus';
import X from 'lucide/x';
import { useState } from 'react';
import { limits } from '../../../domain/field-list.ts';
import { maxCheckLines } from '../../../domain/final-check.ts';
import { needsTenDigits, textFault } from '../../../domain/phone.ts';
import { maxPlaces } from '../../../domain/places.ts';
import { noRepairValues } from '../../../domain/repair-fields.ts';
import type { ShopSettings } from '../../../domain/shop-settings.ts';
import { shopPlaceholder } from '../../../domain/text-consent.ts';
import { shopNameInText } from '../../../domain/texts.ts';
import { afterLeaving } from '../../parts/form/phone-typing.ts';
import { SheetDrawing } from '../../parts/print/sheet-drawing.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { BooleanSetting, LineSetting, LinesSetting } from './settings-controls.tsx';
import { useSettingsFields } from './settings-form.tsx';
import {
  businessOf,
  isStaffTyped,
  isYes,
  maxStaff,
  staffIndexes,
  technicianIds,
} from './settings-parts.ts';

/** What each section of the settings asks for. */

const pairs = 'grid gap-4 sm:grid-cols-2';

/**
 * With the printed ticket beside it, as one types.
 *
 * @param zone of its time, before the shop has chosen one
 */
export function BusinessFields({ zone }: { zone?: string | undefined }) {
  const { fields } = useSettingsFields();
  return (
    <div className="grid items-start gap-x-8 gap-y-4 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="flex min-w-0 flex-col gap-4">
        <LineSetting name="name" label="Name" hint={textsCallIt(fields.name ?? '')} />
        <LineSetting name="address" label="Address" />
        <PhoneSetting />
        <LineSetting name="email" label="Email" type="email" />
        <LineSetting name="social" label="Social handle" optional />
      </div>
      <TicketDrawing shop={businessOf(fields)} zone={zone} />
    </div>
  );
}

/** Formatted like customers' numbers; if the area code is missing, the hint asks about it. */
function PhoneSetting() {
  const { fields, stored, change } = useSettingsFields();
  const [left, setLeft] = useState<string | null>(null);
  const phone = fields.phone ?? '';
  const isShort = phone === left && textFault(phone) === needsTenDigits;
  return (
    <LineSetting
      name="phone"
      label="Phone"
      type="tel"
      isDoubtful={isShort}
      hint={
        isShort
          ? 'Customers call this number from your texts: is the area code missing?'
          : undefined
      }
      onBlur={({ target: { value } }) => {
        // Leaving the stored value in the field is no change.
        const tidied = value === stored.phone ? value : afterLeaving(value);
        if (tidied !== value) change('phone', tidied);
        setLeft(tidied);
      }}
    />
  );
}

/** Where texts use a different name for the shop, because of its length or its characters. */
function textsCallIt(name: string): string | undefined {
  const words = shopNameInText({ name });
  const isOther = name.trim() !== '' && words !== name.trim();
  return isOther ? `Texts begin with “${words}:”.` : undefined;
}

/** In one line if there is room, else in two; on a phone the fields one below the other. */
const technicianColumns =
  'grid grid-cols-2 gap-x-3 px-4 sm:grid-cols-[minmax(0,1fr)_minmax(7rem,0.5fr)_minmax(8rem,0.5fr)] xl:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_minmax(0,1.4fr)_3.5rem_4rem]';
const fieldColumn = 'min-w-0 max-sm:col-span-2';
const emailColumn = 'min-w-0 col-span-2 xl:col-span-1';

export function TechnicianFields() {
  const { fields } = useSettingsFields();
  return (
    <div className="rounded border bg-surface">
      <div
        aria-hidden="true"
        className={`${technicianColumns} rounded-t border-b bg-sunken py-1.5 text-ink-muted text-sm max-sm:hidden`}
      >
        <span>
          Name<span className="xl:hidden">, specialties</span>
        </span>
        <span className={emailColumn}>Email (optional)</span>
        <span className="max-xl:hidden">Specialties</span>
        <span className="max-xl:hidden">Away</span>
        <span className="max-xl:hidden">Not used</span>
      </div>
      <ol className="divide-y">
        {technicianIds(fields).map((id, index) => (
          <li key={id}>
            <fieldset className={`${technicianColumns} gap-y-2 py-2`}>
              <legend className="sr-only">Technician {index + 1}</legend>
              <div className={fieldColumn}>
                <LineSetting name={`name ${id}`} label="Name" placeholder="Name" isLabelHidden />
              </div>
              <div className={emailColumn}>
                <LineSetting
                  name={`email ${id}`}
                  label="Email"
                  type="email"
                  placeholder="Email"
                  optional
                  isLabelHidden
                />
              </div>
              <div className={fieldColumn}>
                <LineSetting
                  name={`specialties ${id}`}
                  label="Specialties"
                  placeholder="Rolex, Omega"
                  isLabelHidden
                />
              </div>
              <BooleanSetting name={`isAway ${id}`} label="Away">
                <span className="xl:sr-only">Away</span>
              </BooleanSetting>
              <BooleanSetting name={`isUnused ${id}`} label="Not used">
                <span className="xl:sr-only">Not used</span>
              </BooleanSetting>
              {isYes(fields[`isUnused ${id}`]) ? (
                <p className="col-span-full text-ink-muted text-sm">
                  Not offered for new work. You can use this technician again later.
                </p>
              ) : (
                isYes(fields[`isAway ${id}`]) && (
                  <p className="col-span-full text-ink-muted text-sm">
                    Not offered for new work. Keeps current repairs.
                  </p>
                )
              )}
            </fieldset>
          </li>
        ))}
      </ol>
    </div>
  );
}

export function IntakeFields() {
  return (
    <>
      <BooleanSetting
        name="isEmailRequired"
        label="Require an email"
        hint="When off, repairs and clients can be entered without one."
      />
      <BooleanSetting name="printsReadyBy" label="Print the promised date on the ticket" />
    </>
  );
}

export function ClaimCheckFields() {
  return (
    <LinesSetting
      name="terms"
      label="Your terms"
      hint={`In your own words; at most ${limits.terms.toLocaleString('en-US')} characters. Signed claim checks keep their terms.`}
    />
  );
}

export function EstimateFields() {
  return (
    <div className={pairs}>
      <LineSetting
        name="estimateValidDays"
        label="Days an estimate on paper is valid"
        hint="Printed as “Valid until”, but never later than the day it expires."
        inputMode="numeric"
      />
      <LineSetting
        name="holdSeconds"
        label="Seconds to undo a completion"
        hint="The completion text waits this long. 0 sends it right away."
        inputMode="numeric"
      />
    </div>
  );
}

export function TextsFields() {
  return (
    <>
      <div className={pairs}>
        <LineSetting
          name="reminderAfterDays"
          label="Days before an estimate reminder"
          hint="One text, during opening hours. Leave blank for none."
          inputMode="numeric"
          optional
        />
        <LineSetting
          name="estimateExpiresAfterDays"
          label="Days before an estimate expires"
          hint="Leave blank for never."
          inputMode="numeric"
          optional
        />
        <LineSetting
          name="automaticToStrangers"
          label="Automatic texts per day to unknown numbers"
          hint="For numbers not on any ticket. Beyond this limit, you reply yourself."
          inputMode="numeric"
        />
      </div>
      <BooleanSetting
        name="remindsOfPickUp"
        label="Remind customers to pick up"
        hint="One text after 7 days and one after 30, during opening hours."
      />
    </>
  );
}

export function ConsentFields() {
  const { fields } = useSettingsFields();
  return (
    <>
      <BooleanSetting
        name="asksForConsent"
        label="Ask for consent at intake"
        hint="Adds a checkbox with the sentence that US carriers ask for. The history shows when consent was given and who recorded it."
      />
      {isYes(fields.asksForConsent) && (
        <>
          <LinesSetting
            name="consentWording"
            label="Wording"
            isRequired
            hint={`The words that US carriers ask for. ${shopPlaceholder} stands for your shop’s name.`}
          />
          <BooleanSetting
            name="onlyWithConsent"
            label="Text only with consent"
            hint="Customers who haven’t agreed are not texted. Their tickets say so."
          />
        </>
      )}
    </>
  );
}

export function FinalCheckFields() {
  return (
    <LinesSetting
      name="finalCheck"
      label="Final check"
      hint={`One per line, such as Time and date set or Crown down; at most ${maxCheckLines}. Finished repairs keep the lines they had.`}
    />
  );
}

export function PlacesFields() {
  return (
    <LinesSetting
      name="places"
      label="Places"
      hint={`One per line, such as Safe, Tray 1 or Window; at most ${maxPlaces}. If you rename or remove one, watches kept there show the old name until you move them.`}
    />
  );
}

export function MoneyFields() {
  return (
    <>
      <div className={pairs}>
        <LineSetting
          name="rate"
          label="Tax rate in percent"
          hint="For example 8.875; 0 for no tax."
          inputMode="decimal"
        />
        <LineSetting
          name="cashFloat"
          label="Cash float"
          hint="In the drawer when the day begins."
          inputMode="decimal"
          leading="$"
        />
      </div>
      <BooleanSetting
        name="pricesIncludeTax"
        label="Prices include tax"
        hint="When off, you type prices before tax, and the tax is added to what the customer pays. Prices already entered don’t change."
      />
    </>
  );
}

export function BackupsFields() {
  const { fields } = useSettingsFields();
  return (
    <>
      <BooleanSetting name="isDaily" label="Make a backup every day" />
      {isYes(fields.isDaily) && (
        <>
          <div className={pairs}>
            <LineSetting name="dailyAt" label="Time of the backup" type="time" />
            <LineSetting name="keep" label="Backups to keep" inputMode="numeric" />
          </div>
          <LineSetting
            name="folder"
            label="Folder on the server"
            hint="The full path, preferably on another disk. Leave blank for “backups” in the data folder."
            optional
          />
        </>
      )}
    </>
  );
}

const staffColumns = 'grid grid-cols-[minmax(0,1fr)_5rem_var(--control)] items-start gap-x-2';

const staffFields = (index: number) => [`staff name ${index}`, `staff initials ${index}`];

/** Rows with something in them, and those just added. */
export function StaffFields() {
  const { fields, changed, change } = useSettingsFields();
  const [added, setAdded] = useState<readonly number[]>([]);
  const shown = staffIndexes.filter(
    (index) =>
      isStaffTyped(fields, index) ||
      added.includes(index) ||
      // Removed here, and changed by a colleague.
      changed.some(({ name }) => staffFields(index).includes(name)),
  );
  const free = staffIndexes.find((index) => !shown.includes(index));
  return (
    <>
      {shown.length > 0 && (
        <div className="flex flex-col gap-1">
          <div aria-hidden="true" className={`${staffColumns} text-ink-muted text-sm`}>
            <span>Name</span>
            <span>Initials</span>
          </div>
          <ul className="flex flex-col gap-2">
            {shown.map((index) => (
              <li key={index} className={staffColumns}>
                <LineSetting name={`staff name ${index}`} label="Name" isLabelHidden />
                <LineSetting
                  name={`staff initials ${index}`}
                  label="Initials"
                  maxLength={4}
                  isLabelHidden
                />
                <IconButton
                  icon={X}
                  label={`Remove ${fields[`staff name ${index}`] || 'this name'}`}
                  onClick={() => {
                    setAdded(added.filter((each) => each !== index));
                    change(`staff name ${index}`, '');
                    change(`staff initials ${index}`, '');
                  }}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
      <div>
        <Button
          icon={Plus}
          disabledReason={free === undefined ? `At most ${maxStaff} names.` : undefined}
          onClick={() => {
            if (free !== undefined) setAdded([...added, free]);
          }}
        >
          Add a name
        </Button>
      </div>
    </>
  );
}

/** An ordinary ticket. */
const example = {
  id: 'example',
  ticketNumber: 'WH261122ADA',
  customerName: 'Ada Byron',
  customerEmail: 'ada@example.com',
  customerPhone: '(212) 555-0142',
  customerAddress: null,
  ...noRepairValues,
  watchBrand: 'Omega',
  watchModel: 'Speedmaster',
  issue: 'Does not wind',
  repairPrice: 80,
  assignedWatchmaker: null,
};

/** The printed ticket with the shop's details, as large as it is on paper. */
function TicketDrawing({ shop, zone }: { shop: ShopSettings['shop']; zone: string | undefined }) {
  return (
    <SheetDrawing
      title={`The printed ticket of ${shop.name || 'the shop'}`}
      of={JSON.stringify(shop)}
      load={async () => {
        const { ticketSheet } = await import('../../parts/print/ticket-paper.ts');
        const createdAt = new Date().toISOString();
        return ticketSheet([{ ...example, createdAt }], shop, undefined, zone);
      }}
      className="mx-auto h-[6in] w-[4in] [zoom:0.75]"
    />
  );
}
