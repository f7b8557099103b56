/** The browser's own copies of clients' data. Source: specification, section 3 (storage keys). */
const copyKeys = ['watch-repairs', 'completed-repairs', 'clients'];

/** Takes every copy of clients' data off this computer. */
export function forgetLocalCopies(): void {
  try {
    for (const key of copyKeys) localStorage.removeItem(key);
  } catch {
    // Storage is forbidden: then there is no copy either.
  }
}
