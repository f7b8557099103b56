import { useActionsOn } from '../../data/open-action.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';

export function ComeBackButton({
  ticketNumber,
  ...away
}: { ticketNumber: string } & Pick<ButtonProps, 'disabledReason' | 'reasonId'>) {
  const { open, opening } = useActionsOn(ticketNumber);
  return (
    <Button {...away} pending={opening === 'come-back'} onClick={() => open('come-back')}>
      Come-back, $0
    </Button>
  );
}
