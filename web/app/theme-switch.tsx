import Monitor from 'lucide/monitor';
import Moon from 'lucide/moon';
import Sun from 'lucide/sun';
import { useId } from 'react';
import type { Icon } from '../ui/classes.ts';
import { classNames } from '../ui/classes.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { setTheme, type ThemeChoice, themeChoices, useThemeChoice } from './theme.ts';

/** What each choice is called and shown with. */
export const themeLooks: Readonly<Record<ThemeChoice, { label: string; icon: Icon }>> = {
  light: { label: 'Light', icon: Sun },
  dark: { label: 'Dark', icon: Moon },
  system: { label: 'System', icon: Monitor },
};

/** Three radio buttons; the arrow keys choose. */
function Choices({ areNamed, classes }: { areNamed: boolean; classes: string }) {
  const name = useId();
  const chosen = useThemeChoice();
  return (
    <fieldset className={classes}>
      <legend className="sr-only">Theme</legend>
      {themeChoices.map((choice) => {
        const { label, icon: IconPart } = themeLooks[choice];
        return (
          <label
            key={choice}
            title={areNamed ? undefined : label}
            className={classNames(
              'relative cursor-pointer items-center text-ink-muted transition-colors hover:text-ink has-checked:text-accent',
              areNamed ? 'flex min-h-control gap-3 px-3' : 'grid size-control justify-center',
            )}
          >
            <input
              type="radio"
              name={name}
              value={choice}
              checked={choice === chosen}
              onChange={() => setTheme(choice)}
              aria-label={label}
              className="absolute inset-1 cursor-pointer appearance-none rounded-sm checked:bg-accent-soft"
            />
            <IconPart aria-hidden="true" size={16} className="pointer-events-none relative" />
            {areNamed && <span className="pointer-events-none relative">{label}</span>}
          </label>
        );
      })}
    </fieldset>
  );
}

/** The choices behind one button. The browser closes it: Escape, or a press beside it. */
function ThemeMenu() {
  const id = useId();
  const { icon } = themeLooks[useThemeChoice()];
  return (
    <>
      <IconButton icon={icon} label="Theme" popoverTarget={id} />
      <div
        id={id}
        popover="auto"
        onToggle={({ newState, currentTarget }) => {
          if (newState !== 'open') return;
          currentTarget.querySelector<HTMLElement>('input:checked')?.focus();
        }}
        className="fixed inset-auto top-(--top-bar) right-4 mt-1 rounded border bg-surface p-1 text-ink shadow-lift"
      >
        <Choices areNamed classes="flex min-w-36 flex-col" />
      </div>
    </>
  );
}

/** In one frame; on a phone, where the shop's name needs the room, behind one button. */
export function ThemeSwitch() {
  return (
    <>
      <span className="sm:hidden">
        <ThemeMenu />
      </span>
      <Choices
        areNamed={false}
        classes="hidden rounded border border-line-strong bg-surface sm:inline-flex"
      />
    </>
  );
}
