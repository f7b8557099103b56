import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateText } from './calendar-date.ts';
import { limits } from './field-list.ts';
import { countSegments } from './gsm7.ts';
import { readReply } from './reply-meaning.ts';
import { composeManualText, composeText, type ShopText, wordsOfManualText } from './texts.ts';

const shop = { name: 'Watch Repair Shop', phone: '(212) 555-0100' };
const ticketNumber = 'WH123456ABC';
const estimate = { ticketNumber, watch: 'Omega Seamaster', priceCents: 15000 };
const photoUrl =
  'https://shop.example.com/photos/repair-photos/3f0e7c1e-9d0a-4d0e-8f57-0b6b6a2b9c11_completed_1763700000000.jpg';

const questions = ' ¿Preguntas? (212) 555-0100. STOP para no recibir mensajes.';
const mistake = ' ¿Es un error? (212) 555-0100';
const call = ' Por favor llame al (212) 555-0100';
const answers = 'Responda ACEPTAR (ACCEPT) o RECHAZAR (DECLINE)';

/** Every kind, with what follows the shop's name and how many segments it usually takes; a missing kind does not compile. */
const usual: Record<ShopText['kind'], [contents: object, wording: string, segments: number]> = {
  created: [
    { ...estimate },
    ': recibimos su Omega Seamaster, ticket WH123456ABC. Le avisaremos por mensaje. Responda HELP para ayuda, STOP para no recibir mensajes.',
    1,
  ],
  estimate: [
    { ...estimate },
    `: el presupuesto para su Omega Seamaster es de $150.00, ticket WH123456ABC. ${answers}.${questions}`,
    2,
  ],
  'estimate-one-of-several': [
    { ...estimate },
    `: el presupuesto para su Omega Seamaster es de $150.00. Responda ACEPTAR WH123456ABC o RECHAZAR WH123456ABC (ACCEPT/DECLINE).${questions}`,
    2,
  ],
  reminder: [
    { ...estimate },
    ` le recuerda: el presupuesto para su Omega Seamaster es de $150.00, ticket WH123456ABC. ${answers}.${questions}`,
    2,
  ],
  'reminder-one-of-several': [
    { ...estimate },
    ` le recuerda: el presupuesto para su Omega Seamaster es de $150.00. Responda ACEPTAR WH123456ABC o RECHAZAR WH123456ABC (ACCEPT/DECLINE).${questions}`,
    2,
  ],
  'confirm-accept': [
    { ...estimate },
    `: gracias por aceptar $150.00 para su Omega Seamaster, ticket WH123456ABC. Le avisaremos cuando esté listo.${mistake}`,
    1,
  ],
  'confirm-decline': [
    { ...estimate },
    `: usted ha rechazado $150.00 para su Omega Seamaster, ticket WH123456ABC. No haremos este trabajo.${mistake}`,
    1,
  ],
  clarify: [
    { ticketNumber, priceCents: 15000 },
    ': disculpe, solo entendemos ACEPTAR (ACCEPT) o RECHAZAR (DECLINE). Ticket WH123456ABC, $150.00: responda ACEPTAR o RECHAZAR. Para hablar con nosotros: (212) 555-0100',
    2,
  ],
  which: [
    { estimates: [estimate, { ticketNumber: 'WH234567DEF', priceCents: 8000 }] },
    `: presupuestos pendientes: WH123456ABC $150.00, WH234567DEF $80.00. ${answers} y el ticket, p. ej. ACEPTAR WH123456ABC`,
    2,
  ],
  'not-open': [{}, `: no tiene presupuestos pendientes, por lo que no cambiamos nada.${call}`, 1],
  'call-us': [
    { ticketNumber },
    `: el ticket WH123456ABC ya no se puede cambiar por mensaje.${call}`,
    1,
  ],
  'unknown-number': [{}, `: no encontramos un ticket con este teléfono.${call}`, 1],
  'new-date': [
    { ...estimate, date: dateText('2026-11-28', '2026-11-23', 'es') },
    ': la nueva fecha prevista para su Omega Seamaster, ticket WH123456ABC, es el sab 28 nov. ¿Preguntas? (212) 555-0100',
    1,
  ],
  done: [
    { ...estimate },
    `: ya puede recoger su Omega Seamaster, ticket WH123456ABC.${questions}`,
    1,
  ],
  'done-photo': [
    { ...estimate, photoUrl },
    `: ya puede recoger su Omega Seamaster, ticket WH123456ABC. Foto: ${photoUrl}${questions}`,
    2,
  ],
  'done-declined': [
    { ...estimate },
    `: puede recoger su Omega Seamaster, ticket WH123456ABC, sin reparar, como nos dijo.${questions}`,
    1,
  ],
  'pickup-reminder': [
    {
      ...estimate,
      readySince: dateText('2026-12-28', undefined, 'es'),
      balanceCents: 12050,
    },
    ': ya puede recoger su Omega Seamaster, ticket WH123456ABC, listo desde el lun 28 dic 2026. Saldo $120.50. ¿Preguntas? (212) 555-0100',
    1,
  ],
  shipped: [
    { ...estimate, others: 0, carrier: 'UPS', trackingNumber: '1Z999AA10123456784' },
    ': enviamos su Omega Seamaster, ticket WH123456ABC, por UPS, rastreo 1Z999AA10123456784. ¿Preguntas? (212) 555-0100',
    1,
  ],
};

