import Plus from 'lucide/plus';
import X from 'lucide/x';
import { formatPrice, parsePrice } from '../../../domain/money.ts';
import { lineKindLabels, lineKinds } from '../../../domain/price-lines.ts';
import { maxPresets } from '../../../domain/shop-settings.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { CheckField, SelectField } from '../../ui/choice-fields.tsx';
import { FieldError } from '../../ui/field.tsx';
import { MoneyField, TextField } from '../../ui/text-field.tsx';
import { WithOther } from './settings-controls.tsx';
import { useSettingsFields } from './settings-form.tsx';
import { blankPreset, presetField, presetsIn, type TypedPreset } from './settings-parts.ts';

/** In one row if there is room, else the numbers below the name. */
const columns =
  'grid grid-cols-6 items-start gap-x-2 gap-y-2 px-4 xl:grid-cols-[minmax(0,1fr)_6.5rem_7.5rem_2.5rem_5rem_5.5rem_var(--control)]';

const inWords = (typed: string) =>
  presetsIn(typed)
    .map(({ name, price }) => `${name} ${formatPrice(parsePrice(price) ?? 0)}`)
    .join(', ') || 'none';

/** Hidden if a heading says it. */
const unit = (words: string) => (
  <span aria-hidden="true" className="pointer-events-none pr-3 text-ink-muted xl:hidden">
    {words}
  </span>
);

const daysFields = [
  { part: 'days', label: 'Days', words: 'days' },
  { part: 'warrantyDays', label: 'Warranty in days', words: 'd warranty' },
] as const;

/** What is added to an estimate with one press. */
export function PresetFields() {
  const { fields, errors, change } = useSettingsFields();
  const presets = presetsIn(fields.presets);
  const set = (next: readonly TypedPreset[]) => change('presets', JSON.stringify(next));
  return (
    <WithOther name="presets" label="Presets" shown={inWords}>
      <div className="flex flex-col gap-2">
        {presets.length > 0 && (
          <div className="rounded border bg-surface">
            <div
              aria-hidden="true"
              className={`${columns} rounded-t border-b bg-sunken py-1.5 text-ink-muted text-sm max-xl:hidden`}
            >
              {['Name', 'Kind', 'Price', 'Tax', 'Days', 'Warranty'].map((head) => (
                <span key={head}>{head}</span>
              ))}
            </div>
            <ol className="divide-y">
              {[...presets.entries()].map(([index, preset]) => {
                const setPart = (part: Partial<TypedPreset>) =>
                  set(presets.map((one, at) => (at === index ? { ...one, ...part } : one)));
                const textOf = (part: 'name' | 'price' | 'days' | 'warrantyDays') => ({
                  isLabelHidden: true,
                  autoComplete: 'off',
                  value: preset[part],
                  error: errors[presetField(index, part)],
                  onChange: ({ target }: { target: { value: string } }) =>
                    setPart({ [part]: target.value }),
                });
                return (
                  <li key={index} className="py-2">
                    <fieldset className={columns}>
                      <legend className="sr-only">Preset {index + 1}</legend>
                      <div className="min-w-0 max-xl:col-span-6 max-xl:col-start-1 max-xl:row-start-1 max-xl:pr-[calc(var(--control)+0.5rem)]">
                        <TextField {...textOf('name')} label="Name" placeholder="Name" />
                      </div>
                      <div className="max-xl:col-span-3">
                        <SelectField
                          label="Kind"
                          isLabelHidden
                          value={preset.kind}
                          onChange={({ target }) =>
                            setPart({ kind: target.value as TypedPreset['kind'] })
                          }
                        >
                          {lineKinds.map((kind) => (
                            <option key={kind} value={kind}>
                              {lineKindLabels[kind]}
                            </option>
                          ))}
                        </SelectField>
                      </div>
                      <div className="max-xl:col-span-3">
                        <MoneyField {...textOf('price')} label="Price" placeholder="0.00" />
                      </div>
                      <div className="max-xl:order-last max-xl:col-span-3">
                        <CheckField
                          label={<span className="xl:sr-only">Taxable</span>}
                          checked={preset.isTaxable}
                          onChange={({ target }) => setPart({ isTaxable: target.checked })}
                        />
                      </div>
                      {daysFields.map(({ part, label, words }) => (
                        <div key={part} className="max-xl:col-span-3">
                          <TextField
                            {...textOf(part)}
                            label={label}
                            placeholder="–"
                            trailing={unit(words)}
                            inputMode="numeric"
                            optional
                          />
                        </div>
                      ))}
                      <span className="justify-self-end max-xl:col-start-6 max-xl:row-start-1">
                        <IconButton
                          icon={X}
                          label={`Remove preset ${index + 1}`}
                          onClick={() => set(presets.filter((_, at) => at !== index))}
                        />
                      </span>
                    </fieldset>
                  </li>
                );
              })}
            </ol>
          </div>
        )}
        <div>
          <Button
            icon={Plus}
            disabledReason={
              presets.length >= maxPresets ? `At most ${maxPresets} presets.` : undefined
            }
            onClick={() => set([...presets, blankPreset])}
          >
            Add a preset
          </Button>
        </div>
        <FieldError id="presets-fault">{errors.presets}</FieldError>
      </div>
    </WithOther>
  );
}
