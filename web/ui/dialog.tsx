import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import X from 'lucide/x';
import { type ReactNode, type RefObject, type SubmitEvent, useId, useRef, useState } from 'react';
import { type Problem, ProblemBanner } from './banner.tsx';
import { Button, type ButtonProps, IconButton } from './button.tsx';
import { classNames } from './classes.ts';
import { useCoversPhone, useOpenDialog } from './open-dialogs.ts';

const fields = 'input:not([type="hidden"], [hidden]), select, textarea';

/** A body without fields may hold nothing that takes the focus, and must scroll by keyboard all the same. */
const scrollable = { role: 'group', 'aria-label': 'Content', tabIndex: 0 } as const;

const widths = {
  small: 'sm:max-w-md',
  medium: 'sm:max-w-xl',
  wide: 'sm:max-w-2xl',
  large: 'sm:max-w-4xl',
  widest: 'sm:max-w-5xl',
};

const fade = 'data-ending-style:opacity-0 data-starting-style:opacity-0';

const popup = `flex w-full flex-col bg-surface text-ink transition-[opacity,translate] data-ending-style:translate-y-2 data-starting-style:translate-y-2 ${fade}`;

/** Whether a press landed on a message over the dialog: that does not count as a press beside it. */
const isOnMessage = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-toast]') !== null;

/** Over the page, which is dark behind it. Dialogs and questions share their parts. */
function Layer({ className, children }: { className: string; children: ReactNode }) {
  return (
    <BaseDialog.Portal>
      <BaseDialog.Backdrop
        forceRender
        className={(state) =>
          classNames(
            'fixed inset-0 z-40 bg-backdrop transition-opacity',
            fade,
            state.open && 'is-open',
          )
        }
      />
      <BaseDialog.Viewport className={`fixed inset-0 z-40 flex justify-center ${className}`}>
        {children}
      </BaseDialog.Viewport>
    </BaseDialog.Portal>
  );
}

/** The frame of dialogs and questions. */
const head = 'flex items-start gap-3 border-b py-2 pr-2 pl-4 sm:pl-6';
const headWords = 'min-w-0 flex-1 py-2 desk:py-1.5';
const foot =
  'flex flex-wrap items-start justify-end gap-2 border-t px-4 py-3 max-sm:[&>.contents>button]:grow sm:px-6';

function CloseButton({ busy, ...rest }: { busy: boolean }) {
  return (
    <IconButton
      {...rest}
      icon={X}
      label="Close"
      disabledReason={busy ? 'Wait until this is done' : undefined}
    />
  );
}

function Head({ title, description }: { title: ReactNode; description?: ReactNode }) {
  return (
    <>
      <BaseDialog.Title className="break-words font-semibold text-lg">{title}</BaseDialog.Title>
      {description !== undefined && (
        <BaseDialog.Description render={<div />} className="break-words text-ink-muted text-sm">
          {description}
        </BaseDialog.Description>
      )}
    </>
  );
}

interface DialogProps {
  open: boolean;
  /** Asked to close: Escape, the cross, a press beside it, a DialogClose. */
  onClose: () => void;
  /** After the closing animation; the place to forget what was shown. */
  onClosed?: () => void;
  title: ReactNode;
  /** Its first line already says what it is for; the title is only read out. */
  isTitleHidden?: boolean;
  description?: ReactNode;
  /** Typed text would be lost: closing asks first. */
  dirty?: boolean;
  /** Work is under way that closing would orphan: it stays open. */
  busy?: boolean;
  /** It may be closed by hand without a question, but not by what comes from elsewhere. */
  holdsWork?: boolean;
  size?: keyof typeof widths;
  /** Where the focus goes first; otherwise the first field, or the panel when there is none. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** Why the last try failed: above the footer, in sight and read out. */
  alert?: ReactNode;
  /** Makes it a form. */
  onSubmit?: ((event: SubmitEvent<HTMLFormElement>) => unknown) | undefined;
  /** Buttons, the main one last. */
  footer?: ReactNode;
  children: ReactNode;
}

/** A sheet over the whole screen on a phone, a panel in the middle elsewhere; the body scrolls. */
export function Dialog({
  open,
  onClose,
  onClosed,
  title,
  isTitleHidden = false,
  description,
  dirty = false,
  busy = false,
  holdsWork = false,
  size = 'medium',
  initialFocus,
  alert,
  onSubmit,
  footer,
  children,
}: DialogProps) {
  const [asksToDiscard, setAsksToDiscard] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const holds = { isGuarded: dirty || holdsWork, isBusy: busy };
  useOpenDialog(open, { ...holds, isInTheWay: true, close: onClose });
  useCoversPhone(open);

  function firstFocus(opened: string): HTMLElement | null {
    if (initialFocus?.current) return initialFocus.current;
    // Under a finger a focused field would bring up the keyboard before anything was read.
    if (opened === 'touch') return panel.current;
    return body.current?.querySelector<HTMLElement>(fields) ?? panel.current;
  }

  const inside = (
    <>
      <div
        ref={body}
        {...(onSubmit === undefined && scrollable)}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-4 sm:px-6"
      >
        {children}
      </div>
      {/* There from the start: a region that arrives together with its text is not read out. */}
      <div data-foot role="alert" className="px-4 not-empty:pb-3 sm:px-6">
        {alert}
      </div>
      {footer !== undefined && (
        <div
          data-foot
          className={classNames(foot, 'pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:pb-3')}
        >
          {footer}
        </div>
      )}
    </>
  );

  return (
    <BaseDialog.Root
      open={open}
      onOpenChange={(next, details) => {
        if (next) return;
        if (busy || (details.reason === 'outside-press' && isOnMessage(details.event.target))) {
          details.cancel();
        } else if (dirty) {
          details.cancel();
          setAsksToDiscard(true);
        } else {
          onClose();
        }
      }}
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen) onClosed?.();
      }}
    >
      <Layer className="items-center sm:p-6">
        <BaseDialog.Popup
          ref={panel}
          initialFocus={firstFocus}
          className={`relative ${popup} ${widths[size]} h-dvh sm:h-auto sm:max-h-full sm:rounded sm:border sm:shadow-lift`}
        >
          <div className={classNames(head, isTitleHidden && 'absolute right-0 border-b-0')}>
            <div className={isTitleHidden ? 'sr-only' : headWords}>
              <Head title={title} description={description} />
            </div>
            <BaseDialog.Close render={<CloseButton busy={busy} />} />
          </div>
          {onSubmit === undefined ? (
            inside
          ) : (
            <form
              noValidate
              onSubmit={(event) => {
                event.preventDefault();
                // A form in a dialog over this one is not part of it.
                event.stopPropagation();
                onSubmit(event);
              }}
              className="flex min-h-0 flex-1 flex-col"
            >
              {inside}
            </form>
          )}
        </BaseDialog.Popup>
      </Layer>
      <DiscardQuestion
        open={asksToDiscard}
        onConfirm={() => {
          setAsksToDiscard(false);
          onClose();
        }}
        onClose={() => setAsksToDiscard(false)}
      />
    </BaseDialog.Root>
  );
}

