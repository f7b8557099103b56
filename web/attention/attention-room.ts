/**
 * The room that the newest cases take, kept also while there is none: what comes while somebody works
 * in the lists below must not push them away. On a phone there is the line alone.
 */
export const attentionRoom =
  'max-sm:hidden sm:min-h-39 desk:sm:min-h-36 pointer-coarse:sm:min-h-44';
