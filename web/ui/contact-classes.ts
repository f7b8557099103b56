/** A phone or an address to press: underlined, and as high as a finger where fingers are used. */
export const contactClasses =
  'inline-block max-w-full py-0.5 underline decoration-line-strong underline-offset-2 hover:text-ink pointer-coarse:py-3';
