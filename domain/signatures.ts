import { plain, text, type WordsOf } from './history-words.ts';

/**
 * What customers sign on the screen: the claim check as it was at that moment, once for each ticket. Nothing
 * changes it afterwards; what is found later is an amendment (notes.ts). Shop decision
 * (docs/decisions/data.md, "Signatures").
 */

/** What the paper is called. */
export const claimCheckTitle = 'Claim check';

/** Of the picture: a drawing of a few lines has a tenth of that. */
export const maxSignatureBytes = 200_000;
export const mostSignaturePixels = 4_000_000;

/** What signatures are in an export. */
export const signatureTable = {
  about: 'What customers signed',
  exported: ['signatureId', 'ticketNumber', 'at', 'sha256', 'content', 'session', 'initials'],
  fields: {},
} as const;

export interface SignatureEvents {
  'claim-check-signed': { signatureId: string; before: null; after: { sha256: string } };
}

/** @returns the first and the last letters of a hash, enough to compare two papers */
export const shortHash = (sha256: string): string => `${sha256.slice(0, 8)}…${sha256.slice(-6)}`;

export const signatureWords: WordsOf<SignatureEvents> = {
  'claim-check-signed': ({ after }) => {
    const sha256 = text(Object(after).sha256);
    return plain('Claim check signed on the screen', sha256 && `SHA-256 ${shortHash(sha256)}`);
  },
};
