import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { clientQuery } from '../api/queries.ts';
import { useAddress } from '../dashboard/address.ts';
import { chooseClient } from './client-choice.ts';
import type { IntakeForm } from './intake-field.ts';
import type { IntakeField } from './intake-fields.ts';

/** Chooses the client that the address names, once, and takes the name out of the address. */
export function usePreselectedClient(
  form: IntakeForm,
  setFocus: (name: IntakeField) => void,
): void {
  const { client: id, set } = useAddress();
  const { data, error } = useQuery({ ...clientQuery(id ?? ''), enabled: id !== null });

  const settle = useEffectEvent(() => {
    if (data) {
      chooseClient(form, data.client);
      // The customer is known: the watch comes next.
      setFocus('watchBrand');
    } else if (error) {
      form.setError('client', { message: error.message });
    }
    set({ client: null }, { replace: true });
  });

  const isSettled = id !== null && (data?.client.id === id || error !== null);
  useEffect(() => {
    if (isSettled) settle();
  }, [isSettled]);
}
