import type { ReactNode } from 'react';
import type { Estimate, Repair } from '../../domain/api-answers.ts';
import { fieldText } from '../../domain/field-list.ts';
import { formatPhone, phoneLink } from '../../domain/phone.ts';
import {
  type RepairFieldName,
  type RepairValues,
  repairFieldNames,
  repairFields,
} from '../../domain/repair-fields.ts';
import { ClientLink } from '../clients/client-link.tsx';
import { EstimateBadges } from '../estimates/estimate-badges.tsx';
import { OptedOut } from '../texts/text-preview.tsx';
import { type Detail, DetailList } from '../ui/card.tsx';
import { ClampedText } from '../ui/clamped-text.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { Price } from '../ui/text.tsx';

const linkClasses =
  'break-all underline decoration-line-strong underline-offset-2 hover:decoration-accent';

const time = (iso: string | null) => iso && <DateTime iso={iso} />;

const long = (text: string | null) => text && <ClampedText>{text}</ClampedText>;

/** One part of the details, under its name. */
export function RepairSection({
  title,
  action,
  children,
}: {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <div className="flex min-h-control flex-wrap items-center justify-between gap-x-2 border-b">
        <h3 className="font-semibold">{title}</h3>
        {action}
      </div>
      {children}
    </section>
  );
}

export function CustomerDetails({ repair }: { repair: Repair }) {
  const { customerName, customerPhone, customerEmail, customerAddress, optedOutAt } = repair;
  return (
    <DetailList
      details={[
        {
          label: 'Name',
          value: <ClientLink clientId={repair.clientId}>{customerName}</ClientLink>,
          wide: true,
        },
        {
          label: 'Phone',
          value: customerPhone && (
            <a href={phoneLink(customerPhone)} className={linkClasses}>
              {formatPhone(customerPhone)}
            </a>
          ),
        },
        {
          label: 'Email',
          value: customerEmail && (
            <a href={`mailto:${customerEmail}`} className={linkClasses}>
              {customerEmail}
            </a>
          ),
        },
        { label: 'Texts', value: optedOutAt && <OptedOut since={optedOutAt} />, wide: true },
        { label: 'Address', value: customerAddress, wide: true },
      ]}
    />
  );
}

function fieldDetail(name: RepairFieldName, value: string | number | null): Detail {
  const field = repairFields[name];
  const { label, kind } = field;
  if (typeof value === 'number') return { label, value: <Price dollars={value} /> };
  const text = fieldText(field, value);
  return kind === 'text' ? { label, value: long(text), wide: true } : { label, value: text };
}

/** What was typed on a ticket, the long texts last. */
export function typedDetails(repair: RepairValues): Detail[] {
  const details = repairFieldNames.map((name) => fieldDetail(name, repair[name]));
  return [...details.filter(({ wide }) => !wide), ...details.filter(({ wide }) => wide)];
}

export function WatchDetails({ repair }: { repair: Repair }) {
  return <DetailList details={typedDetails(repair)} />;
}

export function WorkDetails({ repair }: { repair: Repair }) {
  return (
    <DetailList
      details={[
        { label: 'Taken in', value: time(repair.createdAt) },
        { label: 'Technician', value: repair.assignedWatchmaker ?? 'Unassigned' },
        { label: 'Completed', value: time(repair.completedAt) },
        { label: 'Customer texted', value: repair.smsSent ? 'Yes' : 'No' },
        { label: 'Completion notes', value: long(repair.completionNotes), wide: true },
      ]}
    />
  );
}

/** Every estimate of a ticket, the newest first. */
export function RepairEstimates({ estimates }: { estimates: readonly Estimate[] }) {
  if (estimates.length === 0) {
    return <p className="text-ink-muted">No estimate has been sent.</p>;
  }
  return (
    <ol className="flex flex-col divide-y">
      {estimates.map((estimate) => (
        <li key={estimate.id} className="flex flex-col gap-2 py-3 first:pt-1">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <span className="font-semibold">
              <Price dollars={estimate.estimatePrice} />
            </span>
            <EstimateBadges estimate={estimate} />
          </div>
          <DetailList
            details={[
              { label: 'Sent', value: time(estimate.sentAt) },
              { label: 'Reminder sent', value: time(estimate.remindedAt) },
              { label: 'Expired', value: time(estimate.expiredAt) },
              { label: 'Accepted', value: time(estimate.acceptedAt) },
              { label: 'Declined', value: time(estimate.declinedAt) },
              { label: 'Customer’s words', value: estimate.customerReply, wide: true },
              { label: 'Notes', value: estimate.notes, wide: true },
            ]}
          />
        </li>
      ))}
    </ol>
  );
}
