import { randomUUID } from 'node:crypto';
import type { BrowserContext } from '@playwright/test';
import type { Answer, Input } from '../../domain/api.ts';
import type { Client, Estimate, Repair } from '../../domain/api-answers.ts';
import type { Measurement } from '../../domain/api-measurements.ts';
import type { Payment } from '../../domain/api-payments.ts';
import type { Signature } from '../../domain/api-signatures.ts';
import { csvRow } from '../../domain/csv.ts';
import type { ShopSettings } from '../../domain/shop-settings.ts';
import { initialsHeader } from '../../domain/staff-initials.ts';
import { guessColumns, writeColumns } from '../../domain/transfer-columns.ts';
import { drawnSignature } from '../harness/signing.ts';
import { password } from './product.ts';

type NewRepair = Omit<Input<'createRepair', 'body'>, 'repairId'>;
type Technician = Answer<'listTechnicians'>['items'][number];

/** The lines 555-01xx of each are reserved for fiction (North American Numbering Plan). */
const areaCodes = [646, 718, 917, 347, 929, 312, 773, 415, 628, 213, 323, 617, 857];

/** Stories that type a number of their own take 212, 206 or 207. Of the hundred, 00 and 99 are left out. */
const numbersInExchange = 98;

let numbersGiven = 0;

/**
 * A phone that nobody has had yet: the shop takes only one ticket per phone every half minute.
 *
 * @returns as staff would type it, e.g. "(646) 555-0101"
 */
export function newPhone(): string {
  const areaCode = areaCodes[Math.floor(numbersGiven / numbersInExchange)];
  if (areaCode === undefined) throw new Error('All phones have been used');
  const line = String(1 + (numbersGiven % numbersInExchange)).padStart(2, '0');
  numbersGiven += 1;
  return `(${areaCode}) 555-01${line}`;
}

const usualIntake = {
  customerName: 'Grace Okafor',
  watchBrand: 'Omega',
  watchModel: 'Seamaster 300',
  issue: 'Runs slow by two minutes a day',
};

/**
 * A member of staff who works through the HTTP interface: for bringing a shop into the state that a
 * test begins with, quickly.
 */
export class Staff {
  readonly #url: string;
  readonly #cookie: string;
  readonly #initials: string;

  private constructor(url: string, cookie: string, initials = '') {
    this.#url = url;
    this.#cookie = cookie;
    this.#initials = initials;
  }

