import { Banner } from '../ui/banner.tsx';
import { countedText } from '../ui/text.tsx';
import { useOutbox } from './outbox.ts';

/** Before the login, so without a word about whose watches they are. */
export function WaitingNotice() {
  const { length: count } = useOutbox().entries;
  if (count === 0) return null;
  return (
    <Banner tone="warning">
      {countedText(count, 'repair')} {count === 1 ? 'waits' : 'wait'} in this browser to be
      delivered: that happens by itself once somebody has logged in.
    </Banner>
  );
}
