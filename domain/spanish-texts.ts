import {
  type AboutTicket,
  type AboutTrade,
  addressInText,
  balanceWords,
  cents,
  inserted,
  listedEstimates,
  longestInserted,
  price,
  type TextLanguage,
  ticket,
  ticketAndTheirs,
} from './shop-text.ts';

/**
 * The same texts for customers who have asked for Spanish: the same facts, and both languages' words for an
 * answer. Only letters of the plain alphabet, which has é and ñ but not á, í, ó or ú: words are chosen so
 * that a missing accent never changes the meaning.
 */

const optOutNotice = 'STOP para no recibir mensajes.';
const questions = (phone: string) => `¿Preguntas? ${phone}. ${optOutNotice}`;

const named = (about: AboutTicket & AboutTrade) => ticketAndTheirs(about, 'su ref.');

const answers = 'Responda ACEPTAR (ACCEPT) o RECHAZAR (DECLINE)';
const answersFor = (about: AboutTicket) =>
  `Responda ACEPTAR ${ticket(about)} o RECHAZAR ${ticket(about)} (ACCEPT/DECLINE)`;

/** How many more there are; "más" would lose its accent and with it its meaning. */
const others = (count: number) => (count === 1 ? 'otro' : `otros ${count}`);

export const spanish: TextLanguage = {
  optOutNotice,
  balance: 'Saldo',
  open: 'Abierto',
  watch: 'reloj',
  maxSegments: 2,
  wording(text, { shop, phone, watch, work, more }) {
    switch (text.kind) {
      case 'created':
        return `${shop}: recibimos su ${watch}, ticket ${ticket(text)}. Le avisaremos por mensaje. Responda HELP para ayuda, ${optOutNotice}`;
      case 'estimate':
        if (text.insteadOfCents) {
          return `${shop}: su ${watch} requiere trabajo adicional${work}: nuevo total ${price(text)} en lugar de ${cents(text.insteadOfCents)}, ticket ${ticket(text)}. ${answers}. ${questions(phone)}`;
        }
        return `${shop}: el presupuesto para su ${watch}${work} es de ${price(text)}, ticket ${ticket(text)}. ${answers}. ${questions(phone)}`;
      case 'estimate-one-of-several':
        if (text.insteadOfCents) {
          return `${shop}: su ${watch} requiere trabajo adicional${work}: nuevo total ${price(text)} en lugar de ${cents(text.insteadOfCents)}. ${answersFor(text)}. ${questions(phone)}`;
        }
        return `${shop}: el presupuesto para su ${watch}${work} es de ${price(text)}. ${answersFor(text)}. ${questions(phone)}`;
      case 'reminder':
        return `${shop} le recuerda: el presupuesto para su ${watch} es de ${price(text)}, ticket ${ticket(text)}. ${answers}. ${questions(phone)}`;
      case 'reminder-one-of-several':
        return `${shop} le recuerda: el presupuesto para su ${watch} es de ${price(text)}. ${answersFor(text)}. ${questions(phone)}`;
      case 'confirm-accept':
        return `${shop}: gracias por aceptar ${price(text)} para su ${watch}, ticket ${ticket(text)}. Le avisaremos cuando esté listo. ¿Es un error? ${phone}`;
      case 'confirm-decline':
        if (text.goesOnCents) {
          return `${shop}: usted ha rechazado ${price(text)} para su ${watch}, ticket ${ticket(text)}. Seguimos con el trabajo por ${cents(text.goesOnCents)}. ¿Es un error? ${phone}`;
        }
        return `${shop}: usted ha rechazado ${price(text)} para su ${watch}, ticket ${ticket(text)}. No haremos este trabajo. ¿Es un error? ${phone}`;
      case 'clarify':
        return `${shop}: disculpe, solo entendemos ACEPTAR (ACCEPT) o RECHAZAR (DECLINE). Ticket ${ticket(text)}, ${price(text)}: responda ACEPTAR o RECHAZAR. Para hablar con nosotros: ${phone}`;
      case 'which': {
        const example = text.estimates.slice(0, 1).map((estimate) => ` ${ticket(estimate)}`);
        return `${shop}: presupuestos pendientes: ${listedEstimates(text.estimates, (left) => `y ${others(left)}`)}. ${answers} y el ticket, p. ej. ACEPTAR${example.join('')}`;
      }
      case 'not-open':
        return `${shop}: no tiene presupuestos pendientes, por lo que no cambiamos nada. Por favor llame al ${phone}`;
      case 'call-us':
        return `${shop}: el ticket ${ticket(text)} ya no se puede cambiar por mensaje. Por favor llame al ${phone}`;
      case 'unknown-number':
        return `${shop}: no encontramos un ticket con este teléfono. Por favor llame al ${phone}`;
      case 'new-date':
        return `${shop}: la nueva fecha prevista para su ${watch}, ${named(text)}, es el ${text.date}. ¿Preguntas? ${phone}`;
      case 'done':
        return `${shop}: ya puede recoger su ${watch}, ticket ${ticket(text)}.${more} ${questions(phone)}`;
      case 'done-photo':
        return `${shop}: ya puede recoger su ${watch}, ticket ${ticket(text)}. Foto: ${addressInText(text.photoUrl)}${more} ${questions(phone)}`;
      case 'done-declined':
        return `${shop}: puede recoger su ${watch}, ticket ${ticket(text)}, sin reparar, como nos dijo.${more} ${questions(phone)}`;
      case 'pickup-reminder': {
        const balance = balanceWords(text.balanceCents, spanish.balance);
        return `${shop}: ya puede recoger su ${watch}, ticket ${ticket(text)}, listo desde el ${text.readySince}.${balance} ¿Preguntas? ${phone}`;
      }
      case 'shipped': {
        const { carrier, trackingNumber } = text;
        const by = inserted(carrier, longestInserted.carrier, 'correo');
        const number = inserted(trackingNumber ?? '', longestInserted.trackingNumber);
        const tracking = number === '' ? '' : `, rastreo ${number}`;
        const what =
          text.others === 0
            ? `${watch}, ${named(text)},`
            : `${watch} y ${others(text.others)}, ${named(text)},`;
        return `${shop}: enviamos su ${what} por ${by}${tracking}. ¿Preguntas? ${phone}`;
      }
    }
  },
};
