import { useMutation } from '@tanstack/react-query';
import NotebookPen from 'lucide/notebook-pen';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { lengthFault, limits } from '../../../domain/field-list.ts';
import {
  type NoteKind,
  needsWords,
  noteFault,
  noteFields,
  noteKindLabels,
  noteKinds,
} from '../../../domain/notes.ts';
import { CallProblem } from '../../data/call.ts';
import { saveNote } from '../../data/kept-notes/note-delivery.ts';
import { newId } from '../../data/new-id.ts';
import { refreshRepairs } from '../../data/repair-cache.ts';
import { toasts } from '../../data/toasts.ts';
import { useKeptInView } from '../../parts/text/kept-in-view.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceField } from '../../ui/choice-fields.tsx';
import { TextArea } from '../../ui/text-field.tsx';

const { label } = noteFields.text;

const kinds = noteKinds.map((value) => ({ value, label: noteKindLabels[value] }));

const blank = () => ({ noteId: newId(), kind: 'note' as NoteKind, text: '' });

/** A note or a call on a ticket, beside the composer of texts. Without the server it is kept here. */
export function NoteComposer({
  ticketNumber,
  mayAmend,
  onDirtyChange,
  onUnfold,
}: {
  ticketNumber: string;
  mayAmend: boolean;
  onDirtyChange: (isDirty: boolean) => void;
  onUnfold: (isOpen: boolean) => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const opener = useRef<HTMLSpanElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [draft, setDraft] = useState(blank);
  const [fault, setFault] = useState<string>();
  const waitId = useId();

  const saving = useMutation({
    mutationFn: () => saveNote(ticketNumber, draft),
    onSuccess: (where) => {
      if (where === 'kept') {
        toasts.show({
          kind: 'info',
          title: 'Saved in this browser',
          detail: 'It will be sent automatically.',
        });
      }
      close();
    },
    onError: (error) => {
      if (error instanceof CallProblem && error.code === 'not-logged-in') return;
      const said = error instanceof CallProblem ? error.errors[0]?.message : undefined;
      setFault(said ?? error.message);
    },
    // Not waited for: the next note can be begun at once.
    onSettled: () => {
      void refreshRepairs();
    },
  });

  const { kind, text } = draft;
  const tooLong = lengthFault(label, text, limits.notes);

  function change(next: Partial<typeof draft>) {
    if (saving.isPending) return;
    setFault(undefined);
    setDraft({ ...draft, ...next });
  }

  function close() {
    setDraft(blank());
    setFault(undefined);
    setIsOpen(false);
  }

  function save() {
    if (saving.isPending) return;
    const missing = noteFault(kind, text) ?? undefined;
    setFault(missing);
    if (missing ?? tooLong) field.current?.focus();
    else saving.mutate();
  }

  const isDirty = isOpen && text.trim() !== '';
  const reportDirty = useEffectEvent(onDirtyChange);
  useEffect(() => reportDirty(isDirty), [isDirty]);
  const reportOpen = useEffectEvent(onUnfold);
  useEffect(() => {
    reportOpen(isOpen);
    if (!isOpen) return;
    field.current?.focus();
    return () => {
      // The button is back for someone who was in the composer; someone working elsewhere by now stays there.
      if (document.activeElement !== document.body) return;
      opener.current?.querySelector('button')?.focus();
    };
  }, [isOpen]);
  useKeptInView(form, isOpen);

  if (!isOpen) {
    return (
      <span ref={opener} className="inline-flex">
        <Button icon={NotebookPen} onClick={() => setIsOpen(true)}>
          Note or call
        </Button>
      </span>
    );
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label="Note or call"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      className="flex min-w-0 basis-full flex-col gap-3 scroll-mb-4 rounded bg-sunken p-3"
    >
      <ChoiceField
        legend="Note or call"
        choices={kinds.filter((one) => mayAmend || one.value !== 'amendment')}
        value={kind}
        onChange={(next) => change({ kind: next })}
      />
      <TextArea
        ref={field}
        label={label}
        optional={!needsWords(kind)}
        hint={`${kind === 'amendment' ? 'Printed on the claim check.' : 'Only staff see it.'} It can’t be changed later.`}
        rows={2}
        value={text}
        readOnly={saving.isPending}
        error={fault ?? tooLong}
        onChange={({ target }) => change({ text: target.value })}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <span id={waitId} className="sr-only">
          {saving.isPending && 'Wait until it is saved.'}
        </span>
        <Button
          onClick={close}
          disabledReason={saving.isPending ? 'Wait until it is saved.' : undefined}
          reasonId={waitId}
        >
          Cancel
        </Button>
        <Button type="submit" variant="primary" pending={saving.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
