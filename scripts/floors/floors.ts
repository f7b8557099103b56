/**
 * The folders of each side, floor by floor: what is on one imports only from those below it. A
 * folder that is not in here fails the check; `*` is any folder, `.` the side's own.
 */
export interface Side {
  folder: string;
  floors: readonly (readonly string[])[];
  /** These import only from themselves, not even from the domain. */
  alone?: readonly string[];
  /**
   * One floor may hold nouns, in order: each may use every other one's store, and call the actions
   * of those that come after it. A store knows only stores of its own noun, and nothing in a noun imports
   * routes, the files that export a function `…Routes`.
   */
  nouns?: readonly string[];
}

export const web: Side = {
  folder: 'web',
  floors: [
    // Shows all controls for their pictures, and is not part of the product.
    ['dev'],
    ['.', 'app'],
    ['screens/*'],
    ['actions/*'],
    ['parts/history', 'parts/outbox', 'parts/repair-list'],
    ['parts/bench', 'parts/repair', 'parts/repair-form', 'parts/shop', 'parts/text'],
    [
      'parts/client',
      'parts/form',
      'parts/frame',
      'parts/list',
      'parts/money',
      'parts/photo',
      'parts/print',
      'parts/time',
    ],
    ['data', 'ui', 'service-worker'],
  ],
  alone: ['ui', 'service-worker'],
};

const nouns = [
  'shop',
  'repairs',
  'watches',
  'payments',
  'parts',
  'notes',
  'measurements',
  'sendings',
  'signatures',
  'warranties',
  'estimates',
  'texts',
  'photos',
  'clients',
  'settings',
  'history',
];

export const server: Side = {
  folder: 'server',
  floors: [['.'], ['http', 'jobs'], nouns, ['ports'], ['database'], ['base']],
  nouns,
};
