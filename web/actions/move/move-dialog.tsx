import CircleCheck from 'lucide/circle-check';
import CircleX from 'lucide/circle-x';
import Undo2 from 'lucide/undo-2';
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { Repair } from '../../../domain/api-answers.ts';
import { ticketNumberPattern } from '../../../domain/ticket-number.ts';
import { useAddress } from '../../data/address.ts';
import { Link } from '../../data/location.tsx';
import type { ActionProps } from '../../data/open-action.ts';
import { useAwayReason } from '../../data/outage.ts';
import { type PanelProps, panelTitles } from '../../data/panels.ts';
import { scanTaker } from '../../data/scanned-ticket.ts';
import { usePlaces } from '../../data/shop-settings.ts';
import { repairLine } from '../../parts/repair/repair-summary.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClasses, classNames } from '../../ui/classes.ts';
import { Dialog, DialogClose } from '../../ui/dialog.tsx';
import { moveFocus } from '../../ui/focus.ts';
import { TextField } from '../../ui/text-field.tsx';
import { type Move, useMoves } from './move-watches.ts';

/** From a ticket: it is moved to each place that is pressed; others may be scanned there. */
export const MoveDialog = ({ repair, ...rest }: ActionProps) => (
  <MoveWatches {...rest} first={repair} />
);

export const MovePanel = ({ open, onClose }: PanelProps) => (
  <MoveWatches open={open} onClose={onClose} first={null} />
);

/** A place, chosen and then scanned into; null in `place` means taking watches out of their places. */
interface Target {
  place: string | null;
}

