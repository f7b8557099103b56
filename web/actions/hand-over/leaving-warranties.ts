import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { Input } from '../../../domain/api.ts';
import type { Repair } from '../../../domain/api-answers.ts';
import type { Warranty } from '../../../domain/api-warranties.ts';
import { lengthFault, limits } from '../../../domain/field-list.ts';
import { proposedWarranties } from '../../../domain/proposed-warranties.ts';
import { daysToBegin, maxWarrantyDays } from '../../../domain/warranty-term.ts';
import { newId } from '../../data/new-id.ts';
import { repairQuery } from '../../data/queries.ts';
import type { Watches } from './leaving.ts';

/** Warranties that begin with a pickup, as typed. */
export interface TypedWarranty {
  warrantyId: string;
  what: string;
  days: string;
  /** For one that a come-back continues. */
  daysUsed: number;
}

interface TypedFault {
  what?: string;
  days?: string;
}

export const isBlank = ({ what, days }: TypedWarranty) => what.trim() === '' && days.trim() === '';

/** @returns the faults; empty if there are none, or nothing was typed */
export function faultsOf(typed: TypedWarranty): TypedFault {
  if (isBlank(typed)) return {};
  const what =
    typed.what.trim() === ''
      ? 'Please enter what’s covered'
      : lengthFault('This', typed.what, limits.warrantyWork);
  const days = Number(typed.days);
  const isWrong = !/^\d+$/.test(typed.days.trim()) || days < 1 || days > maxWarrantyDays;
  return {
    ...(what !== undefined && { what }),
    ...(isWrong && { days: `From 1 to ${maxWarrantyDays.toLocaleString('en-US')}` }),
  };
}

const typedFrom = ({ id, what, days, daysUsed }: Warranty): TypedWarranty => ({
  warrantyId: id,
  what,
  days: String(days),
  daysUsed,
});

const isWaiting = (warranty: Warranty) =>
  warranty.from === null && warranty.continuedOn === null && daysToBegin(warranty) > 0;

/**
 * The warranties that begin with these pickups: those recorded, else those that the price's lines promise.
 *
 * @param visit tickets that are likely to be among them, and are read together with the list
 */
export function useLeavingWarranties(
  { leaving, visit }: Pick<Watches, 'leaving' | 'visit'>,
  isFollowing: boolean,
) {
  const [typed, setTyped] = useState<Readonly<Record<string, readonly TypedWarranty[]>>>({});
  /** A retry proposes the same ones. */
  const [ids] = useState(() => new Map<string, string>());
  const numbers = [...new Set([...leaving.map(({ ticketNumber }) => ticketNumber), ...visit])];
  const tickets = useQueries({
    queries: numbers.map((number) => ({ ...repairQuery(number), enabled: isFollowing })),
  });

  function idOf(key: string): string {
    const id = ids.get(key) ?? newId();
    ids.set(key, id);
    return id;
  }

  function proposedOf(repair: Repair): TypedWarranty[] {
    return proposedWarranties(repair).map(({ what, days }, at) => ({
      warrantyId: idOf(`${repair.ticketNumber} ${at}`),
      what,
      days: String(days),
      daysUsed: 0,
    }));
  }

  const all = leaving.map((repair, at) => {
    const own = typed[repair.ticketNumber];
    const recorded = tickets[at]?.data?.warranties.filter(isWaiting);
    const isProposed = own === undefined && recorded?.length === 0;
    const rows = own ?? (isProposed ? proposedOf(repair) : (recorded ?? []).map(typedFrom));
    return {
      repair,
      rows,
      isKnown: recorded !== undefined,
      isSent: own !== undefined || isProposed,
    };
  });

  return {
    all,
    /** Whether it is known for all of them what was recorded: staff see what begins before it does. */
    areKnown: all.every(({ isKnown }) => isKnown),
    /** Why it can't be known, if loading failed. */
    loadFailure: all.some(({ isKnown }, at) => !isKnown && tickets[at]?.isError)
      ? 'The ticket couldn’t be loaded. Close this and try again.'
      : undefined,
    isTyped: Object.keys(typed).length > 0,
    set: (ticketNumber: string, rows: readonly TypedWarranty[]) =>
      setTyped({ ...typed, [ticketNumber]: rows }),
    /** A ticket's warranties in the request; undefined if the recorded ones begin unchanged. */
    sentOf(ticketNumber: string): Pick<Input<'handOver', 'body'>['tickets'][number], 'warranties'> {
      const one = all.find(({ repair }) => repair.ticketNumber === ticketNumber);
      if (!one?.isSent) return {};
      return {
        warranties: one.rows
          .filter((row) => !isBlank(row))
          .map(({ warrantyId, what, days }) => ({ warrantyId, what, days: Number(days) })),
      };
    },
    isFaulty: all.some(({ rows }) => rows.some((row) => Object.keys(faultsOf(row)).length > 0)),
    hasAny: all.some(({ rows }) => rows.some((row) => !isBlank(row))),
  };
}

export type LeavingWarranties = ReturnType<typeof useLeavingWarranties>;
