/** The languages a customer may be texted in, and their names for days and months. */

export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

export const languageNames: Readonly<Record<Language, string>> = { en: 'English', es: 'Spanish' };

/** In letters that a plain text can hold, starting with Monday and January. */
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
