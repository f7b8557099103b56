import { useEffect, useRef } from 'react';
import type { Client } from '../../domain/api-answers.ts';
import { classNames } from '../ui/class-names.ts';
import { ClientLines } from './client-lines.tsx';

export const optionId = (listId: string, client: Client) => `${listId}-${client.id}`;

/** The clients to choose from, below the field that keeps the focus. */
export function ClientOptions({
  id,
  clients,
  activeIndex,
  onActiveIndex,
  onChoose,
  message,
}: {
  id: string;
  clients: readonly Client[];
  activeIndex: number;
  onActiveIndex: (index: number) => void;
  onChoose: (client: Client) => void;
  /** Instead of clients, or about them. */
  message: string | null;
}) {
  const active = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (activeIndex >= 0) active.current?.scrollIntoView({ block: 'nearest' });
  }, [activeIndex]);

  return (
    <div className="absolute inset-x-0 top-full z-20 mt-1 rounded border bg-overlay p-1 shadow-lift">
      <p role="status" className="px-3 py-2 text-ink-muted text-sm empty:hidden">
        {message}
      </p>
      {clients.length > 0 && (
        <div
          role="listbox"
          id={id}
          aria-label="Clients"
          tabIndex={-1}
          className="max-h-96 overflow-y-auto overscroll-contain"
        >
          {clients.map((client, index) => (
            // The keys are those of the field, which keeps the focus.
            <button
              type="button"
              key={client.id}
              ref={index === activeIndex ? active : undefined}
              role="option"
              id={optionId(id, client)}
              aria-selected={index === activeIndex}
              tabIndex={-1}
              onMouseDown={(event) => event.preventDefault()}
              onPointerMove={() => onActiveIndex(index)}
              onClick={() => onChoose(client)}
              className={classNames(
                'flex min-h-control w-full min-w-0 flex-col items-stretch justify-center rounded px-3 py-1 text-left',
                index === activeIndex && 'bg-accent-soft',
              )}
            >
              <ClientLines client={client} />
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