const texts = Object.entries(usual).map(([kind, [contents, wording, segments]]) => ({
  kind,
  text: { kind, ...contents } as ShopText,
  body: `Watch Repair Shop${wording}`,
  segments,
}));

describe('a text in Spanish', () => {
  it.each(texts)('$kind reads as agreed, in $segments', ({ text, body, segments }) => {
    const composed = composeText(shop, text, 'es');
    expect(composed).toBe(body);
    const { encoding, segments: counted } = countSegments(composed);
    expect({ encoding, counted }).toEqual({ encoding: 'GSM-7', counted: segments });
  });

  it.each(texts)('$kind names the same facts as the English one', ({ text }) => {
    const facts = [ticketNumber, 'Omega Seamaster', '$150.00', '$120.50', '(212) 555-0100'];
    const [english, spanish] = [composeText(shop, text), composeText(shop, text, 'es')];
    for (const fact of facts) {
      expect([fact, spanish.includes(fact)]).toEqual([fact, english.includes(fact)]);
    }
  });

  it('stays English for everyone else', () => {
    for (const { text } of texts) {
      expect(composeText(shop, text, 'en')).toBe(composeText(shop, text));
      expect(composeText(shop, text, null)).toBe(composeText(shop, text));
    }
  });

  it('takes two segments at most, no matter what goes into it', () => {
    const value = (max: number) => fc.string({ unit: 'binary', maxLength: max });
    const about = fc.record({
      name: value(80),
      phone: value(50),
      watch: value(200),
      ticketNumber: value(40),
      theirReference: value(60),
      priceCents: fc.integer({ min: 1, max: 99_999_999 }),
      balanceCents: fc.integer({ min: 0, max: 99_999_999 }),
      work: value(limits.estimateWork),
      insteadOfCents: fc.option(fc.integer({ min: 1, max: 99_999_999 })),
      goesOnCents: fc.option(fc.integer({ min: 1, max: 99_999_999 })),
      carrier: value(60),
      trackingNumber: value(60),
      photoUrl: fc.webUrl({ withQueryParameters: false, size: '+1' }),
      hours: fc.constant('lun-mié, vie 9 AM-6 PM, jue 9 AM-8 PM, sab 10 AM-3 PM'),
    });
    fc.assert(
      fc.property(about, ({ name, phone, ...contents }) => {
        const { ticketNumber: number, priceCents } = contents;
        const estimates = Array.from({ length: 5 }, () => ({ ticketNumber: number, priceCents }));
        const rest = {
          estimates,
          date: 'mié 30 dic 2026',
          readySince: 'mié 30 dic 2026',
          others: 49,
        };
        for (const { kind } of texts) {
          const text = { kind, ...contents, ...rest } as ShopText;
          const { encoding, segments } = countSegments(composeText({ name, phone }, text, 'es'));
          expect([kind, encoding, segments <= 2]).toEqual([kind, 'GSM-7', true]);
        }
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['estimate', `, ticket WH123456ABC. ${answers}.`],
    [
      'estimate-one-of-several',
      '. Responda ACEPTAR WH123456ABC o RECHAZAR WH123456ABC (ACCEPT/DECLINE).',
    ],
  ] as const)('%s of more work has both totals', (kind, end) => {
    const more = { kind, ...estimate, insteadOfCents: 10_050, work: 'corona' };
    expect(composeText(shop, more, 'es')).toBe(
      `Watch Repair Shop: su Omega Seamaster requiere trabajo adicional (corona): nuevo total $150.00 en lugar de $100.50${end}${questions}`,
    );
  });

  it('says at what price the repair continues if more work was declined', () => {
    const declined = { kind: 'confirm-decline', ...estimate, goesOnCents: 10_050 } as const;
    expect(composeText(shop, declined, 'es')).toBe(
      `Watch Repair Shop: usted ha rechazado $150.00 para su Omega Seamaster, ticket WH123456ABC. Seguimos con el trabajo por $100.50.${mistake}`,
    );
  });

  it('cuts the work rather than using a third segment, and keeps all the rest', () => {
    const longest = {
      shop: { name: 'S'.repeat(60), phone: '5'.repeat(40) },
      text: {
        kind: 'estimate',
        ticketNumber: 'W'.repeat(20),
        watch: 'Watch '.repeat(20),
        priceCents: 99_999_999,
        work: 'limpieza completa, '.repeat(7).slice(0, limits.estimateWork),
      },
    } as const;
    const body = composeText(longest.shop, longest.text, 'es');
    expect(countSegments(body).segments).toBe(2);
    expect(body).toMatch(/ \(limpieza.*\) es de \$999999\.99, ticket W{20}\. Responda/);
    expect(body).toMatch(/STOP para no recibir mensajes\.$/);
    // What fits is not cut.
    const short = composeText(shop, { kind: 'estimate', ...estimate, work: 'limpieza' }, 'es');
    expect(short).toContain('Omega Seamaster (limpieza) es de');
    const half = 'limpieza completa y corona nueva con junta'.slice(0, 40);
    expect(composeText(shop, { kind: 'estimate', ...estimate, work: half }, 'es')).toContain(half);
  });

  it('leaves out a photo whose address would need a third segment', () => {
    const long = `https://shop.example.com/${'a'.repeat(260)}.jpg`;
    const body = composeText(shop, { kind: 'done-photo', ...estimate, photoUrl: long }, 'es');
    expect(body).toBe(composeText(shop, { kind: 'done', ...estimate }, 'es'));
  });

  it('says balance and hours if they cost nothing', () => {
    const about = { ...estimate, watch: 'Omega', balanceCents: 8000, hours: 'lun-vie 9 AM-6 PM' };
    const short = { name: 'Bell', phone: '(212) 555-0100' };
    expect(composeText(short, { kind: 'done', ...about }, 'es')).toBe(
      'Bell: ya puede recoger su Omega, ticket WH123456ABC. Saldo $80.00. Abierto lun-vie 9 AM-6 PM. ¿Preguntas? (212) 555-0100. STOP para no recibir mensajes.',
    );
  });

  it('has a trade customer’s own reference in the texts drafted for staff', () => {
    const theirs = { ...estimate, theirReference: 'JC-4711' };
    const date = { kind: 'new-date', ...theirs, date: 'sab 28 nov' } as const;
    expect(composeText(shop, date, 'es')).toContain(
      ', ticket WH123456ABC (su ref. JC-4711), es el',
    );
    expect(composeText(shop, { ...date, date: 'Sat, Nov 28' })).toContain(
      ', ticket WH123456ABC (your ref. JC-4711), should',
    );
    const shipped = { kind: 'shipped', ...theirs, others: 2, carrier: 'UPS' } as const;
    expect(composeText(shop, { ...shipped, trackingNumber: null }, 'es')).toContain(
      'Omega Seamaster y otros 2, ticket WH123456ABC (su ref. JC-4711), por UPS.',
    );
  });
});

it('a text by staff ends with the notice in its language, and is read back without it', () => {
  const body = composeManualText(shop, 'Hasta el martes', true, 'es');
  expect(body).toBe('Watch Repair Shop: Hasta el martes STOP para no recibir mensajes.');
  expect(wordsOfManualText(shop, body)).toBe('Hasta el martes');
  expect(composeManualText(shop, 'Hasta el martes', false, 'es')).toBe(
    'Watch Repair Shop: Hasta el martes',
  );
});

describe('what a customer answers in Spanish', () => {
  const meaningOf = (body: string) => readReply({ body, mediaCount: 0 }).meaning;

  it.each([
    ['ACEPTAR', 'ACCEPT'],
    ['Aceptar', 'ACCEPT'],
    ['aceptar WH123456ABC', 'ACCEPT'],
    ['ACEPTAR (ACCEPT)', 'ACCEPT'],
    ['Acepto, gracias', 'ACCEPT'],
    ['Sí, acepto el presupuesto', 'ACCEPT'],
    ['RECHAZAR', 'DECLINE'],
    ['rechazar WH123456ABC', 'DECLINE'],
    ['RECHAZAR (DECLINE)', 'DECLINE'],
    ['No, rechazo', 'DECLINE'],
    ['PARAR', 'STOP'],
    ['pare', 'STOP'],
    ['Alto', 'STOP'],
    ['DETENER', 'STOP'],
    ['Cancelar.', 'STOP'],
    ['BAJA', 'STOP'],
    ['ACEPTAR el ticket WH123456ABC', 'ACCEPT'],
    ['Acepto el precio', 'ACCEPT'],
    ['Acepto su presupuesto', 'ACCEPT'],
    ['aceptado, muchas gracias', 'ACCEPT'],
    ['No, rechazo su oferta', 'DECLINE'],
    ['Aceptar el ticket', 'UNCLEAR'],
    // Help and opting back in only if the provider says so: a person reads them otherwise.
    ['AYUDA', 'UNCLEAR'],
    ['Empezar', 'UNCLEAR'],
    ['comenzar', 'UNCLEAR'],
    ['Alta', 'UNCLEAR'],
    // Along with anything else, they are words like any others.
    ['Quiero cancelar el trabajo', 'UNCLEAR'],
    ['Precio muy alto', 'UNCLEAR'],
    ['ACEPTAR o RECHAZAR', 'UNCLEAR'],
    ['¿Aceptar?', 'UNCLEAR'],
    ['No acepto', 'UNCLEAR'],
  ])('%s: %s', (body, meaning) => {
    expect(meaningOf(body)).toBe(meaning);
  });

  it.each([
    ['AYUDA', 'HELP', 'HELP'],
    ['ALTA', 'START', 'START'],
    ['ayuda', 'STOP', 'STOP'],
  ])('%s is what the provider says that it is: %s', (body, optOutType, meaning) => {
    expect(readReply({ body, optOutType, mediaCount: 0 }).meaning).toBe(meaning);
  });

  it('quoting our own notice is no request to opt out', () => {
    expect(meaningOf('que es STOP para no recibir mensajes.')).toBe('UNCLEAR');
  });
});
