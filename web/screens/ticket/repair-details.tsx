import type { Estimate, Message, Repair } from '../../../domain/api-answers.ts';
import { answerWayWords } from '../../../domain/estimate-answers.ts';
import { languageNames } from '../../../domain/languages.ts';
import { dollarsFromCents } from '../../../domain/money.ts';
import { lineCents } from '../../../domain/price-lines.ts';
import {
  type RepairFieldName,
  repairFieldNames,
  repairFields,
} from '../../../domain/repair-fields.ts';
import { isAllowed, isOpen } from '../../../domain/repair-status.ts';
import { taxWords } from '../../../domain/ticket-tax.ts';
import { usePlaces } from '../../data/shop-settings.ts';
import { Price } from '../../parts/money/price.tsx';
import { EstimateBadges } from '../../parts/repair/estimate-badges.tsx';
import { fieldDetail, isWide } from '../../parts/repair/field-details.tsx';
import { HolderName } from '../../parts/repair/holder-name.tsx';
import { PlaceOnTicket } from '../../parts/repair/place.tsx';
import { PromisedOn } from '../../parts/repair/promise.tsx';
import { openApproval } from '../../parts/repair/repair-summary.tsx';
import { DateAndTime } from '../../parts/time/date-time.tsx';
import { type Detail, DetailList } from '../../ui/card.tsx';
import { ClampedText } from '../../ui/earlier.tsx';

const time = (iso: string | null) => iso && <DateAndTime iso={iso} />;

const long = (text: string | null) => text && <ClampedText>{text}</ClampedText>;

/** The short details, except what the status line above (ticket-sections.tsx) says. */
export function TicketFacts({
  repair,
  estimates,
}: {
  repair: Repair;
  estimates: readonly Estimate[];
}) {
  const { customerAddress } = repair;
  const { customerCompany, customerLanguage, customerPaysByStatement } = repair;
  const hasPlace = usePlaces().length > 0 || repair.place !== null;
  const estimate = estimates.find(({ isReplaced }) => !isReplaced);
  const isDated = repair.expectedOn !== null;
  const isSaid: Partial<Record<RepairFieldName, boolean>> = {
    watchBrand: true,
    watchModel: true,
    repairPrice: estimate === undefined || estimate.estimatePrice === repair.repairPrice,
    approvedUpTo: openApproval(repair) !== null,
    expectedOn: true,
  };
  const typed = repairFieldNames
    .filter((name) => !isWide(repairFields[name]) && !isSaid[name])
    .map((name) =>
      // The estimate's price counts: the one from intake must not be mistaken for it.
      name === 'repairPrice'
        ? {
            label: 'Price at intake',
            value: repair.repairPrice !== null && (
              <span className="text-ink-muted">
                <Price dollars={repair.repairPrice} />
              </span>
            ),
          }
        : fieldDetail(repairFields[name], repair[name]),
    );
  return (
    <DetailList
      isBeside
      details={[
        ...typed,
        {
          label: repairFields.expectedOn.label,
          value: !(isDated && isOpen(repair.status)) && promiseDetail(repair),
        },
        {
          label: 'Technician',
          value: repair.assignedWatchmaker !== null && !isNamedAbove(repair.status) && (
            <HolderName repair={repair} />
          ),
        },
        { label: 'Place', value: hasPlace && <PlaceOnTicket repair={repair} /> },
        { label: 'Taken in', value: time(repair.createdAt) },
        { label: 'Completed', value: time(repair.completedAt) },
        ...pickupDetails(repair),
        { label: 'Text sent to customer', value: repair.smsSent ? 'Yes' : 'No' },
        { label: 'Company', value: line(customerCompany) },
        { label: 'Language of texts', value: customerLanguage && languageNames[customerLanguage] },
        { label: 'Pays by statement', value: customerPaysByStatement && 'Yes' },
        { label: 'Address', value: customerAddress, wide: true },
      ]}
    />
  );
}

/** Whether the status line names who has it. */
const isNamedAbove = (status: string) =>
  ['pending', 'estimate-accepted', 'assigned', 'in-progress'].includes(status);

const line = (text: string | null) => text && <bdi>{text}</bdi>;

