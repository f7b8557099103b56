import { keysOf, type ShortcutName } from './shortcuts.ts';

/** The keys of a shortcut as they are on the user's keyboard. */
export function KeyCaps({ of: name }: { of: ShortcutName }) {
  return (
    <span className="inline-flex shrink-0 gap-1">
      {keysOf(name).map((key) => (
        <kbd
          key={key}
          className="grid h-5 min-w-5 place-items-center rounded-sm border border-current/40 px-1 font-sans text-sm"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}
