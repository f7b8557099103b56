import { useQuery } from '@tanstack/react-query';
import Store from 'lucide-react/icons/store';
import { shopQuery } from '../api/queries.ts';
import { SimulatedPhoneButton } from '../simulator/simulated-phone-button.tsx';
import { Banner } from '../ui/banner.tsx';

/** What is so for as long as the shop is set up this way. */
export function ShopBanners() {
  const { data: shop } = useQuery(shopQuery);
  return (
    <>
      {shop?.textsAreSimulated && <SimulatedTextsRow />}
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
