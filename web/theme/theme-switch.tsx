import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { useId } from 'react';
import type { Icon } from '../ui/icon.ts';
import { setTheme, type ThemeChoice, themeChoices, useThemeChoice } from './theme.ts';

/** What each choice is called and shown with. */
export const themeLooks: Readonly<Record<ThemeChoice, { label: string; icon: Icon }>> = {
  light: { label: 'Light', icon: Sun },
  dark: { label: 'Dark', icon: Moon },
  system: { label: 'System', icon: Monitor },
};

/** Three radio buttons in one frame; the arrow keys choose. */
export function ThemeSwitch() {
  const name = useId();
  const chosen = useThemeChoice();
  return (
    <fieldset className="inline-flex rounded border bg-surface">
      <legend className="sr-only">Theme</legend>
      {themeChoices.map((choice) => {
        const { label, icon: IconPart } = themeLooks[choice];
        return (
          <label
            key={choice}
            title={label}
            className="relative grid size-control cursor-pointer place-items-center text-ink-muted transition-colors hover:text-ink has-checked:text-accent-ink"
          >
            <input
              type="radio"
              name={name}
              value={choice}
              checked={choice === chosen}
              onChange={() => setTheme(choice)}
              aria-label={label}
              className="absolute inset-1 cursor-pointer appearance-none rounded-[3px] checked:bg-accent-soft"
            />
            <IconPart aria-hidden="true" size={16} className="pointer-events-none relative" />
          </label>
        );
      })}
    </fieldset>
  );
}
