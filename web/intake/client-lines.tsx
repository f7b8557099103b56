import type { Client } from '../../domain/api-answers.ts';
import { formatPhone } from '../../domain/phone.ts';

/** A client in two lines that tell people with the same name apart. */
export function ClientLines({ client }: { client: Client }) {
  const { name, phone, email } = client;
  return (
    <>
      <span dir="auto" title={name} className="truncate">
        {name}
      </span>
      <span className="truncate text-ink-muted text-sm">
        {[formatPhone(phone), email].filter(Boolean).join(' · ')}
      </span>
    </>
  );
}
