import type { ReactNode } from 'react';
import { dateText } from '../../../domain/calendar-date.ts';
import {
  type FieldKind,
  type FieldPart,
  fieldKinds,
  type KindValue,
} from '../../../domain/field-kinds.ts';
import type { Field } from '../../../domain/field-list.ts';
import { languageNames } from '../../../domain/languages.ts';
import { formatPhone, phoneLink } from '../../../domain/phone.ts';
import {
  type RepairValues,
  repairFieldNames,
  repairFields,
} from '../../../domain/repair-fields.ts';
import type { Detail } from '../../ui/card.tsx';
import { contactClasses } from '../../ui/classes.ts';
import { ClampedText } from '../../ui/earlier.tsx';
import { Price } from '../money/price.tsx';

interface KindDetail<Value> {
  show: (value: Value) => ReactNode;
  /** It takes the whole width, in forms as in details, where it comes after what is short. */
  isWide: boolean;
}

/** Only what was typed of a value that holds several things; those that say the same in one line. */
function Parts({ parts }: { parts: readonly FieldPart[] }) {
  const typed = parts.filter(({ isTyped }) => isTyped);
  return (
    <ul>
      {[...new Set(typed.map(({ text }) => text))].map((saying) => (
        <li key={saying}>
          <span className="text-ink-muted">
            {typed.flatMap(({ label, text }) => (text === saying ? label : [])).join(', ')}:
          </span>{' '}
          <bdi>{saying}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** How a value of each kind of field is shown among details. */
const kindDetails: { readonly [Kind in FieldKind]: KindDetail<KindValue<Kind>> } = {
  line: { show: (text) => text, isWide: false },
  text: { show: (text) => text && <ClampedText>{text}</ClampedText>, isWide: true },
  phone: {
    show: (phone) => (
      <a href={phoneLink(phone)} className={contactClasses}>
        {formatPhone(phone)}
      </a>
    ),
    isWide: false,
  },
  price: { show: (dollars) => <Price dollars={dollars} />, isWide: false },
  date: { show: (date) => dateText(date), isWide: false },
  flag: { show: (flag) => fieldKinds.flag.print(flag), isWide: false },
  language: { show: (language) => languageNames[language], isWide: false },
  condition: {
    show: (condition) => <Parts parts={fieldKinds.condition.parts('', condition)} />,
    isWide: true,
  },
};

export const isWide = ({ kind }: Pick<Field, 'kind'>): boolean => kindDetails[kind].isWide;

/** A field's value among details; without one it is left out there. */
export function fieldDetail({ kind, label }: Field, value: unknown): Detail {
  const { show, isWide } = kindDetails[kind] as KindDetail<unknown>;
  return { label, value: (value ?? null) === null ? null : show(value), wide: isWide };
}

/** What was typed on a ticket, the long texts last. */
export function typedDetails(repair: RepairValues): Detail[] {
  const details = repairFieldNames.map((name) => fieldDetail(repairFields[name], repair[name]));
  return [...details.filter(({ wide }) => !wide), ...details.filter(({ wide }) => wide)];
}
