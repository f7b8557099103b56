/** What a draft needs of the browser's storage. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const noStorage: DraftStorage = {
  getItem: () => null,
  setItem: () => {
    throw new Error('Storage is forbidden');
  },
  removeItem: () => undefined,
};

/** Where storage is forbidden even asking for it throws: the form then works without a draft. */
export function draftStorage(): DraftStorage {
  try {
    return localStorage;
  } catch {
    return noStorage;
  }
}
