import { useState } from 'react';
import { textFault } from '../../domain/phone.ts';

/**
 * The advice at a phone's field that no text will reach it, and why. It hinders nobody: a customer
 * may have no other number.
 *
 * @param phone what stands in the field
 */
export function useTextableHint(phone: string) {
  const [left, setLeft] = useState<string | null>(null);
  const fault = phone.trim() !== '' && phone === left ? textFault(phone) : null;
  return {
    hint: fault === null ? undefined : `Texts cannot reach this number: ${fault}`,
    /** The field was left with this in it. */
    look: setLeft,
  };
}