  /** At a computer where this member of the staff is chosen. */
  as = (initials: string): Staff => new Staff(this.#url, this.#cookie, initials);

  static async logIn(url: string, given = password): Promise<Staff> {
    const response = await fetch(`${url}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ password: given }),
    });
    const cookie = response.headers.get('set-cookie')?.split(';', 1)[0];
    if (!response.ok || cookie === undefined) {
      throw new Error(`The login was answered with ${response.status}`);
    }
    return new Staff(url, cookie);
  }

  /** The session as a browser keeps it, with the screen's own flag. */
  browserState() {
    const [name = '', value = ''] = this.#cookie.split('=', 2);
    const cookie = { name, value, domain: '127.0.0.1', path: '/', expires: -1 };
    return {
      cookies: [{ ...cookie, httpOnly: true, secure: false, sameSite: 'Strict' as const }],
      origins: [{ origin: this.#url, localStorage: [{ name: 'isAuthenticated', value: 'true' }] }],
    };
  }

  /** A repair as a file brings it, which may have been taken in long ago. */
  async importRepair(row: Record<string, string>): Promise<void> {
    const columns = writeColumns(guessColumns('repairs', Object.keys(row)));
    const query = new URLSearchParams({ kind: 'repairs', columns, timeZone: 'UTC' });
    const response = await fetch(`${this.#url}/api/imports/${randomUUID()}?${query}`, {
      method: 'PUT',
      headers: { cookie: this.#cookie, 'content-type': 'text/csv' },
      body: csvRow(Object.keys(row)) + csvRow(Object.values(row)),
    });
    if (!response.ok) throw new Error(`The import was answered with ${response.status}`);
  }

  async #call<Answered>(
    method: string,
    path: string,
    body?: object,
    fileType = 'image/jpeg',
  ): Promise<Answered> {
    const isFile = body instanceof Uint8Array;
    const response = await fetch(this.#url + path, {
      method,
      headers: {
        cookie: this.#cookie,
        [initialsHeader]: this.#initials,
        ...(body && { 'content-type': isFile ? fileType : 'application/json' }),
      },
      ...(body && { body: isFile ? Buffer.from(body) : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as Answered;
  }

  async setUpTexting(given: Input<'changeTexting', 'body'>): Promise<void> {
    await this.#call('PUT', '/api/texting', given);
  }

  /** Makes a backup, and waits for it. */
  async backUp(): Promise<void> {
    await this.#call('POST', '/api/backups');
    for (;;) {
      const { running } = await this.#call<Answer<'getBackups'>>('GET', '/api/backups');
      if (running === null) return;
    }
  }

  /** Restores a backup, and waits until the shop is open again; all sessions have ended then. */
  async restore(name: string): Promise<void> {
    await this.#call('POST', `/api/backups/${name}/restore`, { password });
    for (;;) {
      const headers = { cookie: this.#cookie };
      const answer = await fetch(`${this.#url}/api/session`, { headers }).catch(() => null);
      if (answer?.status === 401) return;
    }
  }

  async takeIn(given: Partial<NewRepair> = {}): Promise<Repair> {
    const customerName = given.customerName ?? usualIntake.customerName;
    const body = {
      ...usualIntake,
      customerEmail: `customer-${randomUUID().slice(0, 8)}@mail.example`,
      customerPhone: newPhone(),
      ...given,
      customerName,
      repairId: randomUUID(),
    };
    const { repair } = await this.#call<Answer<'createRepair'>>('POST', '/api/repairs', body);
    return repair;
  }

  async repair(ticketNumber: string): Promise<Answer<'getRepair'>> {
    return this.#call('GET', `/api/repairs/${ticketNumber}`);
  }

  /** @returns every repair of the shop, at most a page of 100 */
  async repairs(sort: 'newest' | 'oldest' = 'newest'): Promise<Repair[]> {
    const path = `/api/repairs?limit=100&sort=${sort}`;
    const list = await this.#call<Answer<'listRepairs'>>('GET', path);
    return list.items;
  }

  async technicians(): Promise<Technician[]> {
    const list = await this.#call<Answer<'listTechnicians'>>('GET', '/api/technicians');
    return list.items;
  }

  async sendEstimate(
    repair: Repair,
    amount: number,
    given: Partial<Input<'sendEstimate', 'body'>> = {},
  ): Promise<Estimate> {
    const body = { repairId: repair.ticketNumber, amount, ...given };
    const sent = await this.#call<Answer<'sendEstimate'>>('POST', '/api/estimates', body);
    return sent.estimate;
  }

  async answerEstimate({ id }: Estimate, body: Input<'answerEstimate', 'body'>): Promise<void> {
    await this.#call('POST', `/api/estimates/${id}/answer`, body);
  }

  async acceptedThisMonth(): Promise<Answer<'countEstimates'>['acceptedThisMonth']> {
    const counts = await this.#call<Answer<'countEstimates'>>('GET', '/api/estimates/counts');
    return counts.acceptedThisMonth;
  }

  async reply(repair: Repair, text: string): Promise<void> {
    const body = { from: repair.customerPhone, body: text };
    await this.#call('POST', '/api/simulator/replies', body);
  }

  /** @param photo what the simulated phone sends without a word; null for one that it does not have */
  async textPhoto(phone: string, photo: Buffer | null): Promise<void> {
    const leave = '/api/simulator/pictures';
    const left = photo && (await this.#call<Answer<'simulatePicture'>>('POST', leave, photo));
    const media = [left?.mediaId ?? `ME${'0'.repeat(32)}`];
    await this.#call('POST', '/api/simulator/replies', { from: phone, body: '', media });
  }

  /** @param messageId of the customer's text */
  async answer(messageId: string, text: string): Promise<void> {
    const body = { messageId: randomUUID(), body: text };
    await this.#call('POST', `/api/messages/${messageId}/reply`, body);
  }

  async markHandled(messageId: string): Promise<void> {
    await this.#call('POST', `/api/attention/${messageId}/handled`);
  }

  /** @param fromTechnicianId who has it, when it is reassigned */
  async assign(repair: Repair, technicianId: string, fromTechnicianId?: string): Promise<Repair> {
    const path = `/api/repairs/${repair.ticketNumber}/assign`;
    const body = { technicianId, fromTechnicianId };
    const answer = await this.#call<Answer<'assignRepair'>>('POST', path, body);
    return answer.repair;
  }

  async edit({ ticketNumber }: Repair, changes: Input<'editRepair', 'body'>): Promise<void> {
    await this.#call('PATCH', `/api/repairs/${ticketNumber}`, changes);
  }

  async start(repair: Repair): Promise<void> {
    await this.#call('POST', `/api/repairs/${repair.ticketNumber}/start`);
  }

  /** @param holdSeconds how long its text is held */
  async complete(repair: Repair, notes: string, holdSeconds = 0): Promise<void> {
    const path = `/api/repairs/${repair.ticketNumber}/complete`;
    await this.#call('POST', path, { notes, outcome: 'approved', holdSeconds });
  }

  /** Takes a repair in and completes it. */
  async finish(given: Partial<NewRepair> = {}, holdSeconds = 0): Promise<Repair> {
    const repair = await this.takeIn(given);
    const [technician] = await this.technicians();
    await this.assign(repair, technician?.id ?? '');
    await this.complete(repair, 'Regulated', holdSeconds);
    return repair;
  }

  async collect(repair: Repair, by: string): Promise<void> {
    await this.#call('POST', `/api/repairs/${repair.ticketNumber}/collect`, { by });
  }

  /** How long completions made in a browser can be undone, in seconds. */
  async holdTexts(holdSeconds: number): Promise<void> {
    const { settings } = await this.#call<Answer<'getSettings'>>('GET', '/api/settings');
    const texts = { ...settings.texts, holdSeconds };
    await this.#call('PUT', '/api/settings', { ...settings, texts });
  }

  async putPhoto(repair: Repair, kind: 'initial' | 'completed', jpeg: Uint8Array): Promise<void> {
    await this.#call('PUT', `/api/repairs/${repair.ticketNumber}/photos/${kind}`, jpeg);
  }

  async addClient(client: Input<'createClient', 'body'>): Promise<Client> {
    const answer = await this.#call<Answer<'createClient'>>('POST', '/api/clients', client);
    return answer.client;
  }

  async takePayment(
    { ticketNumber }: Repair,
    given: Partial<Input<'takePayment', 'body'>>,
  ): Promise<Payment> {
    const body = {
      paymentId: randomUUID(),
      kind: 'payment',
      method: 'card',
      amount: 25,
      ...given,
    };
    const path = `/api/repairs/${ticketNumber}/payments`;
    return (await this.#call<Answer<'takePayment'>>('POST', path, body)).payment;
  }

  async voidPayment({ id }: Payment, reason: string): Promise<void> {
    await this.#call('POST', `/api/payments/${id}/void`, { reason });
  }

  async addPart({ ticketNumber }: Repair, given: Partial<Input<'addPart', 'body'>>): Promise<void> {
    const body = { partId: randomUUID(), description: 'Crown', ...given };
    await this.#call('POST', `/api/repairs/${ticketNumber}/parts`, body);
  }

  async addSending(
    { ticketNumber }: Repair,
    given: Partial<Input<'addSending', 'body'>>,
  ): Promise<void> {
    const body = { sendingId: randomUUID(), sentTo: 'Kirk Dial', ...given };
    await this.#call('POST', `/api/repairs/${ticketNumber}/sendings`, body);
  }

  async changeSending(id: string, changes: Input<'changeSending', 'body'>): Promise<void> {
    await this.#call('PATCH', `/api/sendings/${id}`, changes);
  }
  /** @param same the tickets of the same watch; empty for another one */
  async answerWatch({ ticketNumber }: Repair, same: readonly Repair[]): Promise<void> {
    const body = { sameWatchAs: same.map((one) => one.ticketNumber) };
    await this.#call('PUT', `/api/repairs/${ticketNumber}/watch`, body);
  }

  async addMeasurement(
    { ticketNumber }: Repair,
    given: Partial<Input<'addMeasurement', 'body'>>,
  ): Promise<Measurement> {
    const body = { measurementId: randomUUID(), kind: 'timing', stage: 'before', ...given };
    const path = `/api/repairs/${ticketNumber}/measurements`;
    return (await this.#call<Answer<'addMeasurement'>>('POST', path, body)).measurement;
  }

  async changeMeasurement(id: string, body: Input<'changeMeasurement', 'body'>): Promise<void> {
    await this.#call('PATCH', `/api/measurements/${id}`, body);
  }

  async changePhoto(id: string, changes: Input<'changeTicketPhoto', 'body'>): Promise<void> {
    await this.#call('PATCH', `/api/photos/${id}`, changes);
  }

  async changePart(id: string, changes: Input<'changePart', 'body'>): Promise<void> {
    await this.#call('PATCH', `/api/parts/${id}`, changes);
  }

  /** Signs the claim check as it is now. */
  async sign({ ticketNumber }: Repair): Promise<Signature> {
    const path = `/api/repairs/${ticketNumber}`;
    const { sha256 } = await this.#call<Answer<'previewClaimCheck'>>('POST', `${path}/claim-check`);
    const query = new URLSearchParams({ signatureId: randomUUID(), sha256 });
    const png = await drawnSignature();
    const signed = await this.#call<Answer<'signClaimCheck'>>(
      'PUT',
      `${path}/signature?${query}`,
      png,
      'image/png',
    );
    return signed.signature;
  }

  async addWarranty(
    { ticketNumber }: Repair,
    given: Omit<Input<'addWarranty', 'body'>, 'warrantyId'>,
  ): Promise<void> {
    const body = { warrantyId: randomUUID(), ...given };
    await this.#call('POST', `/api/repairs/${ticketNumber}/warranties`, body);
  }

  async addNote({ ticketNumber }: Repair, given: Partial<Input<'addNote', 'body'>>): Promise<void> {
    const body = { noteId: randomUUID(), kind: 'note', text: 'A gift, don’t call home', ...given };
    await this.#call('POST', `/api/repairs/${ticketNumber}/notes`, body);
  }

  async move({ ticketNumber }: Repair, place: string, seenPlace: string | null): Promise<void> {
    await this.#call('POST', `/api/repairs/${ticketNumber}/move`, { place, seenPlace });
  }

  async deleteRepair({ ticketNumber }: Repair): Promise<void> {
    await this.#call('DELETE', `/api/repairs/${ticketNumber}`);
  }

  async deleteClient(id: string): Promise<void> {
    await this.#call('DELETE', `/api/clients/${id}`);
  }

  async deleted(): Promise<Answer<'listDeleted'>['items']> {
    return (await this.#call<Answer<'listDeleted'>>('GET', '/api/deleted')).items;
  }

  async deleteForGood(id: string): Promise<void> {
    await this.#call('DELETE', `/api/deleted/clients/${id}`);
  }

  async correctPhone(repair: Repair, phone: string): Promise<void> {
    const { customerName: name, customerEmail: email } = repair;
    await this.editClient(repair.clientId, { name, email, phone });
  }

  async editClient(
    id: string,
    client: Pick<Client, 'name' | 'email' | 'phone'> & Partial<Pick<Client, 'noTexts'>>,
  ): Promise<void> {
    await this.#call('PATCH', `/api/clients/${id}`, client);
  }

  /** Names the shop's staff in its settings; nobody by default. */
  nameStaff = (staff: ShopSettings['staff'] = []): Promise<void> => this.changeSettings({ staff });

  async changeSettings(changes: Partial<ShopSettings>): Promise<void> {
    const { settings } = await this.#call<Answer<'getSettings'>>('GET', '/api/settings');
    await this.#call('PUT', '/api/settings', { ...settings, ...changes });
  }

  async logOut(): Promise<void> {
    await this.#call('DELETE', '/api/session');
  }
}

/** A session of the browser's own, so that ending it ends nobody else's. */
export async function logInAlone(context: BrowserContext, url: string): Promise<Staff> {
  const own = await Staff.logIn(url);
  await context.addCookies(own.browserState().cookies);
  const page = await context.newPage();
  await page.goto(`${url}/404`);
  await page.evaluate(() => localStorage.setItem('isAuthenticated', 'true'));
  await page.close();
  return own;
}
