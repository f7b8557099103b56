import { expect, it } from 'vitest';
import { textablePhone } from '../../../domain/phone.ts';
import { checkWorkflow, defaultPrice } from './workflow-form.tsx';
import { fictionalPhone } from './workflow-run.ts';

it('the fictional phone may be texted, and the default price is the specification’s', () => {
  expect(textablePhone(fictionalPhone)).toBe('+12125550123');
  expect(checkWorkflow({ phone: fictionalPhone, price: defaultPrice })).toEqual({
    phone: fictionalPhone,
    dollars: 150,
  });
});

it.each([
  ['', '150', 'phone', 'Phone is required'],
  ['call me', '150', 'phone', 'Please enter a valid phone number'],
  ['555-0123', '150', 'phone', 'Invalid phone number format. Please use a valid US phone number.'],
  [fictionalPhone, ' ', 'price', 'Please enter an estimate amount'],
  [fictionalPhone, '0', 'price', 'Please enter a valid estimate amount'],
  [fictionalPhone, 'ten', 'price', 'Please enter a valid estimate amount'],
])('"%s" at "%s" is refused at the %s', (phone, price, field, message) => {
  expect(checkWorkflow({ phone, price })).toEqual({ field, message });
});
