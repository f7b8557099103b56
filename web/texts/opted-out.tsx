import BellOff from 'lucide/bell-off';
import { DateTime } from '../ui/date-time.tsx';

export function OptedOutWords({ since }: { since: string }) {
  return (
    <>
      Replied STOP on <DateTime iso={since} show="date" />: phone them
    </>
  );
}

/** Nothing can be texted to the phone any more. */
export function OptedOut({ since }: { since: string }) {
  return (
    <span className="inline-flex items-start gap-1.5 font-medium text-amber-ink text-sm">
      <BellOff aria-hidden="true" size={14} className="mt-[3px] shrink-0" />
      <span>
        <OptedOutWords since={since} />
      </span>
    </span>
  );
}
