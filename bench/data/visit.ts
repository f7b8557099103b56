import { noRepairValues } from '../../domain/repair-fields.ts';
import { readReply } from '../../domain/reply-meaning.ts';
import { repairSearchLine } from '../../domain/search-lines.ts';
import { defaultShopSettings } from '../../domain/shop-settings.ts';
import { composeText, type ShopText } from '../../domain/texts.ts';
import { untouched } from '../../server/repairs/store.ts';
import { keyColumns } from '../../server/repairs/watch-store.ts';
import { putBenchRows } from './bench-rows.ts';
import { type Books, dayMs, iso, type ShopRows, storesPresent } from './books.ts';
import { issues, notesWhenDone, watches } from './words.ts';

/** What was deleted longer ago is gone, and so never made. */
const deletedKeptMs = 29 * dayMs;
const caseOpenMs = 10 * dayMs;
const { shop, technicians } = defaultShopSettings;

type Client = ShopRows['clients'][number];
type Estimate = ShopRows['estimates'][number];

/** The one watch that kept coming back, with photos each time. */
export const knownWatch = {
  id: '00000000-0000-7000-8000-00000000aaaa',
  repairs: 60,
  watchBrand: 'Rolex',
  serialNumber: 'V6Z-41937',
};

export interface Visit {
  client: Client;
  isNewClient: boolean;
  number: string;
  createdAt: number;
  isKnownWatch: boolean;
  /** About how long a watch is in the shop. */
  stayMs: number;
}

