import type { AnswerWay, RecordableAnswer } from '../../domain/estimate-answers.ts';
import type { Handle, MessagesTable } from '../database/tables.ts';

export interface EstimateAnswer {
  answer: RecordableAnswer;
  /** The customer's, if they are in writing. */
  words: string | null;
  /** The customer's own text, that text as read by staff, or the way the answer reached staff. */
  by: 'customer' | 'staff' | AnswerWay;
  /** The name of the person who answered without a text, if it was asked for. */
  answeredBy?: string | null;
  /** The text in which it was given; null if there is none. */
  messageId: string | null;
}

/** The text of an estimate, to be recorded. */
export interface EstimateText {
  kind: 'estimate';
  ticketNumber: string;
  /** +1 and ten digits. */
  phone: string;
  body: string;
  /** What is stored once the provider has taken it. */
  intent: unknown;
}

/**
 * What texts trigger in estimates. Estimates call texts, and texts never estimates: app.ts hands these in.
 * Each works in the transaction of its caller, which holds the locks.
 */
export interface EstimateActions {
  /** Before a customer's text is read: what was texted to the phone and has waited too long. */
  expireDue(tx: Handle, now: number, of: { phone: string }): Promise<void>;
  /** A customer's text answers an estimate. @returns whether it could be applied */
  applyAnswer(tx: Handle, estimateId: string, answer: EstimateAnswer, at: string): Promise<boolean>;
  /** An estimate's text was sent. @returns the estimate's id; null if there is nothing to store */
  storeSentEstimate(
    tx: Handle,
    text: MessagesTable,
    at: string,
    wasGivenUp: boolean,
  ): Promise<string | null>;
  /** An estimate's text that did not arrive, as it would be sent now. @throws Problem as sending would */
  estimateAgain(tx: Handle, failed: MessagesTable): Promise<EstimateText>;
}
