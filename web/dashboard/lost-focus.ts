/** What opened a dialog may leave its list a moment after it got the focus back. */
const watchedForMs = 1_500;
const everyMs = 100;

/**
 * For a dialog that has just closed. Where what opened it is gone, the reader's place is the panel,
 * not the top of the page.
 *
 * @returns how to stop watching
 */
export function watchLostFocus(): () => void {
  const until = Date.now() + watchedForMs;
  const timer = setInterval(() => {
    if (Date.now() > until) clearInterval(timer);
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>('[role="tabpanel"]')?.focus({ preventScroll: true });
  }, everyMs);
  return () => clearInterval(timer);
}
