import type { TicketEvent } from '../../domain/api-answers.ts';
import { clientFields } from '../../domain/client-fields.ts';
import { estimateFields } from '../../domain/estimate-fields.ts';
import { type FieldList, fieldLabels, fieldText } from '../../domain/field-list.ts';
import { formatPrice } from '../../domain/money.ts';
import { formatPhone } from '../../domain/phone.ts';
import { repairFields } from '../../domain/repair-fields.ts';
import { isKnownStatus } from '../../domain/repair-status.ts';
import { isolated } from '../ui/isolated.ts';
import { repairStatusLabel } from '../ui/status-badge.tsx';

/** The fields that an event may tell of, in the order in which they are shown. */
const labels: Readonly<Record<string, string>> = {
  ...fieldLabels(clientFields),
  ...fieldLabels(repairFields),
  ...Object.fromEntries(
    Object.values(estimateFields).map(({ onTicket: { name, label } }) => [name, label]),
  ),
  assignedWatchmaker: 'Technician',
  completionNotes: 'Completion notes',
  status: 'Status',
};

/** A form's text may be as long as a page; its beginning tells it from another. */
const mostCharacters = 160;

function shortened(text: string): string {
  const oneLine = text.replace(/\s+/g, ' ').trim();
  const characters = [...oneLine];
  if (characters.length <= mostCharacters) return oneLine;
  return `${characters.slice(0, mostCharacters).join('').trimEnd()}…`;
}

const repairList: FieldList = repairFields;

function shown(name: string, stored: unknown): string {
  if (typeof stored === 'number') return formatPrice(stored);
  if (typeof stored !== 'string' || stored.trim() === '') return 'nothing';
  const field = repairList[name];
  const value = (field && fieldText(field, stored)) ?? stored;
  if (name === 'status' && isKnownStatus(value)) return repairStatusLabel(value);
  return isolated(name === 'phone' ? formatPhone(value) : shortened(value));
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/**
 * One line for each field that is another now, e.g. "Request: Slow → Stops at night".
 *
 * @param fields which to tell of, where the event's title tells the others
 */
export function fieldLines(
  { before, after }: TicketEvent['data'],
  fields: readonly string[] = Object.keys(labels),
): string[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return Object.entries(labels)
    .filter(([field]) => fields.includes(field) && (field in old || field in now))
    .filter(([field]) => (old[field] ?? null) !== (now[field] ?? null))
    .map(([field, label]) => `${label}: ${shown(field, old[field])} → ${shown(field, now[field])}`);
}
