/** What made-up shops are put together from. */

const words = (text: string) => text.split(' ');

export const firstNames = words(
  'Ada Aisha Amélie Anaïs André Beatriz Bjørn Carlos Chloé Daniel David Elena Emma Fatima François George Grace Hana Hannah Ibrahim Ingrid Ivan James Jean Joaquín John Jürgen Karin Kenji Laura Leila Liam Linda Łukasz Maria Mary Mei Michael Mohammed Nadia Noah Olga Oliver Omar Patricia Paul Priya Rachel Robert Rosa Samuel Sara Sofía Søren Thomas Umar Wei William Yusuf Zoë',
);
export const nameBeginnings = words(
  'Ash Bar Beck Black Brad Brown Burn Chap Clark Cole Dun East Fair Fer Gold Good Green Hal Hart Hol John Kirk Lam Lind Mal Mar Mor New Nor Oka Or Peter Quin Rich Rob San Schön Stan Stein Thor Tur Vel Wal West White Win Wood Yam',
);
export const nameEndings = words(
  'berg bridge by dale den er ez field ford for gate ham ington ins ko land ley lund man mann mond moto ner oğlu ovic quist rez ris sen ski son stein ström ton vall ville wick win wood worth',
);
export const watches =
  'Rolex / Submariner, Rolex / Datejust 36, Omega / Seamaster Diver 300M, Omega / Speedmaster 311.30.42.30, Seiko / SKX007, Seiko / 5 Sports SRPD, Citizen / Eco-Drive BM8180, Casio / F-91W, Casio / G-Shock GA-2100, TAG Heuer / Carrera, Breitling / Navitimer, Tissot / PRX, Longines / HydroConquest, Hamilton / Khaki Field, Patek Philippe / Calatrava, Timex / Marlin'.split(
    ', ',
  );
export const issues = [
  'Stops overnight, second hand loose',
  'Went swimming with the crown open, water inside',
  'Runs ten minutes fast a day. It was my grandfather’s, please keep the dial as it is',
  'Battery and new gasket',
];
export const notesWhenDone = [
  'Movement overhauled, case cleaned.',
  'Mainspring replaced, regulated to 3 seconds a day.',
];
export const areaCodes = words(
  '201 202 206 212 213 303 305 312 404 415 503 512 602 615 617 702 713 718 786 801 818 858 917 972',
);
