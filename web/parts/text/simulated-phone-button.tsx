import { useQuery } from '@tanstack/react-query';
import Smartphone from 'lucide/smartphone';
import { useState } from 'react';
import { phoneKey } from '../../../domain/phone.ts';
import { panels } from '../../data/panels.ts';
import { shopQuery } from '../../data/queries.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import type { ButtonVariant } from '../../ui/classes.ts';

/**
 * Not named after the phone: beside the field for a number there would be two things called that.
 */
export const simulatedTextsName = 'Simulated texts';

/** @param label the words on the button; without them it is a small one with an icon */
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
  const [isLoading, setIsLoading] = useState(false);
  if (!shop?.textsAreSimulated) return null;

  const props = {
    icon: Smartphone,
    pending: isLoading,
    async onClick() {
      setIsLoading(true);
      await panels.open('texts', phone && phoneKey(phone));
      setIsLoading(false);
    },
  };
  if (label === undefined) return <IconButton {...props} label={simulatedTextsName} />;
  return (
    <Button {...props} variant={variant}>
      {label}
    </Button>
  );
}
