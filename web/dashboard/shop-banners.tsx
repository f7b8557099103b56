import { useQuery } from '@tanstack/react-query';
import Smartphone from 'lucide-react/icons/smartphone';
import Store from 'lucide-react/icons/store';
import { shopQuery } from '../api/queries.ts';
import { SimulatedPhoneButton } from '../simulator/simulated-phone-button.tsx';
import { Banner } from '../ui/banner.tsx';

/** What is so for as long as the shop is set up this way. */
export function ShopBanners() {
  const { data: shop } = useQuery(shopQuery);
  if (shop === undefined || (shop.isConfigured && !shop.textsAreSimulated)) return null;
  return (
    <div className="flex flex-col gap-2">
      {shop.textsAreSimulated && (
        <Banner
          icon={Smartphone}
          title="Texts are simulated."
          action={<SimulatedPhoneButton label="Open the simulated phone" />}
        >
          No customer gets one.
        </Banner>
      )}
      {!shop.isConfigured && (
        <Banner icon={Store} title="How to set the shop up:">
          run <code className="whitespace-nowrap">npm run setup</code> on the server, answer its
          questions and restart it.
        </Banner>
      )}
    </div>
  );
}
