import { type PanelProps, panelTitles } from '../data/panels.ts';
import { SwitchField } from '../ui/choice-fields.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { KeyCaps } from '../ui/key-caps.tsx';
import { type ShortcutName, shortcuts } from '../ui/shortcuts.ts';
import { useStaffChoices } from './at-computer.tsx';
import { setSingleKeys, useSingleKeys } from './single-keys.ts';

const all = Object.entries(shortcuts) as [ShortcutName, (typeof shortcuts)[ShortcutName]][];

export function ShortcutSheet({ open, onClose }: PanelProps) {
  const hasSingleKeys = useSingleKeys();
  const hasStaff = useStaffChoices().length > 0;
  const known = all.filter(([name]) => name !== 'who' || hasStaff);
  return (
    <Dialog open={open} onClose={onClose} title={panelTitles.sheet} size="small">
      <div className="flex flex-col gap-4">
        <ul className="divide-y">
          {known.map(([name, { does, withCommand }]) => {
            const isOff = !withCommand && !hasSingleKeys;
            return (
              <li key={name} className="flex min-h-control items-center justify-between gap-4 py-1">
                <span className={isOff ? 'text-ink-muted' : undefined}>
                  {does}
                  {isOff && ' (off)'}
                </span>
                <KeyCaps of={name} />
              </li>
            );
          })}
        </ul>
        <SwitchField
          label="Single-key shortcuts"
          hint="They’re off while you type or a dialog is open. Turn them off for good if you dictate to this computer. Saved in this browser."
          checked={hasSingleKeys}
          onChange={(event) => setSingleKeys(event.target.checked)}
        />
        <p className="border-t pt-4 text-ink-muted text-sm">
          A barcode scanner works on every screen: scan a ticket’s number and the ticket opens. When
          repairs are shown as rows, ↑ and ↓ move between them and Enter opens one.
        </p>
      </div>
    </Dialog>
  );
}
