import { useState } from 'react';
import { useSettings } from '../../data/shop-settings.ts';
import { CheckField } from '../../ui/choice-fields.tsx';

/** The boxes of the shop's final check; nothing if it has no lines. */
export function useFinalCheck() {
  const lines = useSettings()?.finalCheck ?? [];
  const [done, setDone] = useState<readonly string[]>([]);
  const isDone = (line: string) => done.includes(line);
  return {
    /** Left out if nothing was shown: the server knows the shop's lines. */
    finalCheck:
      lines.length === 0 ? undefined : lines.map((line) => ({ line, isChecked: isDone(line) })),
    isTyped: done.length > 0,
    boxes: lines.length > 0 && (
      <fieldset className="min-w-0">
        <legend className="font-medium">Final check</legend>
        {lines.map((line) => (
          <CheckField
            key={line}
            label={<bdi>{line}</bdi>}
            checked={isDone(line)}
            onChange={({ target: { checked } }) =>
              setDone(checked ? [...done, line] : done.filter((one) => one !== line))
            }
          />
        ))}
      </fieldset>
    ),
    forget: () => setDone([]),
  };
}
