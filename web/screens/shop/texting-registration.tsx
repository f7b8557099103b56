import { useQuery } from '@tanstack/react-query';
import ChevronRight from 'lucide/chevron-right';
import { useId } from 'react';
import { type RegistrationText, registrationTexts } from '../../../domain/texting-registration.ts';
import { settingsQuery } from '../../data/queries.ts';
import { CopyButton } from './copy-button.tsx';

/** What the forms of a registration ask for, to copy: with the shop's name and its own texts. */
export function TextingRegistration() {
  const settings = useQuery(settingsQuery).data?.settings;
  if (settings === undefined) return null;
  return (
    <details className="group">
      <summary className="-ml-1 flex min-h-control w-fit list-none items-center gap-2 rounded pr-2 font-medium">
        <ChevronRight
          aria-hidden="true"
          size={16}
          className="text-ink-muted transition-transform group-open:rotate-90"
        />
        Texts for the registration
      </summary>
      <div className="flex flex-col gap-4 pt-2">
        <p className="max-w-prose text-ink-muted text-sm">
          US carriers deliver texts from registered businesses only. The provider’s forms ask for
          these; change what isn’t true of your shop. The privacy policy must be on your website.
        </p>
        {registrationTexts(settings).map((text) => (
          <ToCopy key={text.title} {...text} />
        ))}
      </div>
    </details>
  );
}

function ToCopy({ title, text }: RegistrationText) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-1">
      <div className="flex min-h-control items-center justify-between gap-4">
        <h3 id={id} className="font-medium text-sm">
          {title}
        </h3>
        <CopyButton text={text} label={title} />
      </div>
      <p dir="auto" className="whitespace-pre-wrap break-words rounded bg-sunken px-3 py-2 text-sm">
        {text}
      </p>
    </section>
  );
}
