import type { z } from 'zod';
import { backupOperations } from './api-backups.ts';
import { deletionOperations, directoryOperations } from './api-clients.ts';
import { estimateOperations } from './api-estimates.ts';
import { handOverOperations } from './api-hand-over.ts';
import { moneyOperations } from './api-money.ts';
import type { Operation } from './api-operation.ts';
import { repairOperations } from './api-repairs.ts';
import { settingsOperations } from './api-settings.ts';
import { sessionOperations, shopOperations } from './api-shop.ts';
import { textingOperations } from './api-texting.ts';
import { textOperations } from './api-texts.ts';
import { ticketTableOperations } from './api-ticket-tables.ts';
import { transferOperations } from './api-transfer.ts';
import { watchOperations } from './api-watches.ts';

/**
 * The HTTP interface: every call's method, path, input and output. The server's checks, the
 * browser's typed client and the OpenAPI document all come from here.
 */
export const operations = {
  ...shopOperations,
  ...sessionOperations,
  ...settingsOperations,
  ...repairOperations,
  ...handOverOperations,
  ...estimateOperations,
  ...ticketTableOperations,
  ...watchOperations,
  ...moneyOperations,
  ...directoryOperations,
  ...deletionOperations,
  ...textOperations,
  ...textingOperations,
  ...backupOperations,
  ...transferOperations,
} as const satisfies Record<string, Operation>;

export type Operations = typeof operations;
export type OperationName = keyof Operations;

type Field<Op, Key extends string> =
  Op extends Record<Key, infer Schema extends z.ZodType> ? Schema : never;

/** What the caller gives, before defaults and tidying. */
export type Input<Name extends OperationName, Part extends 'params' | 'query' | 'body'> = z.input<
  Field<Operations[Name], Part>
>;

/** What the server's handler gets, checked and tidied. */
export type Checked<
  Name extends OperationName,
  Part extends 'params' | 'query' | 'body',
> = z.output<Field<Operations[Name], Part>>;

/** What the caller gets back when it succeeded. */
export type Answer<Name extends OperationName> = z.output<
  Operations[Name]['responses'][keyof Operations[Name]['responses']] & z.ZodType
>;