/** How the watch left, continuing the status line; nothing that wasn't recorded. */
function pickupDetails(repair: Repair): Detail[] {
  const { collectedAt, shippedBy, insuredValue, claimCheckSeen, idSeen } = repair;
  const seen = [...(claimCheckSeen ? ['Claim check'] : []), ...(idSeen ? ['ID'] : [])];
  return [
    { label: shippedBy ? 'Shipped' : 'Picked up', value: time(collectedAt) },
    { label: 'Seen', value: seen.join(', ') },
    { label: 'Tracking number', value: line(repair.trackingNumber) },
    {
      label: 'Insured value',
      value: typeof insuredValue === 'number' && <Price dollars={insuredValue} />,
    },
  ];
}

/** A press on the date promises another; nothing if there is none and none can be given. */
const promiseDetail = (repair: Repair) =>
  (repair.expectedOn !== null || isAllowed('edit', repair.status)) && (
    <PromisedOn repair={repair} />
  );

/** What takes sentences, the customer’s request first. */
export function TicketWords({ repair }: { repair: Repair }) {
  const details = [
    ...repairFieldNames
      .map((name) => fieldDetail(repairFields[name], repair[name]))
      .filter(({ wide }) => wide),
    { label: 'Completion notes', value: long(repair.completionNotes), wide: true },
    { label: 'Pickup note', value: long(repair.collectedNote), wide: true },
  ];
  return <DetailList details={details} />;
}

export function RepairEstimates({
  estimates,
  texts,
}: {
  estimates: readonly Estimate[];
  /** The conversation, which has what the customer texted. */
  texts: readonly Message[];
}) {
  if (estimates.length === 0) {
    return <p className="text-ink-muted">No estimate yet.</p>;
  }
  return (
    <ol className="flex flex-col divide-y">
      {estimates.map((estimate) => (
        <li key={estimate.id} className="flex flex-col gap-2 py-3 first:pt-1">
          <p className="flex flex-wrap items-baseline gap-x-4">
            <span className="min-w-0 flex-1 basis-40 break-words">
              {estimate.work === null ? 'Estimate' : <bdi>{estimate.work}</bdi>}
            </span>
            {/* The current one's status is at the top. */}
            {estimate.isReplaced && (
              <span className="text-sm">
                <EstimateBadges estimate={estimate} />
              </span>
            )}
            <span className="ml-auto text-right">
              <span className="font-semibold">
                <Price dollars={estimate.estimatePrice} />
              </span>{' '}
              <span className="text-ink-muted text-sm">{taxWords(estimate)}</span>
            </span>
          </p>
          {estimate.lines !== null && (
            <ul className="text-sm">
              {[...estimate.lines.entries()].map(([index, line]) => (
                <li key={index} className="flex items-baseline gap-x-4">
                  <bdi className="min-w-0 flex-1 break-words">{line.description}</bdi>
                  {line.quantity !== 1 && (
                    <span className="text-ink-muted">
                      {line.quantity} × <Price dollars={line.unitPrice} />
                    </span>
                  )}
                  <Price dollars={dollarsFromCents(lineCents(line))} />
                </li>
              ))}
            </ul>
          )}
          <DetailList
            isBeside
            details={[
              {
                label: 'More work, instead of',
                value: estimate.furtherTo && <Price dollars={estimate.furtherTo.estimatePrice} />,
              },
              {
                label: estimate.told ? `Given ${answerWayWords[estimate.told]}` : 'Sent',
                value: time(estimate.sentAt),
              },
              { label: 'Reminder sent', value: time(estimate.remindedAt) },
              { label: 'Expired', value: time(estimate.expiredAt) },
              { label: 'Answered', value: time(estimate.acceptedAt ?? estimate.declinedAt) },
              {
                label: 'Answered by',
                value: estimate.answeredBy && <bdi>{estimate.answeredBy}</bdi>,
              },
              {
                label: 'Customer’s reply',
                value:
                  !texts.some(({ body }) => body === estimate.customerReply) &&
                  estimate.customerReply,
                wide: true,
              },
              { label: 'Staff notes', value: estimate.notes, wide: true },
            ]}
          />
        </li>
      ))}
    </ol>
  );
}
