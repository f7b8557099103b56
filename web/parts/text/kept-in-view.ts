import { type RefObject, useEffect } from 'react';

/** Keeps a whole form in view as it appears and while it grows: above a keyboard there is little room. */
export function useKeptInView(form: RefObject<HTMLElement | null>, isShown: boolean): void {
  useEffect(() => {
    const whole = form.current;
    if (!isShown || whole === null) return;
    const observer = new ResizeObserver(() => {
      if (whole.contains(document.activeElement)) whole.scrollIntoView({ block: 'nearest' });
    });
    observer.observe(whole);
    return () => observer.disconnect();
  }, [form, isShown]);
}
