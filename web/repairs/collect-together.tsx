import { useState } from 'react';
import type { Repair } from '../../domain/api-answers.ts';
import { Balance, openBalance } from '../payments/open-balance.tsx';
import { CheckField } from '../ui/choice-fields.tsx';
import { isolated } from '../ui/text.tsx';
import { useRepair } from './ticket-dialog.ts';

/**
 * The other watches of a visit that wait to be collected as well. None is ticked: each is handed over
 * on its own.
 */
export function useCollectTogether({ ticketNumber }: Repair, open: boolean) {
  const { data } = useRepair(open ? ticketNumber : null);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const waiting = (data?.siblings ?? []).filter((each) => each.isWaitingForPickup);
  const choice = waiting.length > 0 && (
    <fieldset className="min-w-0">
      <legend className="font-medium">Collected together</legend>
      {waiting.map((each) => {
        const { ticketNumber: number, watchBrand, watchModel } = each;
        const balance = openBalance(each);
        return (
          <CheckField
            key={number}
            name={number}
            label={`${number} ${isolated(watchBrand)} ${isolated(watchModel)}`}
            hint={balance !== null && <Balance dollars={balance} />}
            checked={chosen.includes(number)}
            onChange={({ target }) =>
              setChosen((now) =>
                now.filter((one) => one !== number).concat(target.checked ? number : []),
              )
            }
          />
        );
      })}
    </fieldset>
  );
  return {
    choice,
    /** Those that are ticked and still wait. */
    together: waiting.filter((each) => chosen.includes(each.ticketNumber)),
    forget: () => setChosen([]),
  };
}
