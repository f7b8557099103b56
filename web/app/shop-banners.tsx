import { useQuery } from '@tanstack/react-query';
import Clock from 'lucide/clock';
import Store from 'lucide/store';
import Truck from 'lucide/truck';
import { Link } from 'react-router';
import { clockGapText } from '../../domain/clock.ts';
import { useAddress } from '../data/address.ts';
import { shopQuery } from '../data/queries.ts';
import { SimulatedPhoneButton } from '../texts/simulated-phone-button.tsx';
import { Banner } from '../ui/banner.tsx';
import { buttonClasses } from '../ui/classes.ts';
import { DateTime } from '../ui/date-time.tsx';

/** The server's clock may go wrong, and be set right, while the screen stands open. */
const askEveryMs = 60_000;

/** What is so for as long as the shop is set up this way. */
export function ShopBanners() {
  const { data: shop } = useQuery({ ...shopQuery, refetchInterval: askEveryMs });
  const clockGap = clockGapText((shop?.clockAheadSeconds ?? 0) * 1000);
  return (
    <>
      {typeof shop?.closedSince === 'string' && <ClosedBanner since={shop.closedSince} />}
      {shop?.textsAreSimulated && <SimulatedTextsRow />}
      {clockGap !== null && (
        <div className="pb-2">
          <Banner tone="warning" icon={Clock} title={`The server’s clock is ${clockGap}.`}>
            Times on the screens are wrong. Tell the owner: docs/running.md says how to set it.
          </Banner>
        </div>
      )}
      {shop !== undefined && !shop.isConfigured && (
        <div className="pb-2">
          <Banner icon={Store} title="How to set the shop up:">
            run <code className="whitespace-nowrap">npm run setup</code> on the server, answer its
            questions and restart it.
          </Banner>
        </div>
      )}
    </>
  );
}

function ClosedBanner({ since }: { since: string }) {
  const { href } = useAddress();
  return (
    <div className="pb-2">
      <Banner
        live
        tone="warning"
        icon={Truck}
        title="Closed for moving."
        action={
          <Link to={href({ tab: 'shop', section: 'data' })} className={buttonClasses()}>
            Moving
          </Link>
        }
      >
        Nothing can be changed since <DateTime iso={since} />. Ask the person who is moving the
        shop.
      </Banner>
    </div>
  );
}

/** For a phone: wider screens have the sign in the header, where it stays. */
function SimulatedTextsRow() {
  return (
    <div className="mb-1 flex flex-wrap items-center justify-between rounded bg-sunken pl-3 text-sm sm:hidden">
      <p>
        <strong className="font-semibold">Texts are simulated.</strong>
        <span className="sr-only"> No customer gets one.</span>
      </p>
      <SimulatedPhoneButton label="Open the phone" variant="quiet" />
    </div>
  );
}
