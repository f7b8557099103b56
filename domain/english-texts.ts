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
 * The wording of every text that the shop sends. Shop decision on the texts; prices as in the specification,
 * section 9.
 */

const optOutNotice = 'STOP to opt out.';

const named = (about: AboutTicket & AboutTrade) => ticketAndTheirs(about, 'your ref.');

export const english: TextLanguage = {
  optOutNotice,
  balance: 'Balance',
  open: 'Open',
  watch: 'watch',
  maxSegments: null,
  wording(text, { shop, phone, watch, work, more }) {
    switch (text.kind) {
      case 'created':
        return `${shop}: we have your ${watch}, ticket ${ticket(text)}. We will text you about this repair. Reply HELP for help, ${optOutNotice}`;
      case 'estimate':
        if (text.insteadOfCents) {
          return `${shop}: ${watch} needs more work${work}: new total ${price(text)} instead of ${cents(text.insteadOfCents)}, ticket ${ticket(text)}. Reply ACCEPT or DECLINE. Questions? ${phone}. ${optOutNotice}`;
        }
        return `${shop}: ${watch}${work} repair estimate ${price(text)}, ticket ${ticket(text)}. Reply ACCEPT or DECLINE. Questions? ${phone}. ${optOutNotice}`;
      case 'estimate-one-of-several':
        if (text.insteadOfCents) {
          return `${shop}: ${watch} needs more work${work}: new total ${price(text)} instead of ${cents(text.insteadOfCents)}. Reply ACCEPT ${ticket(text)} or DECLINE ${ticket(text)}. Questions? ${phone}. ${optOutNotice}`;
        }
        return `${shop}: ${watch}${work} repair estimate ${price(text)}. Reply ACCEPT ${ticket(text)} or DECLINE ${ticket(text)}. Questions? ${phone}. ${optOutNotice}`;
      case 'reminder':
        return `${shop} reminder: ${watch} estimate ${price(text)}, ticket ${ticket(text)}. Reply ACCEPT or DECLINE. Questions? ${phone}. ${optOutNotice}`;
      case 'reminder-one-of-several':
        return `${shop} reminder: ${watch} estimate ${price(text)}. Reply ACCEPT ${ticket(text)} or DECLINE ${ticket(text)}. Questions? ${phone}. ${optOutNotice}`;
      case 'confirm-accept':
        return `${shop}: thank you, you accepted ${price(text)} for ticket ${ticket(text)}, ${watch}. We will text you when it is ready. Mistake? ${phone}`;
      case 'confirm-decline':
        if (text.goesOnCents) {
          return `${shop}: you declined ${price(text)} for ticket ${ticket(text)}, ${watch}. We will continue the repair at ${cents(text.goesOnCents)}. Mistake? ${phone}`;
        }
        return `${shop}: you declined ${price(text)} for ticket ${ticket(text)}, ${watch}. We will not do this work. Mistake? ${phone}`;
      case 'clarify':
        return `${shop}: sorry, only ACCEPT or DECLINE works here. Ticket ${ticket(text)}, ${price(text)}: reply ACCEPT or DECLINE. To talk: ${phone}`;
      case 'which': {
        const example = text.estimates.slice(0, 1).map((estimate) => ` ${ticket(estimate)}`);
        return `${shop}: open estimates: ${listedEstimates(text.estimates, (left) => `and ${left} more`)}. Reply ACCEPT or DECLINE and one ticket number, e.g. ACCEPT${example.join('')}`;
      }
      case 'not-open':
        return `${shop}: no estimate is waiting for your answer, so nothing was changed. Please call ${phone}`;
      case 'call-us':
        return `${shop}: ticket ${ticket(text)} has moved on, so a text cannot change it. Please call ${phone}`;
      case 'unknown-number':
        return `${shop}: we cannot match this number to a repair. Please call ${phone}`;
      case 'new-date':
        return `${shop}: your ${watch}, ${named(text)}, should now be ready on ${text.date}. Questions? ${phone}`;
      case 'done':
        return `${shop}: your ${watch}, ticket ${ticket(text)}, is ready for pickup.${more} Questions? ${phone}. ${optOutNotice}`;
      case 'done-photo':
        return `${shop}: your ${watch} is ready, ticket ${ticket(text)}. Photo: ${addressInText(text.photoUrl)}${more} Questions? ${phone}. ${optOutNotice}`;
      case 'done-declined':
        return `${shop}: your ${watch}, ticket ${ticket(text)}, is ready for pickup, unrepaired as you asked.${more} Questions? ${phone}. ${optOutNotice}`;
      case 'pickup-reminder': {
        const balance = balanceWords(text.balanceCents, english.balance);
        return `${shop}: your ${watch}, ticket ${ticket(text)}, has been ready since ${text.readySince}.${balance} Questions? ${phone}`;
      }
      case 'shipped': {
        const { carrier, trackingNumber, others } = text;
        const by = inserted(carrier, longestInserted.carrier, 'mail');
        const number = inserted(trackingNumber ?? '', longestInserted.trackingNumber);
        const tracking = number === '' ? '' : `, tracking ${number}`;
        const what =
          others === 0
            ? `${watch}, ${named(text)}, was`
            : `${watch} and ${others} more, ${named(text)}, were`;
        return `${shop}: your ${what} shipped by ${by}${tracking}. Questions? ${phone}`;
      }
    }
  },
};