/** Takes in a watch and follows what becomes of it, up to the shop's present. */
export function takeIn(
  books: Books,
  { client, isNewClient, number, createdAt, isKnownWatch, stayMs }: Visit,
): void {
  const { next, int, happens, pick, hex, put, newId, recordEvent, recordChange } = books;
  let now = createdAt;
  const wait = (share: number) => {
    now += Math.ceil(stayMs * share * (0.2 + 1.6 * next()));
    return now <= storesPresent;
  };
  const [brand = '', model = ''] = pick(watches).split(' / ');
  const about = { ticket_number: number };
  const price = 2_500 + 500 * int(240);
  const isQuoted = happens(0.4);
  const serialNumber = happens(0.5) ? `${hex(1)}${int(1e7)}`.toUpperCase() : null;
  const watch = {
    ...{ watchBrand: brand, watchModel: model, serialNumber, movementSerial: null },
    ...(isKnownWatch && { ...knownWatch, watchModel: 'Explorer' }),
  };
  const ticket: ShopRows['repair_tickets'][number] = {
    id: newId(now),
    repair_id: `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(6)}${hex(6)}`,
    ticket_number: number,
    client_id: client.id,
    phone_key: client.phone_key,
    watch_brand: watch.watchBrand,
    watch_model: watch.watchModel,
    serial_number: watch.serialNumber,
    issue_description: pick(issues),
    ...untouched,
    ...keyColumns(watch),
    ...(isKnownWatch && {
      watch_id: knownWatch.id,
      watch_answer_of: number,
      initial_photo_url: `/photos/repair-photos/${number}_initial_1.jpg`,
      completed_photo_url: `/photos/repair-photos/${number}_completed_2.jpg`,
    }),
    is_same_day: happens(0.08) ? 1 : 0,
    price_cents: isQuoted ? null : price,
    ...(happens(0.9) && { expected_on: iso(now + 7 * dayMs * (0.5 + next())).slice(0, 10) }),
    sms_sent: 1,
    search_text: repairSearchLine(
      {
        ticketNumber: number,
        customerName: client.name,
        customerPhone: client.phone,
        place: null,
        collectedBy: null,
        trackingNumber: null,
        ...noRepairValues,
        ...watch,
      },
      [],
    ),
    created_at: iso(now),
    updated_at: iso(now),
  };

  function change(kind: string, after: object, actor: 'staff' | 'customer' = 'staff') {
    const before = { status: ticket.status };
    Object.assign(ticket, after, { updated_at: iso(now) });
    recordEvent(now, kind, { ...about, actor }, { before, after });
    recordChange(now, 'repair', ticket.id, kind.replace('repair-', ''), number);
  }

  type Message = ShopRows['messages'][number];
  function putMessage(kind: Message['kind'], isCase: boolean, patch: Partial<Message>): string {
    const id = newId(now);
    put('messages', now, {
      id,
      direction: 'outbound',
      kind,
      ticket_number: number,
      phone: client.phone_key,
      body: '',
      state: 'delivered',
      provider_sid: `SM${id.replaceAll('-', '')}`,
      attention_handled_at:
        isCase && now < storesPresent - caseOpenMs ? iso(now + caseOpenMs) : null,
      media_count: 0,
      created_at: iso(now),
      updated_at: iso(now),
      ...patch,
    });
    const what = patch.direction === 'inbound' ? 'received' : 'accepted';
    recordChange(now, 'message', id, what, number);
    return id;
  }

  function text(kind: Message['kind'], content: ShopText, intent: object | null = null): string {
    const isLost = happens(0.01);
    return putMessage(kind, isLost, {
      body: composeText(shop, content),
      ...(isLost && { state: 'undelivered', error_code: '30003' }),
      intent: intent && JSON.stringify(intent),
    });
  }

  function reply(body: string): void {
    const { meaning } = readReply({ body, mediaCount: 0 });
    const attention = meaning === 'UNCLEAR' ? 'unclear' : null;
    const patch = { direction: 'inbound', state: 'received', body, meaning, attention } as const;
    putMessage('reply', attention !== null, patch);
    recordEvent(now, 'text-received', { ...about, actor: 'customer' }, { meaning, attention });
  }

  const aboutWatch = { ticketNumber: number, watch: `${brand} ${watch.watchModel}` };
  const aboutPrice = { ...aboutWatch, priceCents: price };
  function sendEstimate(former: Estimate | null): Estimate {
    const { name: customerName, phone: customerPhone } = client;
    const intent = { priceCents: price, notes: null, customerName, customerPhone };
    const estimate: Estimate = {
      id: newId(now),
      repair_id: number,
      customer_name: customerName,
      customer_phone: customerPhone,
      texted_phone: client.phone_key,
      estimate_price_cents: price,
      tax_thousandths: 0,
      tax_cents: 0,
      status: 'sent',
      response_status: 'pending',
      sent_at: iso(now),
      message_id: text('estimate', { kind: 'estimate', ...aboutPrice }, intent),
      created_at: iso(now),
    };
    if (former !== null) former.replaced_at = iso(now);
    put('estimates', now, estimate);
    change('estimate-sent', { status: 'estimate-sent' });
    recordChange(now, 'estimate', estimate.id, 'sent', number);
    return estimate;
  }

  function answer(estimate: Estimate, said: 'accepted' | 'declined'): void {
    const isYes = said === 'accepted';
    const body = isYes ? pick(['ACCEPT', 'Accept', 'yes please']) : 'DECLINE';
    Object.assign(estimate, {
      status: said,
      response_status: said,
      [`${said}_at`]: iso(now),
      customer_reply: body,
      responded_at: iso(now),
    });
    change(`estimate-${said}`, { status: `estimate-${said}` }, 'customer');
    recordChange(now, 'estimate', estimate.id, said, number);
    reply(body);
    const kind = isYes ? 'confirm-accept' : 'confirm-decline';
    text(kind, { kind, ...aboutPrice });
  }

  function complete(outcome: 'approved' | 'declined', estimate: Estimate | null): void {
    const isCollected = now < storesPresent - 3 * dayMs;
    const patch = {
      status: 'completed',
      completion_notes: pick(notesWhenDone),
      completed_at: iso(now),
      is_handed_out: isCollected ? 1 : 0,
    };
    change('repair-completed', patch);
    put('completions', now, {
      ...about,
      nth: 1,
      completed_at: iso(now),
      outcome,
      technician_id: ticket.assigned_to ?? null,
      technician_name: ticket.assigned_watchmaker ?? null,
      ticket_as_of: iso(now),
    });
    if (isCollected && outcome === 'approved') {
      const id = newId(now);
      put('payments', now, {
        id,
        ...about,
        kind: 'payment',
        method: 'card',
        amount_cents: price,
        tax_cents: 0,
        at: iso(now),
      });
      ticket.paid_cents = price;
    }
    if (estimate !== null) estimate.status = 'completed';
    text('done', { kind: outcome === 'declined' ? 'done-declined' : 'done', ...aboutWatch });
    if (now < storesPresent - deletedKeptMs || !happens(0.1) || !wait(0.01)) return;
    ticket.deleted_at = iso(now);
    recordChange(now, 'repair', ticket.id, 'deleted', number);
  }

  put('repair_tickets', now, ticket);
  putBenchRows(books, { number, createdAt, isKnownWatch });
  const ids = { ...about, repair_id: ticket.repair_id, client_id: client.id };
  recordEvent(now, 'repair-created', ids, { before: null, after: { ...ticket }, isNewClient });
  recordChange(now, 'repair', ticket.id, 'created', number);
  text('created', { kind: 'created', ...aboutWatch });

  let estimate: Estimate | null = null;
  if (!wait(0.1)) return;
  if (isQuoted) {
    estimate = sendEstimate(null);
    if (!wait(0.25)) return;
    if (happens(0.1)) {
      reply('How long would it take?');
      text('clarify', { kind: 'clarify', ...aboutPrice });
      if (!wait(0.05)) return;
      if (happens(0.3)) estimate = sendEstimate(estimate);
      if (!wait(0.1)) return;
    }
    const isDeclined = happens(0.2);
    answer(estimate, isDeclined ? 'declined' : 'accepted');
    if (!wait(0.1)) return;
    if (isDeclined) {
      complete('declined', estimate);
      return;
    }
  }
  const { id, name } = pick(technicians);
  change('repair-assigned', { status: 'assigned', assigned_to: id, assigned_watchmaker: name });
  if (estimate !== null) estimate.status = 'assigned';
  if (!wait(0.2)) return;
  change('repair-started', { status: 'in-progress' });
  if (wait(0.4)) complete('approved', estimate);
}
