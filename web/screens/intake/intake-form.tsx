import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { Client } from '../../../domain/api-answers.ts';
import { typedText } from '../../../domain/field-list.ts';
import { repairFields } from '../../../domain/repair-fields.ts';
import type { Finish } from '../../actions/complete/finish-form.tsx';
import type { CallProblem } from '../../data/call.ts';
import type { Draft } from '../../data/intake/draft.ts';
import { draftKeeper } from '../../data/intake/draft.ts';
import { forgetDraftPhotos } from '../../data/intake/draft-photos.ts';
import type { Intake } from '../../data/intake/intake.ts';
import { intakeCheck, type NewRepair } from '../../data/intake/intake-check.ts';
import { type IntakeFields, intakeFields, isBlank } from '../../data/intake/intake-fields.ts';
import { useKeptPhotos } from '../../data/kept-photos/kept-photos.ts';
import { photoChanges } from '../../data/kept-photos/photo-changes.ts';
import { newId } from '../../data/new-id.ts';
import { useAwayReason } from '../../data/outage.ts';
import { outbox } from '../../data/outbox/outbox.ts';
import { refreshClients } from '../../data/repair-cache.ts';
import { useAsksForEmail } from '../../data/shop-settings.ts';
import { toasts } from '../../data/toasts.ts';
import { useWantedFocus } from '../../data/wanted-focus.ts';
import { PhotoField } from '../../parts/photo/photo-field.tsx';
import { ExistingTicket } from '../../parts/repair/ticket-link.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/classes.ts';
import { focusField } from '../../ui/focus.ts';
import { KeyCaps } from '../../ui/key-caps.tsx';
import { useDialogSubject } from '../../ui/open-dialogs.ts';
import { shortcuts } from '../../ui/shortcuts.ts';
import { useClientQuestion } from './client-choice.ts';
import { type TakenIn, useCreateRepair } from './create-repair.ts';
import { useDraftKeeping, useDraftPhoto } from './draft-keeping.ts';
import { FinishAtIntake, FinishButton, isAboutIntake } from './finish-at-intake.tsx';
import { showErrors } from './intake-control.tsx';
import {
  ClearFormButton,
  ClientChangesQuestion,
  EditingNotice,
  leavesVisit,
  PreselectedClient,
  useEditedEntry,
  VisitNotice,
} from './intake-questions.tsx';
import { CustomerSection, FieldsOfSection, WatchSection } from './intake-sections.tsx';
import { MorePhotos } from './more-photos.tsx';
import { PreselectedWatch } from './preselected-watch.tsx';

/** Why the repair was not taken in, if no field is to blame. */
function IntakeRefusal({ problem }: { problem: CallProblem }) {
  const { title, detail, document, code } = problem;
  return (
    <Banner tone={code === 'submission-rate' ? 'warning' : 'danger'} title={title}>
      {detail}
      <ExistingTicket ticketNumber={document.ticketNumber} />
      {code === 'repair-id-taken' &&
        ' Here is a new form with everything you typed: press “Create repair” to send it as a new ticket.'}
      {code === leavesVisit &&
        ' The form is no longer part of the visit: press “Create repair” to send it.'}
    </Banner>
  );
}

interface IntakeFormProps {
  draft: Draft;
  /** It comes after another: the hands are still on the keyboard. */
  autoFocus: boolean;
  onTakenIn: (taken: TakenIn, intake: Intake) => void;
  onCleared: () => void;
  /** Another form takes the place of this one. */
  onReplaced: (client: Client) => void;
}

