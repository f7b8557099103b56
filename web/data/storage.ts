/** Storage can be forbidden or full; what is kept there then lasts as long as the page. */
export function inStorage<Result>(use: (storage: Storage) => Result, otherwise: Result): Result {
  try {
    return use(localStorage);
  } catch {
    return otherwise;
  }
}
