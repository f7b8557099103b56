import { useState } from 'react';
import { useSettings } from '../../data/shop-settings.ts';
import { CheckField } from '../../ui/choice-fields.tsx';

/** The boxes of the shop's final check; nothing if it has no lines. */
export function useFinalCheck() {
  const lines = useSettings()?.finalCheck ?? [];
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const isTicked = (line: string) => ticked.includes(line);
  return {
    /** Left out if nothing was shown: the server knows the shop's lines. */
    finalCheck:
      lines.length === 0 ? undefined : lines.map((line) => ({ line, isChecked: isTicked(line) })),
    isTyped: ticked.length > 0,
    boxes: lines.length > 0 && (
      <fieldset className="min-w-0">
        <legend className="font-medium">Final check</legend>
        {lines.map((line) => (
          <CheckField
            key={line}
            label={<bdi>{line}</bdi>}
            checked={isTicked(line)}
            onChange={({ target: { checked } }) =>
              setTicked(checked ? [...ticked, line] : ticked.filter((one) => one !== line))
            }
          />
        ))}
      </fieldset>
    ),
    forget: () => setTicked([]),
  };
}
