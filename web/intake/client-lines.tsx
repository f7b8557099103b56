import type { Client } from '../../domain/api-answers.ts';
import { formatPhone } from '../../domain/phone.ts';

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
