import { type ComponentType, createContext, use, useState } from 'react';
import type { Client, Repair, RepairRow } from '../../domain/api-answers.ts';
import type { TypedLine } from '../../domain/typed-lines.ts';
import { wholeRepair } from './repair.ts';
import { showRepairProblem } from './repair-problem.ts';

/**
 * What can be done to a repair, by name: a component that offers it needs no more than that. The code of each
 * action is loaded when it is first asked for.
 */

/** What is done in a dialog about a repair. */
export type ActionName =
  | 'send-estimate'
  | 'record-estimate'
  | 'record-accepted'
  | 'record-declined'
  | 'assign'
  | 'reassign'
  | 'promise'
  | 'complete'
  | 'finish'
  | 'collect'
  | 'edit-completion'
  | 'come-back'
  | 'reopen'
  | 'take-payment'
  | 'move'
  | 'bag-label'
  | 'sign'
  | 'delete';

/** A dialog's starting values. */
export interface Begun {
  /** What was typed for an estimate before another dialog took over. */
  estimate?: { amount: string; work: string; notes: string; lines: readonly TypedLine[] };
  /** The first day on which the repair can be ready. */
  notBefore?: string;
}

export interface ActionProps {
  open: boolean;
  onClose: () => void;
  repair: Repair;
  begun?: Begun | undefined;
}

export interface EditClientProps {
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
  client: Client;
  /** Why the number needs another look: it has the focus, with the reason below it. */
  phoneFault?: string | undefined;
}

/** For a dialog that changes several repairs at once. */
export interface SelectionActionProps {
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
  repairs: readonly RepairRow[];
  /** Also selected, but their status doesn't allow it. */
  leftOut: readonly RepairRow[];
  /** Called with those that are still to be done. */
  onDone: (left: readonly RepairRow[]) => void;
}

interface Actions extends Record<ActionName, ComponentType<ActionProps>> {
  'edit-client': ComponentType<EditClientProps>;
  'reassign-all': ComponentType<SelectionActionProps>;
  'promise-all': ComponentType<SelectionActionProps>;
  /** Assigns a repair to a technician, says how it went, and offers Undo. */
  'assign-to': (ticketNumber: string, technicianId: string) => Promise<void>;
  /** Undoes the pickup or shipment of watches that left together; says how that went. */
  'undo-pickup': (
    watches: readonly Pick<Repair, 'ticketNumber' | 'collectedAt' | 'shippedBy'>[],
  ) => Promise<void>;
}

export type ActionLoaders = { [Name in keyof Actions]: () => Promise<Actions[Name]> };

let loaders: ActionLoaders;

/** Called once, by the only module that knows the actions' code. */
export function defineActions(all: ActionLoaders): void {
  loaders = all;
}

export const loadAction = <Name extends keyof Actions>(name: Name): Promise<Actions[Name]> =>
  loaders[name]();

type OpenAction = (name: ActionName, repair: Repair, begun?: Begun) => Promise<void>;

/** Filled by the frame around every repair (action-frame.tsx). */
export const OpenAction = createContext<OpenAction | null>(null);

/** Opens the dialog of an action on a repair; done when it is open. */
export function useOpenAction(): OpenAction {
  const open = use(OpenAction);
  if (open === null) throw new Error('A repair is outside <ActionFrame>');
  return open;
}

/** The frames on the screen, the innermost last: the ticket's page has its own. */
const frames: OpenAction[] = [];

/** @returns how to undo that */
export function hostActions(open: OpenAction): () => void {
  frames.push(open);
  return () => void frames.splice(frames.indexOf(open), 1);
}

/** Opens the dialog of an action from outside React, as a message's button does. */
export const openAction: OpenAction = async (...wanted) => frames.at(-1)?.(...wanted);

/** Opens actions on a repair of which perhaps only a row or the ticket's number is at hand. */
export function useActionsOn(of: RepairRow | string) {
  const openOn = useOpenAction();
  const [opening, setOpening] = useState<ActionName | null>(null);

  async function open(name: ActionName, begun?: Begun): Promise<void> {
    setOpening(name);
    try {
      await openOn(name, await wholeRepair(of), begun);
    } catch (error) {
      showRepairProblem(error);
    } finally {
      setOpening(null);
    }
  }

  return { open, opening };
}
