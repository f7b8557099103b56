import CircleUser from 'lucide/circle-user-round';
import TriangleAlert from 'lucide/triangle-alert';
import type { ReactNode } from 'react';
import type { Client } from '../../domain/api-answers.ts';
import { formatPhone } from '../../domain/phone.ts';
import { classNames } from '../ui/classes.ts';

/** A client in lines that tell people with the same name apart: what differs is never cut off. */
export function ClientLines({ client }: { client: Client }) {
  const { name, phone, email, address } = client;
  return (
    <>
      <span dir="auto" title={name} className="truncate">
        {name}
      </span>
      <span className="text-ink-muted text-sm [overflow-wrap:anywhere]">
        {[formatPhone(phone), email].filter(Boolean).join(' · ')}
      </span>
      {address !== null && (
        <span dir="auto" className="truncate text-ink-muted text-sm">
          {address}
        </span>
      )}
    </>
  );
}

/**
 * A note at a field that blocks nothing; read out when it appears.
 *
 * @param words empty for nothing: the region stays, so that later words are read out
 */
export function IntakeNotice({
  words,
  isWarning = false,
  actions,
}: {
  words: string;
  isWarning?: boolean;
  actions?: ReactNode;
}) {
  const IconPart = isWarning ? TriangleAlert : CircleUser;
  const isShown = words !== '';
  return (
    <div
      className={classNames(
        'flex flex-col gap-2 rounded text-sm',
        isShown && 'mt-2 px-3 py-2',
        isShown && (isWarning ? 'bg-sunken text-soon' : 'bg-sunken text-accent'),
      )}
    >
      <div role="status" className="flex items-start gap-2 empty:hidden">
        {isShown && (
          <>
            <IconPart aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
            <span className="min-w-0 [overflow-wrap:anywhere]">{words}</span>
          </>
        )}
      </div>
      {isShown && actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}