export function DiscardQuestion(asked: Pick<ConfirmDialogProps, 'open' | 'onConfirm' | 'onClose'>) {
  return (
    <ConfirmDialog
      {...asked}
      title="Discard your changes?"
      description="They haven’t been saved."
      confirmLabel="Discard"
      cancelLabel="Keep editing"
    />
  );
}

/** A button in a dialog that closes it the way Escape does, so that the guards apply. */
export function DialogClose({ children = 'Cancel', ...rest }: Partial<ButtonProps>) {
  return <BaseDialog.Close render={<Button {...rest}>{children}</Button>} />;
}

/**
 * The footer of a dialog with a form: why it cannot be sent now, above the row of its buttons.
 *
 * @param other another way, which may come late: it moves none of those that are there
 */
export function FormButtons({
  close,
  other,
  ...submit
}: ButtonProps & { close?: string; other?: ReactNode }) {
  const reasonId = useId();
  return (
    <>
      {submit.disabledReason !== undefined && (
        <p id={reasonId} className="basis-full text-ink-muted text-sm sm:text-right">
          {submit.disabledReason}
        </p>
      )}
      {other && <div className="max-sm:basis-full sm:mr-auto">{other}</div>}
      <DialogClose>{close}</DialogClose>
      <Button type="submit" variant="primary" reasonId={reasonId} {...submit} />
    </>
  );
}

interface ConfirmDialogProps {
  open: boolean;
  /** Named in full: "Delete repair WH123456ABC for Ana Lima?" */
  title: ReactNode;
  description?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  tone?: 'danger' | 'primary';
  /** What Enter presses: the safe answer, unless the question only repeats what was asked for. */
  focus?: 'cancel' | 'confirm';
  onConfirm: () => void;
  /** Another answer, between the safe one and the one that is asked about. */
  other?: { label: string; run: () => void };
  onClose: () => void;
  onClosed?: () => void;
  pending?: boolean;
  problem?: Problem | null;
}

/** Asks once. Costs nothing until it is asked for the first time. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const [wasAsked, setWasAsked] = useState(props.open);
  if (props.open && !wasAsked) setWasAsked(true);
  return wasAsked ? <Question {...props} /> : null;
}

function Question({
  open,
  title,
  description,
  confirmLabel,
  cancelLabel = 'Cancel',
  tone = 'danger',
  focus = 'cancel',
  onConfirm,
  other,
  onClose,
  onClosed,
  pending = false,
  problem = null,
}: ConfirmDialogProps) {
  const focused = useRef<HTMLButtonElement>(null);
  const refOf = (name: typeof focus) => (name === focus ? { ref: focused } : {});
  useOpenDialog(open, { isGuarded: true, isInTheWay: true, close: onClose });
  useCoversPhone(open);
  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={(next, details) => {
        if (pending) details.cancel();
        else if (!next) onClose();
      }}
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen) onClosed?.();
      }}
    >
      <Layer className="items-end p-4 sm:items-center">
        <AlertDialog.Popup
          initialFocus={focused}
          className={`${popup} max-h-full max-w-md rounded border shadow-lift`}
        >
          <div className={head}>
            <div className={headWords}>
              <Head title={title} />
            </div>
            <AlertDialog.Close render={<CloseButton busy={pending} />} />
          </div>
          <div className="min-h-0 overflow-y-auto overscroll-contain px-4 not-empty:py-4 sm:px-6">
            {description !== undefined && (
              <AlertDialog.Description render={<div />} className="break-words">
                {description}
              </AlertDialog.Description>
            )}
          </div>
          <div data-foot role="alert" className="px-4 not-empty:pb-3 sm:px-6">
            <ProblemBanner problem={problem} />
          </div>
          <div data-foot className={foot}>
            <AlertDialog.Close {...refOf('cancel')} render={<Button>{cancelLabel}</Button>} />
            {other && <Button onClick={other.run}>{other.label}</Button>}
            <Button {...refOf('confirm')} variant={tone} pending={pending} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Popup>
      </Layer>
    </AlertDialog.Root>
  );
}
