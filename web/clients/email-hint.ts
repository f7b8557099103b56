import { useState } from 'react';
import { emailPattern } from '../../domain/field-schemas.ts';

/**
 * The advice at an e-mail's field. It stops nobody: a customer without an e-mail is not to be given
 * an invented one.
 *
 * @param email what stands in the field
 */
export function useEmailHint(email: string) {
  const [left, setLeft] = useState<string | null>(null);
  const address = email.trim();
  const isOdd = address !== '' && email === left && !emailPattern.test(address);
  return {
    hint: isOdd ? 'This does not look like an e-mail address.' : undefined,
    /** The field was left with this in it. */
    look: setLeft,
  };
}
