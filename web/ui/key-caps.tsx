import { keysOf, type ShortcutName } from './shortcuts.ts';

export function KeyCaps({ of: name }: { of: ShortcutName }) {
  return (
    <span className="inline-flex shrink-0 gap-1">
      {keysOf(name).map((key) => (
        <kbd
          key={key}
          className="inline-flex h-5 min-w-5 items-center justify-center rounded-sm border border-current/40 px-1 font-sans text-sm leading-none"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}
