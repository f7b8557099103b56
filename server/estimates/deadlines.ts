import { unresolvedPatienceMs } from '../../domain/attention.ts';
import { changedFields } from '../../domain/changed-fields.ts';
import { mayRemindNow, remindedSpan, type TextingRules } from '../../domain/deadlines.ts';
import { Problem } from '../../domain/problems.ts';
import { textablePhone } from '../../domain/textable-phone.ts';
import { type Clock, isoTime } from '../clock.ts';
import { record } from '../database/changes/record.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import { lockTickets } from '../repairs/lock.ts';
import { findRepair } from '../repairs/store.ts';
import type { TextActions } from '../texts/actions.ts';
import { markUnresolved, overdueTexts } from '../texts/attention-store.ts';
import { hasUnresolvedEstimate } from '../texts/reconciling.ts';
import type { OutgoingText } from '../texts/sender.ts';
import type { Wording } from '../texts/wording.ts';
import type { EstimateActions } from './actions.ts';
import { claimReminder, unremindedEstimates } from './deadline-store.ts';

interface Parts {
  database: Database;
  texts: TextActions;
  estimates: EstimateActions;
  wording: Wording;
  rules: TextingRules;
  clock: Clock;
  log: Log;
}

type Candidate = Awaited<ReturnType<typeof unremindedEstimates>>[number];

/** What becomes due by the mere passing of time: reminders, ends of estimates, overdue outcomes. */
export function deadlineActions(parts: Parts) {
  const { database, texts, estimates, wording, rules, clock, log } = parts;
  const { dialect } = database;
  let underWay: Promise<void> | null = null;
  let isStopping = false;

  /** Texts of which nobody knows after minutes whether they were sent become cases. */
  async function announceUnsettled(): Promise<void> {
    const now = clock();
    const at = isoTime(now);
    await database.transact(async (tx) => {
      const due = await overdueTexts(tx, isoTime(now - unresolvedPatienceMs));
      await lockTickets(
        tx,
        dialect,
        due.map((text) => text.ticket_number),
      );
      const overdue = await markUnresolved(
        tx,
        due.map(({ id }) => id),
      );
      await record(tx, dialect, {
        at,
        events: [],
        changes: overdue.map(({ id, ticket_number }) => ({
          entity: 'message',
          id,
          what: 'overdue',
          ticketNumber: ticket_number,
        })),
      });
    });
  }

  /** @returns the recorded reminder; null where none is due any more, or none may be sent */
  async function prepareReminder(candidate: Candidate): Promise<OutgoingText | null> {
    const { id, repair_id: ticketNumber, texted_phone: phone } = candidate;
    return database.transact(async (tx) => {
      const now = clock();
      const at = isoTime(now);
      if (!mayRemindNow(rules, now)) return null;
      await lockTickets(tx, dialect, [ticketNumber]);
      const repair = await findRepair(tx, ticketNumber);
      if (repair?.status !== 'estimate-sent') return null;
      // An answer from another number would not be matched; the old one may be another person's.
      if (textablePhone(repair.customerPhone) !== phone || repair.optedOutAt !== null) return null;
      if (await hasUnresolvedEstimate(tx, ticketNumber)) return null;
      const claimed = await claimReminder(tx, id, at);
      if (!claimed) return null;
      const othersOpen = await estimates.hasOthersOpen(tx, phone, ticketNumber);
      const body = wording.reminder(repair, claimed.estimate_price_cents, othersOpen);
      const text = await texts.prepare(tx, { kind: 'reminder', ticketNumber, phone, body }, at);
      const data = {
        estimateId: id,
        messageId: text.reference,
        ...changedFields({ remindedAt: null }, { remindedAt: at }),
      };
      await record(tx, dialect, {
        at,
        events: [{ kind: 'estimate-reminded', actor: 'system', ticketNumber, data }],
        changes: [{ entity: 'estimate', id, what: 'reminded', ticketNumber }],
      });
      return text;
    });
  }

  /** One reminder for each estimate: claimed and recorded in one transaction before it leaves. */
  async function remind(): Promise<void> {
    const span = remindedSpan(rules, clock());
    if (span === null) return;
    const candidates = await unremindedEstimates(database.read, {
      from: isoTime(span.from),
      to: isoTime(span.to),
    });
    for (const candidate of candidates) {
      if (isStopping) return;
      const text = await prepareReminder(candidate);
      if (text !== null) await texts.deliverSoon(text);
    }
  }

  const expire = () => database.transact((tx) => estimates.expireDue(tx, clock(), null));

  async function meetEach(): Promise<void> {
    for (const meet of [expire, announceUnsettled, remind]) {
      // One that fails must not keep the others waiting; all are tried again in a minute.
      await meet().catch((error: unknown) => {
        const cause = error instanceof Problem ? error.code : String(error);
        log.warn({ error: cause }, 'What was due could not be done');
      });
    }
  }

  return {
    /** Does all that is due now. Called while it runs, it waits for that run. */
    meet(): Promise<void> {
      underWay ??= meetEach().finally(() => {
        underWay = null;
      });
      return underWay;
    },

    /** Begins no more reminders. @returns when nothing runs any more */
    async stop(): Promise<void> {
      isStopping = true;
      await underWay;
    },
  };
}
