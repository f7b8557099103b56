import { useQuery } from '@tanstack/react-query';
import Smartphone from 'lucide/smartphone';
import { type ComponentType, useState } from 'react';
import { phoneKey } from '../../domain/phone.ts';
import { shopQuery } from '../data/queries.ts';
import { Button } from '../ui/button.tsx';
import type { ButtonVariant } from '../ui/classes.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { toasts } from '../ui/toasts.ts';
import type { SimulatedPhoneDialogProps } from './simulated-phone-dialog.tsx';

/** Not by the phone: there would be two things called that beside the field for a number. */
export const simulatedTextsName = 'Simulated texts';

/**
 * Opens the simulated phone over the current view; nothing while texts are real.
 *
 * @param phone whose phone to show first, as it was typed
 * @param label the words on the button; without them it is a small one with an icon
 */
export function SimulatedPhoneButton({
  phone,
  label,
  variant = 'secondary',
}: {
  phone?: string;
  label?: string;
  variant?: ButtonVariant;
}) {
  const { data: shop } = useQuery(shopQuery);
  const [Panel, setPanel] = useState<ComponentType<SimulatedPhoneDialogProps> | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [isLoading, setIsLoading] = useState(false);
  if (!shop?.textsAreSimulated) return null;

  async function open() {
    setIsLoading(true);
    try {
      const { SimulatedPhoneDialog } = await import('./simulated-phone-dialog.tsx');
      setPanel(() => SimulatedPhoneDialog);
      setIsOpen(true);
    } catch {
      toasts.show({ kind: 'error', title: 'The simulated phone could not be opened' });
    }
    setIsLoading(false);
  }

  return (
    <>
      {label === undefined ? (
        <IconButton
          icon={Smartphone}
          label={simulatedTextsName}
          pending={isLoading}
          onClick={open}
        />
      ) : (
        <Button icon={Smartphone} variant={variant} pending={isLoading} onClick={open}>
          {label}
        </Button>
      )}
      {Panel && (
        <Panel
          open={isOpen}
          onClose={() => setIsOpen(false)}
          phone={phone === undefined ? undefined : phoneKey(phone)}
        />
      )}
    </>
  );
}
