import type { Client, Overview, Repair } from '../../domain/api-answers.ts';
import { clientFields } from '../../domain/client-fields.ts';
import { type Field, type FieldKind, mapFields } from '../../domain/field-list.ts';
import { repairFields } from '../../domain/repair-fields.ts';

/**
 * Whether stored values have the shapes that the contract gives them today. By hand, because the
 * contract's own checks would bring all of zod to the first screen; a test holds the two together,
 * and a field that is new in the contract is asked for here by the compiler.
 */

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isFlag: Check = (value) => typeof value === 'boolean';
const isAmount: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const isCount: Check = (value) => Number.isSafeInteger(value);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);

const kindChecks: Readonly<Record<FieldKind, Check>> = {
  line: isText,
  text: isText,
  price: isAmount,
};

const fieldCheck = ({ kind, isRequired }: Field) =>
  isRequired ? kindChecks[kind] : orNull(kindChecks[kind]);

const clientChecks = mapFields(clientFields, fieldCheck);

const repairChecks: Readonly<Record<keyof Repair, Check>> = {
  id: isText,
  repairId: isText,
  ticketNumber: isText,
  clientId: isText,
  customerName: clientChecks.name,
  customerEmail: clientChecks.email,
  customerPhone: clientChecks.phone,
  customerAddress: clientChecks.address,
  ...mapFields(repairFields, fieldCheck),
  status: isText,
  isSameDay: isFlag,
  assignedTo: orNull(isText),
  assignedWatchmaker: orNull(isText),
  initialPhotoUrl: orNull(isText),
  completedPhotoUrl: orNull(isText),
  completedAt: orNull(isText),
  completionNotes: orNull(isText),
  estimateId: orNull(isText),
  estimatePrice: orNull(isAmount),
  estimateNotes: orNull(isText),
  estimateSentAt: orNull(isText),
  estimateAcceptedAt: orNull(isText),
  estimateDeclinedAt: orNull(isText),
  estimateExpiredAt: orNull(isText),
  optedOutAt: orNull(isText),
  smsSent: isFlag,
  createdAt: isText,
  updatedAt: isText,
};

const directoryChecks: Readonly<Record<keyof Client, Check>> = {
  id: isText,
  ...clientChecks,
  optedOutAt: orNull(isText),
  createdAt: isText,
  updatedAt: isText,
};

const overviewFields: Readonly<Record<keyof Overview, Check>> = {
  pending: isCount,
  sameDay: isCount,
  inProgress: isCount,
  completed: isCount,
  estimates: isCount,
  totalClients: isCount,
  attention: isCount,
};

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shapeOf<Shape>(fields: Readonly<Record<keyof Shape, Check>>) {
  const checks = Object.entries<Check>(fields);
  return (value: unknown): value is Shape =>
    isRecord(value) && checks.every(([name, check]) => check(value[name]));
}

export const isRepair = shapeOf<Repair>(repairChecks);
export const isClient = shapeOf<Client>(directoryChecks);
export const isOverview = shapeOf<Overview>(overviewFields);