export function IntakeForm({
  draft,
  autoFocus,
  onTakenIn,
  onCleared,
  onReplaced,
}: IntakeFormProps) {
  const [repairId, setRepairId] = useState(draft.repairId);
  /** Of what is paid while the customer waits: outlives its dialog, as the form's id does. */
  const [paymentId, setPaymentId] = useState(newId);
  const [refusal, setRefusal] = useState<CallProblem | null>(null);
  /** What is to be done while the customer waits, and why the last try failed. */
  const waiting = useDialogSubject<Intake>();
  const [unfinished, setUnfinished] = useState<CallProblem | null>(null);
  /** What was done, as it was typed before something else was refused. */
  const [doneNotes, setDoneNotes] = useState('');
  const asksForEmail = useAsksForEmail();
  const form = useForm<IntakeFields, unknown, NewRepair>({
    defaultValues: draft.fields,
    resolver: intakeCheck(repairId, asksForEmail),
  });
  const [keeper] = useState(() => draftKeeper(draft, () => form.getValues()));
  const { photo, change, isKept } = useDraftPhoto(keeper, repairId, draft.hasPhoto);
  useDraftKeeping(form, keeper, renew);
  const morePhotos = useKeptPhotos().filter((each) => each.repairId === repairId);
  const hasPhotos = photo !== null || morePhotos.length > 0;
  useEffect(() => keeper.morePhotosChanged(morePhotos.length > 0), [keeper, morePhotos.length]);
  const isAway = useAwayReason() !== undefined;
  const element = useRef<HTMLFormElement>(null);
  const setFocus = (name: string) => focusField(element.current, name);
  /** Where the work begins; with a client, or within a visit, the customer is known, and the watch comes next. */
  const begin = () => {
    const { client, visitId } = form.getValues();
    setFocus(client === null && visitId === '' ? 'client' : 'watchBrand');
  };
  useWantedFocus('new-repair', begin);
  const beginAtOnce = useEffectEvent(begin);

  useEffect(() => {
    if (autoFocus) beginAtOnce();
  }, [autoFocus]);

  const sent = useRef<Intake | null>(null);
  const { submit, isPending } = useCreateRepair({
    onTakenIn(taken) {
      forget();
      if (sent.current !== null) onTakenIn(taken, sent.current);
    },
    onRefused(problem, finish) {
      if (finish !== undefined && !isAboutIntake(problem)) return setUnfinished(problem);
      if (finish !== undefined) {
        form.setValue('repairPrice', typedText(repairFields.repairPrice, finish.price));
        setDoneNotes(finish.notes ?? '');
      }
      waiting.close();
      refuse(problem);
    },
  });
  const edited = useEditedEntry(form, draft.repairId);
  const { question, sent: clientPart } = useClientQuestion(form);
  const [isYesMissed, setIsYesMissed] = useState(false);

  /** The same form, to be sent as another ticket. */
  function renew() {
    const id = newId();
    keeper.rename(id);
    setRepairId(id);
    setPaymentId(newId());
    return id;
  }

  function forget() {
    keeper.end();
    void forgetDraftPhotos();
  }

  function clear() {
    forget();
    void photoChanges.removeDrafts().catch(() => undefined);
  }

  function refuse(problem: CallProblem) {
    if (problem.code === 'repair-id-taken') {
      const id = renew();
      void photoChanges.rename(repairId, id).catch(() => undefined);
      // One that is being edited must still be found under the form's id.
      if (edited) void outbox.rename(repairId, id).catch(() => undefined);
    }
    if (problem.code === leavesVisit) form.setValue('visitId', '');
    // The client is not who the form assumed.
    if (problem.code === 'client-not-found' || problem.code === 'client-changes-unconfirmed') {
      void refreshClients();
    }
    const faults = showErrors(form, problem);
    const first = intakeFields.find((name) => faults.includes(name));
    if (first !== undefined) return setFocus(first);
    setRefusal(problem);
    toasts.show({ kind: 'error', title: problem.title, detail: problem.detail });
  }

  /** @param next what is done with the form once nothing is missing in it */
  const withChecked = (next: (intake: Intake) => void) =>
    form.handleSubmit((checked) => {
      const isMissing = question !== null && !question.isConfirmed;
      setIsYesMissed(isMissing);
      if (isMissing) return setFocus('confirmedChanges');
      const repair = { ...checked, ...clientPart };
      next({ repair, fields: form.getValues(), photo });
    });

  function send(intake: Intake, finish?: Finish) {
    if (!submit(intake, finish)) return;
    sent.current = intake;
    setRefusal(null);
    setUnfinished(null);
  }

  function submitByKeyboard(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== shortcuts['create-repair'].key || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.currentTarget.requestSubmit();
  }

  return (
    <FormProvider {...form} setFocus={setFocus}>
      <form
        ref={element}
        noValidate
        aria-labelledby="new-repair-heading"
        onSubmit={withChecked(send)}
        onKeyDown={submitByKeyboard}
        className="flex flex-col gap-6 [--foot:calc(var(--control)+1rem)] max-sm:[--foot:calc(2*var(--control)+1.5rem)] [&_:is(input,textarea,select)]:scroll-mb-[calc(var(--bottom-bar)+var(--foot)+4.5rem)] sm:min-h-[calc(100dvh-var(--control)-12.125rem)]"
      >
        <h2 id="new-repair-heading" className="sr-only">
          New repair
        </h2>
        {edited && <EditingNotice entry={edited} />}
        <VisitNotice />
        <PreselectedClient
          isHalfTyped={() => hasPhotos || draft.hasPhoto || !isBlank(form.getValues())}
          onReplace={(client) => {
            clear();
            onReplaced(client);
          }}
        />
        <PreselectedWatch />
        <div className="grid gap-x-10 gap-y-8 md:grid-cols-2 xl:grid-cols-3">
          <Part
            title="Customer"
            action={
              <ClearFormButton
                hasPhoto={hasPhotos}
                onClear={() => {
                  clear();
                  onCleared();
                }}
              />
            }
          >
            <CustomerSection />
          </Part>
          <Part title="Watch">
            <WatchSection />
          </Part>
          <Part title="Price, date and photo" isWide>
            <div className="flex min-w-0 flex-col gap-4">
              <FieldsOfSection section="price" />
            </div>
            <div className="flex min-w-0 flex-col gap-2 [&>:first-child]:flex-1">
              <PhotoField
                label="Initial photo"
                value={photo}
                onChange={change}
                hint={
                  isKept
                    ? undefined
                    : 'This browser can’t keep the photo: add it again if you reload.'
                }
              />
              <MorePhotos repairId={repairId} photos={morePhotos} />
            </div>
          </Part>
          <div className="min-w-0 md:col-span-full">
            <FieldsOfSection section="below" />
          </div>
        </div>
        {question && <ClientChangesQuestion question={question} isMissed={isYesMissed} />}
        {/* Always in view, with what stood in the way of the last press. */}
        <div data-foot className="foot-bar flex flex-col gap-2 py-2 [@media(height<30rem)]:static">
          {refusal && <IntakeRefusal problem={refusal} />}
          {isAway && (
            <p className="text-ink-muted text-sm sm:text-right">
              No connection. The repair will be saved in this browser and sent when the server is
              back.
            </p>
          )}
          <div className="flex flex-wrap items-center justify-end gap-2">
            <FinishButton onPress={() => void withChecked(waiting.open)()} />
            <span className="grid max-sm:flex-1">
              <Button type="submit" variant="primary" pending={isPending}>
                Create repair
                <span aria-hidden="true" className="hidden desk:inline-flex">
                  <KeyCaps of="create-repair" />
                </span>
              </Button>
            </span>
          </div>
        </div>
      </form>
      {waiting.subject && (
        <FinishAtIntake
          intake={waiting.subject}
          notes={doneNotes}
          open={waiting.isOpen}
          paymentId={paymentId}
          pending={isPending}
          problem={unfinished}
          onFinish={send}
          onCreate={({ notes, price }) => {
            setDoneNotes(notes);
            form.setValue('repairPrice', price);
            waiting.close();
            void withChecked(send)();
          }}
          onClose={waiting.close}
          onClosed={() => {
            waiting.forget();
            setUnfinished(null);
          }}
        />
      )}
    </FormProvider>
  );
}

/**
 * Its last field grows, so that parts beside one another end together. A wide part has a row of its
 * own if there are two columns, and two columns inside it.
 */
function Part({
  title,
  isWide = false,
  action,
  children,
}: {
  title: string;
  /** Comes late: beside the title there is always room for it. */
  action?: ReactNode;
  isWide?: boolean;
  children: ReactNode;
}) {
  const headingId = useId();
  return (
    <fieldset
      aria-labelledby={headingId}
      className={classNames(
        'flex min-w-0 flex-col gap-4 [&>:last-child]:flex-1 [&>:last-child_textarea]:flex-1',
        isWide &&
          'md:col-span-2 md:grid md:grid-cols-2 md:items-start md:gap-x-10 xl:col-span-1 xl:flex xl:items-stretch',
      )}
    >
      {/* No legend: not every browser lets it take part in the rows and their gaps. */}
      <div className="flex h-7 items-center justify-between md:col-span-full">
        <h3 id={headingId} className="font-semibold text-lg">
          {title}
        </h3>
        {action}
      </div>
      {children}
    </fieldset>
  );
}
