import { plain, text, type WordsOf } from './history-words.ts';

/**
 * What customers sign on the screen: the claim check as it was at that moment, once for each ticket. Nothing
 * changes it afterwards; what is found later is an amendment (notes.ts). Shop decision
 * (docs/decisions/data.md, "Signatures").
 */

/** The paper's title. */
export const claimCheckTitle = 'Claim check';

/** Limit of the picture: a drawing of a few strokes takes a tenth of it. */
export const maxSignatureBytes = 200_000;
export const maxSignaturePixels = 4_000_000;

/** Signatures in an export. */
export const signatureTable = {
  about: 'Signed claim checks',
  exported: ['signatureId', 'ticketNumber', 'at', 'sha256', 'content', 'session', 'initials'],
  fields: {},
} as const;

export interface SignatureEvents {
  'claim-check-signed': { signatureId: string; before: null; after: { sha256: string } };
}

/** @returns the first and last characters of a hash, enough to compare two papers */
export const shortHash = (sha256: string): string => `${sha256.slice(0, 8)}…${sha256.slice(-6)}`;

export const signatureWords: WordsOf<SignatureEvents> = {
  'claim-check-signed': ({ after }) => {
    const sha256 = text(Object(after).sha256);
    return plain('Claim check signed on the screen', sha256 && `SHA-256 ${shortHash(sha256)}`);
  },
};