function MoveWatches({
  open,
  onClose,
  first,
}: {
  open: boolean;
  onClose: () => void;
  first: Repair | null;
}) {
  const places = usePlaces();
  const awayReason = useAwayReason();
  const [target, setTarget] = useState<Target | null>(null);
  const { moves, move, undo, forget } = useMoves();
  const [fault, setFault] = useState<string>();
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const placesRow = useRef<HTMLDivElement>(null);

  /** A press on a place moves the ticket. */
  const cannotChoose = first === null ? undefined : awayReason;

  function choose(place: string | null) {
    if (cannotChoose !== undefined) return;
    setTarget({ place });
    setFault(undefined);
    if (first === null) return;
    const { ticketNumber } = first;
    move({ ticketNumber, to: place, ...(target === null && { seen: first.place }) });
  }

  /** @returns whether it is a ticket's number */
  function take(code: string): boolean {
    const ticketNumber = code.trim().toUpperCase();
    const isTicket = ticketNumberPattern.test(ticketNumber);
    if (awayReason !== undefined) setFault(awayReason);
    else if (target === null) setFault('Choose a place first.');
    else if (!isTicket) setFault(`“${code.trim()}” is not a ticket number. Nothing was moved.`);
    else {
      setFault(undefined);
      move({ ticketNumber, to: target.place });
    }
    return isTicket;
  }

  const takeScan = useEffectEvent((code: string) => void take(code));
  useEffect(() => {
    if (!open) return;
    const taker = (code: string) => takeScan(code);
    scanTaker.set(taker);
    return () => {
      if (scanTaker.get() === taker) scanTaker.set(null);
    };
  }, [open]);

  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={() => {
        forget();
        setTarget(null);
        setTyped('');
        setFault(undefined);
      }}
      title={first === null ? panelTitles.move : 'Move'}
      description={
        first === null
          ? 'Choose a place, then scan the tickets of the watches that you put there.'
          : `${repairLine(first)} · ${first.place === null ? 'no place yet' : `now in ${first.place}`}`
      }
      busy={moves.some(({ state }) => state === 'moving')}
      initialFocus={placesRow}
      footer={<DialogClose variant="primary">Done</DialogClose>}
    >
      {places.length === 0 && (first?.place ?? null) === null ? (
        <NoPlaces onLeave={onClose} />
      ) : (
        <div className="flex flex-col gap-4">
          <Places
            places={places}
            target={target}
            firstRef={placesRow}
            disabledReason={cannotChoose}
            onChoose={choose}
          />
          {target !== null && (
            <form
              noValidate
              onSubmit={(event) => {
                event.preventDefault();
                if (typed.trim() !== '' && take(typed)) setTyped('');
              }}
              className="flex items-start gap-2"
            >
              <div className="min-w-0 flex-1">
                <TextField
                  ref={field}
                  label="Ticket number"
                  hint="Scan one after another, or type a number."
                  autoComplete="off"
                  autoCapitalize="characters"
                  spellCheck={false}
                  value={typed}
                  error={fault}
                  onChange={({ target: { value } }) => {
                    setTyped(value);
                    setFault(undefined);
                  }}
                />
              </div>
              {/* Below a label as high as the field's own. */}
              <div className="pt-[calc(var(--body-leading)+var(--spacing))]">
                <Button type="submit" disabledReason={awayReason}>
                  Move
                </Button>
              </div>
            </form>
          )}
          {target === null && fault !== undefined && (
            <p role="alert" className="text-late text-sm">
              {fault}
            </p>
          )}
          <ul aria-label="Moved" aria-live="polite" className="flex flex-col divide-y empty:hidden">
            {moves.map((one) => (
              <MovedItem
                key={one.id}
                move={one}
                // What has been moved again is no longer there.
                isLast={one === moves.find((each) => isMoveOf(each, one.ticketNumber))}
                onUndo={() => undo(one)}
              />
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  );
}

/** One press each; the arrow keys move the focus, Enter or Space chooses. */
function Places({
  places,
  target,
  firstRef,
  disabledReason,
  onChoose,
}: {
  places: readonly string[];
  target: Target | null;
  firstRef: RefObject<HTMLDivElement | null>;
  disabledReason: string | undefined;
  onChoose: (place: string | null) => void;
}) {
  const labelId = useId();
  const reasonId = useId();
  const choices = [
    ...places.map((place) => ({ place, label: place })),
    { place: null, label: 'No place' },
  ];
  return (
    <div className="flex flex-col gap-1.5">
      <p id={labelId} className="font-medium">
        Place
      </p>
      <div
        ref={firstRef}
        role="toolbar"
        aria-labelledby={labelId}
        tabIndex={-1}
        onFocus={(event) => {
          if (event.target === event.currentTarget)
            event.currentTarget.querySelector('button')?.focus();
        }}
        onKeyDown={(event) => moveFocus(event, 'button')}
        className="flex flex-wrap gap-1.5"
      >
        {choices.map(({ place, label }, index) => {
          const isChosen = target !== null && target.place === place;
          return (
            <button
              key={label}
              type="button"
              aria-pressed={isChosen}
              aria-disabled={disabledReason === undefined ? undefined : true}
              aria-describedby={disabledReason === undefined ? undefined : reasonId}
              tabIndex={isChosen || (target === null && index === 0) ? 0 : -1}
              onClick={() => onChoose(place)}
              className={classNames(
                'min-h-control rounded border px-3 transition-colors hover:border-line-strong aria-pressed:border-accent aria-pressed:bg-accent-soft aria-disabled:bg-sunken aria-disabled:text-ink-muted',
                place === null && 'text-ink-muted',
              )}
            >
              <bdi>{label}</bdi>
            </button>
          );
        })}
      </div>
      {disabledReason !== undefined && (
        <p id={reasonId} className="text-ink-muted text-sm">
          {disabledReason}
        </p>
      )}
    </div>
  );
}

const where = (place: string | null) => (place === null ? 'no place' : place);

function stateWords({ state, from, to, problem }: Move): string {
  switch (state) {
    case 'moving':
      return 'Moving…';
    case 'moved':
      return from === null ? `Now in ${where(to)}` : `${from} → ${where(to)}`;
    case 'there':
      return to === null ? 'It had no place' : `Already in ${to}`;
    case 'undone':
      return from === null ? 'Undone' : `Undone: back in ${from}`;
    case 'failed':
      return problem ?? '';
  }
}

const isMoveOf = (move: Move, ticketNumber: string) =>
  move.ticketNumber === ticketNumber && (move.state === 'moved' || move.state === 'moving');

function MovedItem({ move, isLast, onUndo }: { move: Move; isLast: boolean; onUndo: () => void }) {
  const { ticketNumber, watch, state } = move;
  const isFailed = state === 'failed';
  const Icon = isFailed ? CircleX : CircleCheck;
  return (
    <li className="flex items-center gap-3 py-2">
      <Icon
        aria-hidden="true"
        size={18}
        className={classNames(
          'shrink-0',
          isFailed ? 'text-late' : state === 'moved' ? 'text-good' : 'text-ink-muted',
        )}
      />
      <div className="min-w-0 flex-1 break-words">
        <p>
          <span className="figures font-medium">{ticketNumber}</span> {watch}
        </p>
        <p className={classNames('text-sm', isFailed ? 'text-late' : 'text-ink-muted')}>
          {stateWords(move)}
        </p>
      </div>
      {state === 'moved' && isLast && (
        <Button icon={Undo2} variant="quiet" aria-label={`Undo ${ticketNumber}`} onClick={onUndo}>
          Undo
        </Button>
      )}
    </li>
  );
}

function NoPlaces({ onLeave }: { onLeave: () => void }) {
  const { href } = useAddress();
  return (
    <div className="flex flex-col items-start gap-3">
      <p>The shop has no places yet, such as Safe, Tray 1 or Window. Name them in the settings.</p>
      <Link
        to={href({ tab: 'shop', section: 'settings', ticket: null })}
        onClick={onLeave}
        className={buttonClasses()}
      >
        Settings
      </Link>
    </div>
  );
}
