import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { isolated } from '../../../domain/isolated.ts';
import { remainingText, untilText } from '../../../domain/warranty.ts';
import { useActionsOn } from '../../data/open-action.ts';
import { runningWarrantiesQuery } from '../../data/queries.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useToday } from '../time/shop-calendar.ts';

/** A watch with this serial number is under warranty: said, and a come-back offered. */
export function WarrantyNotice({ serial }: { serial: string }) {
  const typed = useDeferredValue(serial.trim());
  const { data } = useQuery({ ...runningWarrantiesQuery(typed), enabled: typed.length > 2 });
  const [warranty] = typed.length > 2 ? (data?.items ?? []) : [];
  const today = useToday();
  return (
    <div role="status" className="empty:hidden">
      {warranty && (
        <Banner
          title={`${untilText(warranty.until)}.`}
          action={<ComeBackButton ticketNumber={warranty.ticketNumber} />}
        >
          {warranty.ticketNumber} · {isolated(warranty.what)}, {remainingText(warranty, today)}
        </Banner>
      )}
    </div>
  );
}

export function ComeBackButton({ ticketNumber }: { ticketNumber: string }) {
  const { open, opening } = useActionsOn(ticketNumber);
  return (
    <Button pending={opening === 'come-back'} onClick={() => open('come-back')}>
      Come-back, $0
    </Button>
  );
}
