import type { RefObject } from 'react';
import { lengthFault, limits } from '../../../domain/field-list.ts';
import { parsePrice } from '../../../domain/money.ts';
import { Chips } from '../../ui/chips.tsx';
import { MoneyField, TextField } from '../../ui/text-field.tsx';

/** As typed. */
export interface Shipment {
  carrier: string;
  trackingNumber: string;
  insuredValue: string;
}

export const noShipment: Shipment = { carrier: '', trackingNumber: '', insuredValue: '' };

const carriers = ['USPS', 'UPS', 'FedEx', 'DHL'].map((name) => ({ value: name, label: name }));

type Faults = { [Name in keyof Shipment]?: string };

/** @returns what is wrong, by field; empty if nothing is */
export function shipmentFaults({ carrier, trackingNumber, insuredValue }: Shipment): Faults {
  const tracking = lengthFault('Tracking number', trackingNumber, limits.trackingNumber);
  const name =
    carrier.trim() === ''
      ? 'Please enter a carrier'
      : lengthFault('Carrier', carrier, limits.carrier);
  const isWrong = insuredValue.trim() !== '' && parsePrice(insuredValue) === null;
  return {
    ...(name !== undefined && { carrier: name }),
    ...(tracking !== undefined && { trackingNumber: tracking }),
    ...(isWrong && { insuredValue: 'Please enter a valid amount' }),
  };
}

export const shipmentOf = ({ carrier, trackingNumber, insuredValue }: Shipment) => ({
  carrier,
  trackingNumber: trackingNumber || null,
  insuredValue: insuredValue.trim() === '' ? null : parsePrice(insuredValue),
});

/** How the watches leave, in place of who comes for them. */
export function ShipmentFields({
  shipment,
  faults,
  isOfSeveral,
  onChange,
  refs,
}: {
  shipment: Shipment;
  faults: Faults;
  isOfSeveral: boolean;
  onChange: (shipment: Shipment) => void;
  refs: { [Name in keyof Shipment]: RefObject<HTMLInputElement | null> };
}) {
  const setCarrier = (carrier: string) => onChange({ ...shipment, carrier });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-2">
        <TextField
          ref={refs.carrier}
          label="Carrier"
          autoComplete="off"
          autoFocus
          value={shipment.carrier}
          onChange={({ target }) => setCarrier(target.value)}
          error={faults.carrier}
        />
        <Chips
          label="Usual carriers"
          items={carriers}
          value={carriers.find(({ value }) => value === shipment.carrier.trim())?.value ?? null}
          onChange={setCarrier}
        />
      </div>
      <TextField
        ref={refs.trackingNumber}
        label="Tracking number"
        optional
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={shipment.trackingNumber}
        onChange={({ target }) => onChange({ ...shipment, trackingNumber: target.value })}
        error={faults.trackingNumber}
      />
      <MoneyField
        ref={refs.insuredValue}
        label="Insured value"
        optional
        placeholder="0.00"
        value={shipment.insuredValue}
        hint={isOfSeveral ? 'For the whole parcel.' : undefined}
        onChange={({ target }) => onChange({ ...shipment, insuredValue: target.value })}
        error={faults.insuredValue}
      />
    </div>
  );
}
