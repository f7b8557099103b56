/** The languages in which a customer may be texted, and how they call the days. */

export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

export const languageNames: Readonly<Record<Language, string>> = { en: 'English', es: 'Spanish' };

/** In the letters of a plain text, the year's first and the week's first first. */
export const calendarNames: Readonly<
  Record<Language, { readonly days: readonly string[]; readonly months: readonly string[] }>
> = {
  en: {
    days: 'Mon Tue Wed Thu Fri Sat Sun'.split(' '),
    months: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' '),
  },
  es: {
    days: 'lun mar mié jue vie sab dom'.split(' '),
    months: 'ene feb mar abr may jun jul ago sep oct nov dic'.split(' '),
  },
};
