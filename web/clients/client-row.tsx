import Pencil from 'lucide/pencil';
import Trash2 from 'lucide/trash-2';
import { Link } from 'react-router';
import type { Client } from '../../domain/api-answers.ts';
import { formatPhone } from '../../domain/phone.ts';
import type { ItemPlace } from '../lists/placed-item.tsx';
import { OptedOut } from '../texts/text-preview.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/classes.ts';
import { isPlainPress } from '../ui/press.ts';
import { isFoundIn, MarkedText } from '../ui/text.tsx';

interface ClientRowProps {
  place: ItemPlace;
  client: Client;
  /** What was searched for. */
  query: string;
  /** Where the client's details are. */
  href: string;
  isSelected: boolean;
  onSelect: () => void;
  onNewRepair: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

export function ClientRow({
  place,
  client,
  query,
  href,
  isSelected,
  onSelect,
  onNewRepair,
  onEdit,
  onDelete,
}: ClientRowProps) {
  // All rows have the same buttons: each says whose it is.
  const nameId = `client-${client.id}`;
  return (
    <li
      {...place}
      aria-current={isSelected || undefined}
      className={classNames(
        'relative flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3',
        isSelected ? 'bg-accent-soft' : 'hover:bg-sunken',
      )}
    >
      <div className="min-w-0 flex-1 basis-56 break-words">
        <p id={nameId} dir="auto" className="font-medium">
          {/* As large as the row, below its buttons. */}
          <Link
            to={href}
            onClick={(event) => {
              if (!isPlainPress(event)) return;
              event.preventDefault();
              onSelect();
            }}
            className="rounded after:absolute after:inset-0"
          >
            <MarkedText text={client.name} query={query} />
          </Link>
        </p>
        <ul className="flex flex-wrap gap-x-3 text-ink-muted text-sm">
          {client.phone !== '' && (
            <li>
              <MarkedText text={formatPhone(client.phone)} query={query} />
            </li>
          )}
          {client.optedOutAt !== null && (
            <li>
              <OptedOut since={client.optedOutAt} />
            </li>
          )}
          {client.email !== '' && (
            <li className="min-w-0 break-all">
              <MarkedText text={client.email} query={query} />
            </li>
          )}
          {client.address !== null && isFoundIn(client.address, query) && (
            <li dir="auto" className="min-w-0">
              <MarkedText text={client.address} query={query} />
            </li>
          )}
        </ul>
      </div>
      <div className="relative flex flex-wrap items-center gap-1">
        <Button aria-describedby={nameId} onClick={onSelect}>
          Select
        </Button>
        <Button aria-describedby={nameId} onClick={onNewRepair}>
          New Repair
        </Button>
        <IconButton icon={Pencil} label="Edit" aria-describedby={nameId} onClick={onEdit} />
        <IconButton icon={Trash2} label="Delete" aria-describedby={nameId} onClick={onDelete} />
      </div>
    </li>
  );
}
