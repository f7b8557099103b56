import { putPhoto } from '../../server/photos/actions.ts';
import {
  assignRepair,
  deleteRepair,
  editRepair,
  startRepair,
} from '../../server/repairs/actions.ts';
import { completeRepair } from '../../server/repairs/completion.ts';
import { readShopSettings } from '../../server/settings/store.ts';
import { finalCheckOf, measureOnBench } from './bench.ts';
import { chanceOf } from './chance.ts';
import { keepTrack, putAside } from './counter.ts';
import { estimatesWith } from './estimates.ts';
import { waitForPart } from './parts.ts';
import { handOver, payDeposit } from './payments.ts';
import { pictureOf } from './pictures.ts';
import { plansWith, type Setting, type Visit } from './plans.ts';
import { sendOut } from './sendings.ts';
import { signAtCounter } from './signing.ts';
import { addPhotos } from './ticket-photos.ts';
import { comeBack } from './warranties.ts';
import { followUpWords } from './words.ts';

/**
 * What happens to a watch from the counter to the pickup: each step calls the product's own action
 * and plans the next one. If the present cuts a story short, the watch is still in the shop.
 */
export function storyWith(setting: Setting) {
  const { deps, agenda, technicianFor } = setting;
  const plans = plansWith(setting);
  const { staffSoon, customerSoon, plan } = plans;
  const { receive, optOut, ask } = estimatesWith(setting, plans, goOn);

  /** What staff do next follows from the status alone, as on their screens. */
  function goOn(visit: Visit): void {
    const { chance } = visit.customer;
    const hurry = visit.repair.isSameDay ? 0.35 : 1;
    switch (visit.repair.status) {
      case 'pending':
        if (!visit.isAgreed && chance.happens(0.6)) plan(visit, 150, ask);
        else plan(visit, 260 * hurry, assign);
        break;
      case 'assigned':
        plan(visit, 420 * hurry, chance.happens(0.04) ? reassign : start);
        break;
      case 'in-progress':
        if (!visit.isAgreed) plan(visit, 40, ask);
        // Some long jobs turn out to be longer still.
        else if (visit.asked === 1 && visit.job.hours >= 8 && chance.happens(0.15)) {
          plan(visit, 300, ask);
        } else plan(visit, benchMinutes(visit), complete, 0.5);
        break;
      case 'estimate-accepted':
        visit.isAgreed = true;
        if (chance.happens(0.3)) staffSoon(chance, 60, () => payDeposit(deps, visit));
        plan(visit, 90, assign);
        break;
      case 'estimate-declined':
        if (visit.asked < 2 && chance.happens(0.12)) plan(visit, 120, ask);
        else plan(visit, 200, complete);
        break;
      default:
    }
  }

  /** Some wait for parts. A technician has several watches on the bench. */
  function benchMinutes(visit: Visit): number {
    const { job, customer } = visit;
    const minutes = job.hours * 60 * 2;
    if (job.hours < 3 || !customer.chance.happens(0.18)) return minutes;
    const waiting = 60 * customer.chance.between(25, 110);
    // Few of them need a specialist.
    const wait = chanceOf(`${visit.repair.repairId} wait`).happens(0.25) ? sendOut : waitForPart;
    wait(setting, plans, visit, waiting);
    return minutes + waiting;
  }

  async function assign(visit: Visit): Promise<void> {
    const { id } = technicianFor(visit.watch, visit.customer.chance);
    visit.repair = await assignRepair(deps, visit.repair.ticketNumber, id, null);
    goOn(visit);
  }

  async function reassign(visit: Visit): Promise<void> {
    const { ticketNumber, assignedTo } = visit.repair;
    const other = technicianFor(visit.watch, visit.customer.chance);
    if (other.id !== assignedTo) {
      visit.repair = await assignRepair(deps, ticketNumber, other.id, assignedTo);
    }
    plan(visit, 300, start);
  }

  async function start(visit: Visit): Promise<void> {
    visit.repair = await startRepair(deps, visit.repair.ticketNumber);
    await measureOnBench(setting, visit, 'before');
    await addPhotos(setting, visit, 'bench');
    goOn(visit);
  }

  async function photograph(visit: Visit, kind: 'initial' | 'completed'): Promise<void> {
    const picture = await pictureOf(visit.watch, kind);
    await putPhoto(deps, visit.repair.ticketNumber, kind, picture);
  }

  async function complete(visit: Visit): Promise<void> {
    const { repair, customer } = visit;
    const { chance } = customer;
    const isDeclined = repair.status === 'estimate-declined';
    if (visit.hasPhotos && !isDeclined && chance.happens(0.6)) await photograph(visit, 'completed');
    const notes = isDeclined || chance.happens(0.07) ? null : visit.notes;
    const outcome = isDeclined ? 'declined' : 'approved';
    if (!isDeclined) {
      await measureOnBench(setting, visit, 'after');
      await addPhotos(setting, visit, 'completion');
    }
    const { finalCheck: lines } = await readShopSettings(deps.database.read);
    const finalCheck = finalCheckOf(repair.repairId, visit.watch, lines);
    await completeRepair(deps, repair.ticketNumber, { notes, outcome, finalCheck });
    await putAside(deps, visit);
    customer.visits = customer.visits.filter((other) => other !== visit);
    // Some forget their watch for months.
    const openingHours = chance.happens(0.98) ? 20 : 9 * 80;
    staffSoon(
      chance,
      60 * openingHours,
      async () => {
        await handOver(deps, visit);
        mayComeBack(visit);
      },
      1,
    );
    if (chance.happens(0.015)) {
      customerSoon(chance, 60, () => receive(customer, followUpWords(chance)).then());
    }
    if (chance.happens(0.002)) optOut(customer);
  }

  /** A few aren't right yet, or were dropped. */
  function mayComeBack(visit: Visit): void {
    const chance = chanceOf(`${visit.repair.repairId} comes back`);
    if (!chance.happens(0.03)) return;
    staffSoon(chance, 60 * 150, async () => {
      const repair = await comeBack(setting, visit);
      if (repair === undefined) return;
      const again = { ...visit, repair, hasPhotos: false, plans: 0, asked: 0, isAgreed: true };
      visit.customer.visits.push(again);
      goOn(again);
    });
  }

  /** A few find a photo of the watch at home, and text it, with a message or without. */
  function sendPhotos({ repair, watch, customer }: Visit): void {
    const chance = chanceOf(`${repair.repairId} texted`);
    if (!chance.happens(0.06)) return;
    const words = chance.pick(['', '', 'This is how it looked', 'Can it look like this again?']);
    customerSoon(chance, 200, async () => {
      await receive(customer, words, await pictureOf(watch, 'completed'));
    });
  }

  /** It was taken in twice, or for the wrong client. */
  async function remove(visit: Visit): Promise<void> {
    await deleteRepair(deps, visit.repair.ticketNumber);
    visit.customer.visits = visit.customer.visits.filter((other) => other !== visit);
  }

  return {
    /** A watch has come over the counter. */
    begin(visit: Visit, isMistake: boolean): void {
      const { repair, customer } = visit;
      const { chance } = customer;
      customer.visits.push(visit);
      const { ticketNumber } = repair;
      if (visit.hasPhotos) {
        agenda.at(agenda.now() + 25_000 + chance.int(60_000), async () => {
          await photograph(visit, 'initial');
          await addPhotos(setting, visit, 'intake');
        });
        agenda.at(agenda.now() + 25_000 + chance.int(60_000), () => photograph(visit, 'initial'));
        agenda.at(agenda.now() + 20_000, () => signAtCounter(setting, visit));
        sendPhotos(visit);
      }
      if (isMistake) {
        plan(visit, 90, remove);
        return;
      }
      if (chance.happens(0.02)) {
        staffSoon(chance, 8, async () => {
          if (visit.repair.status !== 'pending') return;
          visit.repair = await editRepair(deps, ticketNumber, { isSameDay: !repair.isSameDay });
        });
      }
      if (repair.serialNumber === null && chance.happens(0.05)) {
        const serialNumber = `${chance.hex(2).toUpperCase()}${100_000 + chance.int(900_000)}`;
        staffSoon(chance, 240, async () => {
          if (!customer.visits.includes(visit)) return;
          visit.repair = await editRepair(deps, ticketNumber, { serialNumber });
        });
      }
      keepTrack(setting, plans, visit);
      goOn(visit);
    },
  };
}
