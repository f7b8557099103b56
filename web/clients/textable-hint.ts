import { useState } from 'react';
import { hasUsPhoneDigits } from '../../domain/phone.ts';

/** The numbering plan is heavy: it comes when the first number is looked at. */
async function isTextable(phone: string): Promise<boolean> {
  try {
    const { textablePhone } = await import('../../domain/textable-phone.ts');
    return textablePhone(phone) !== null;
  } catch {
    // Without the server the plan may be out of reach; the count of digits says most of it.
    return hasUsPhoneDigits(phone);
  }
}

/**
 * The advice at a phone's field that no text will reach it. It hinders nobody: a customer may have
 * no other number.
 *
 * @param phone what stands in the field
 */
export function useTextableHint(phone: string) {
  const [untextable, setUntextable] = useState<string | null>(null);
  return {
    hint: phone !== '' && phone === untextable ? 'Texts cannot reach this number' : undefined,
    /** The field was left with this in it. */
    async look(left: string): Promise<void> {
      if (left.trim() !== '' && !(await isTextable(left))) setUntextable(left);
    },
  };
}
