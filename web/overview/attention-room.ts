/**
 * The space for the newest cases, kept even while there are none: a new case must not push the
 * lists below away while the user works in them. On a phone there is only the line.
 */
export const attentionRoom =
  'max-sm:hidden sm:min-h-39 desk:sm:min-h-36 pointer-coarse:sm:min-h-44';
