import type { RefObject } from 'react';
import type { Repair } from '../../../domain/api-answers.ts';
import { firstNameOf, namedCollectors, ticketsNotNaming } from '../../../domain/hand-over.ts';
import { isolated } from '../../../domain/isolated.ts';
import { listText } from '../../../domain/list-text.ts';
import { CheckField, ChoiceField } from '../../ui/choice-fields.tsx';
import { FieldHint } from '../../ui/field.tsx';
import { TextField } from '../../ui/text-field.tsx';

export interface Collector {
  /** The customer, someone else, or a name that was given at intake. */
  who: 'customer' | 'other' | `named ${string}`;
  /** Of someone else. */
  name: string;
  claimCheckSeen: boolean;
  idSeen: boolean;
}

export const noCollector: Collector = {
  who: 'customer',
  name: '',
  claimCheckSeen: false,
  idSeen: false,
};

const isNamed = (who: Collector['who'], name: string) => who === `named ${name}`;

/** @returns who comes; empty for the customer, and if it has not been typed */
export function collectorName({ who, name }: Collector, leaving: readonly Repair[]): string {
  if (who === 'other') return name.trim();
  return namedCollectors(leaving).find((named) => isNamed(who, named)) ?? '';
}

/** Who comes for the watches, and what staff were shown: check marks only, never a number. */
export function CollectorFields({
  collector,
  leaving,
  customerName,
  fault,
  onChange,
  nameRef,
  chosenRef,
}: {
  collector: Collector;
  leaving: readonly Repair[];
  customerName: string;
  fault: string | undefined;
  onChange: (collector: Collector) => void;
  nameRef: RefObject<HTMLInputElement | null>;
  chosenRef: RefObject<HTMLInputElement | null> | undefined;
}) {
  const { who } = collector;
  const by = collectorName(collector, leaving);
  const choices: { value: Collector['who']; label: string }[] = [
    { value: 'customer', label: `${isolated(firstNameOf(customerName))}, the customer` },
    ...namedCollectors(leaving).map((name) => ({
      value: `named ${name}` as const,
      label: `${isolated(name)}, named at intake`,
    })),
    { value: 'other', label: 'Someone else' },
  ];
  const warning = warningFor(by, leaving);

  /** The arrow keys only pass by, and Tab leads there. */
  function focusNameAfterPress() {
    if (!document.activeElement?.matches(':focus-visible')) nameRef.current?.focus();
  }

  return (
    <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-1">
        <ChoiceField
          legend="Picked up by"
          choices={choices}
          // The watch that named this person may no longer be among those leaving.
          value={who === 'other' || by !== '' ? who : 'customer'}
          onChange={(next) => {
            onChange({ ...collector, who: next });
            if (next === 'other') requestAnimationFrame(focusNameAfterPress);
          }}
          {...(chosenRef && { chosenRef })}
          layout="column"
        />
        {who === 'other' && (
          <TextField
            ref={nameRef}
            label="Name"
            autoComplete="off"
            autoCapitalize="words"
            spellCheck={false}
            value={collector.name}
            onChange={({ target }) => onChange({ ...collector, name: target.value })}
            error={fault}
          />
        )}
        <div role="status" className="wrap-anywhere empty:hidden">
          <FieldHint id="collector-warning" isDoubtful>
            {warning}
          </FieldHint>
        </div>
      </div>
      <fieldset className="min-w-0">
        <legend className="flex w-full flex-wrap items-baseline justify-between gap-x-2 font-medium">
          Seen
          <span aria-hidden="true" className="font-normal text-ink-muted text-sm">
            Optional
          </span>
        </legend>
        <CheckField
          label="Claim check seen"
          checked={collector.claimCheckSeen}
          onChange={({ target }) => onChange({ ...collector, claimCheckSeen: target.checked })}
        />
        <CheckField
          label="ID seen"
          checked={collector.idSeen}
          onChange={({ target }) => onChange({ ...collector, idSeen: target.checked })}
        />
      </fieldset>
    </div>
  );
}

/** Staff decide: nothing is refused for it. */
function warningFor(by: string, leaving: readonly Repair[]): string | undefined {
  const strangers = ticketsNotNaming(by, leaving);
  if (strangers.length === 0) return undefined;
  const where =
    strangers.length === leaving.length
      ? 'at intake'
      : `on ${listText(strangers.map(({ ticketNumber }) => ticketNumber))}`;
  return `${isolated(by)} wasn’t named ${where}. Ask for the claim check or an ID.`;
}
