import type { Repair } from '../../domain/api-answers.ts';
import { changedFields } from '../../domain/changed-fields.ts';
import { declinedCompletionNote } from '../../domain/estimate-response.ts';
import { Problem } from '../../domain/problems.ts';
import { isAllowed, type RepairAction } from '../../domain/repair-status.ts';
import { composeText } from '../../domain/texts.ts';
import { isoTime } from '../clock.ts';
import type { Deps } from '../deps.ts';
import { moveCurrent } from '../estimates/store.ts';
import { textSubject } from '../texts/sending.ts';
import { deliverCustomerText, prepareCustomerText, type WithSms } from './customer-text.ts';
import { pickWork } from './fields.ts';
import { lockTicket } from './lock.ts';
import { noteRepair } from './note.ts';
import { getRepair, takeAction } from './store.ts';

/** What happens to a ticket between the technician who gets it and the pick-up. */
export function benchWork(deps: Deps) {
  const { database, shop, photoLinks, technicians, clock } = deps;
  const { dialect } = database;

  /**
   * Where the customer can open the completion photo of a ticket that is about to be completed. Found
   * before anything is written: once the ticket is completed nothing stands between it and its text.
   */
  async function photoToTell(reference: string): Promise<{ url: string; link: string } | null> {
    const { status, completedPhotoUrl: url } = await getRepair(database.read, reference);
    if (url === null || !isAllowed('complete', status)) return null;
    const link = await photoLinks.linkIfReachable(url);
    return link === null ? null : { url, link };
  }

  return {
    /**
     * Gives a repair to a technician: a pending one, one whose estimate was accepted, or, naming
     * who has it now, one that is already at the bench.
     *
     * @throws Problem technician-not-found, repair-not-found, repair-status
     */
    async assign(
      reference: string,
      technicianId: string,
      fromTechnicianId: string | null,
    ): Promise<Repair> {
      const technician = technicians.find(({ id }) => id === technicianId);
      if (!technician) {
        throw new Problem('technician-not-found', {
          errors: [{ path: 'technicianId', message: 'Please select a technician' }],
        });
      }
      const at = isoTime(clock());
      const patch = {
        assigned_to: technician.id,
        assigned_watchmaker: technician.name,
        updated_at: at,
      };
      return database.transact(async (tx) => {
        const before = await lockTicket(tx, dialect, reference);
        const action: RepairAction =
          fromTechnicianId !== null
            ? 'reassign'
            : before.status === 'estimate-accepted'
              ? 'assign-accepted'
              : 'assign';
        const repair = await takeAction(
          tx,
          reference,
          action,
          patch,
          fromTechnicianId === null ? {} : { assigned_to: fromTechnicianId },
        );
        if (action === 'assign-accepted') {
          await moveCurrent(tx, repair.ticketNumber, ['accepted'], 'assigned');
        }
        await noteRepair(
          tx,
          dialect,
          repair,
          at,
          action === 'reassign' ? 'repair-reassigned' : 'repair-assigned',
          { technician: technician.name, ...changedFields(pickWork(before), pickWork(repair)) },
        );
        return repair;
      });
    },

    /** Begins work. @throws Problem repair-not-found, repair-status */
    async start(reference: string): Promise<Repair> {
      const at = isoTime(clock());
      return database.transact(async (tx) => {
        const before = await lockTicket(tx, dialect, reference);
        const repair = await takeAction(tx, reference, 'start', { updated_at: at });
        await noteRepair(tx, dialect, repair, at, 'repair-started', {
          ...changedFields(pickWork(before), pickWork(repair)),
        });
        return repair;
      });
    },

    /**
     * Completes a repair, or closes one whose estimate was declined, and tells the customer.
     *
     * @throws Problem repair-not-found, repair-status
     */
    async complete(
      reference: string,
      notes: string | null,
      outcome: 'approved' | 'declined',
    ): Promise<WithSms> {
      const isDeclined = outcome === 'declined';
      const photo = isDeclined ? null : await photoToTell(reference);
      const at = isoTime(clock());
      const wordsFor = (done: Repair) => {
        const about = textSubject(done);
        if (isDeclined) return composeText(shop, { kind: 'done-declined', ...about });
        // Another photo may have taken its place meanwhile.
        return photo?.url === done.completedPhotoUrl
          ? composeText(shop, { kind: 'done-photo', ...about, photoUrl: photo.link })
          : composeText(shop, { kind: 'done', ...about });
      };
      const { repair, prepared } = await database.transact(async (tx) => {
        const before = await lockTicket(tx, dialect, reference);
        const done = await takeAction(
          tx,
          reference,
          isDeclined ? 'complete-declined' : 'complete',
          {
            completed_at: at,
            completion_notes: notes ?? (isDeclined ? declinedCompletionNote : null),
            updated_at: at,
          },
        );
        await moveCurrent(
          tx,
          done.ticketNumber,
          isDeclined ? ['declined'] : ['assigned'],
          'completed',
        );
        const text = await prepareCustomerText(tx, done, 'done', wordsFor(done), at);
        await noteRepair(tx, dialect, done, at, 'repair-completed', {
          outcome,
          ...changedFields(pickWork(before), pickWork(done)),
        });
        return { repair: done, prepared: text };
      });
      const sms = await deliverCustomerText(deps, prepared);
      return { repair: { ...repair, smsSent: repair.smsSent || sms.state === 'sent' }, sms };
    },
  };
}
