import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Answer } from '../../../domain/api.ts';
import type { Signature } from '../../../domain/api-signatures.ts';
import type { ClaimCheck } from '../../../domain/claim-check.ts';
import { CallProblem, call } from '../../data/call.ts';
import { newId } from '../../data/new-id.ts';
import type { ActionProps } from '../../data/open-action.ts';
import { useAwayReason } from '../../data/outage.ts';
import { putRepair, refreshRepairs } from '../../data/repair-cache.ts';
import { repairProblem } from '../../data/repair-problem.ts';
import { toasts } from '../../data/toasts.ts';
import { ProblemBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { DetailList } from '../../ui/card.tsx';
import { Dialog, DialogClose, FormButtons } from '../../ui/dialog.tsx';
import { Loaded, SkeletonLines } from '../../ui/states.tsx';
import { SignaturePad } from './signature-pad.tsx';

type Shown = Pick<Signature, 'content' | 'sha256'>;

const pngOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob(
      (png) =>
        png === null
          ? reject(new Error('Couldn’t make a picture of the signature.'))
          : resolve(png),
      'image/png',
    );
  });

const unsigned = { title: 'Not signed yet', detail: 'Sign in the box first.' };

/** Shown after a refusal: the claim check as it is now, or as someone else signed it. */
const shownBy = (error: Error): Shown | undefined =>
  error instanceof CallProblem
    ? ((error.document.claimCheck ?? error.document.signature) as Shown | undefined)
    : undefined;

/** The customer reads the claim check and signs it, at the counter or on a tablet. */
export function SignDialog({ open, onClose, repair }: ActionProps) {
  const { ticketNumber } = repair;
  const params = { ticketNumber };
  const canvas = useRef<HTMLCanvasElement>(null);
  const [hasInk, setHasInk] = useState(false);
  /** Done was pressed before anything was drawn. */
  const [isUnsigned, setIsUnsigned] = useState(false);
  /** A retry is the same signature. */
  const [signatureId] = useState(newId);
  const [instead, setInstead] = useState<Shown>();
  const awayReason = useAwayReason();
  const query = useQuery({
    queryKey: ['claim-check', ticketNumber, signatureId],
    queryFn: () => call('previewClaimCheck', { params }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: awayReason === undefined,
  });
  const shown = instead ?? query.data;

  function clear() {
    canvas.current?.getContext('2d')?.reset();
    setHasInk(false);
  }

  const signing = useMutation({
    mutationFn: async ({ sha256 }: Shown): Promise<Answer<'signClaimCheck'>> => {
      if (canvas.current === null) throw new Error('The signature box isn’t there.');
      const file = await pngOf(canvas.current);
      return call('signClaimCheck', { params, query: { signatureId, sha256 }, file });
    },
    onSuccess: ({ repair: after }) => {
      putRepair(after);
      toasts.show({ kind: 'success', title: 'Claim check signed', detail: ticketNumber });
      onClose();
    },
    onError: (error) => {
      const now = shownBy(error);
      if (now === undefined) return;
      // It was drawn under a different text.
      clear();
      setInstead(now);
    },
    onSettled: () => {
      void refreshRepairs();
    },
  });
  const { error } = signing;
  const isSignedElsewhere = error instanceof CallProblem && error.code === 'already-signed';
  const disabledReason =
    awayReason ?? (shown === undefined ? 'Wait until the claim check is shown.' : undefined);

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Sign claim check ${ticketNumber}`}
      description="Please read it, then sign below."
      size="wide"
      dirty={hasInk}
      busy={signing.isPending}
      alert={<ProblemBanner problem={isUnsigned ? unsigned : repairProblem(error)} />}
      onSubmit={() => {
        if (shown === undefined || isSignedElsewhere) return;
        // Stays until the next press: nothing may move under the hand that signs.
        setIsUnsigned(!hasInk);
        if (hasInk) signing.mutate(shown);
      }}
      footer={
        isSignedElsewhere ? (
          <DialogClose>Close</DialogClose>
        ) : (
          <FormButtons
            pending={signing.isPending}
            disabledReason={disabledReason}
            other={<Button onClick={clear}>Clear</Button>}
          >
            Done
          </FormButtons>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {shown ? (
          <Content paper={JSON.parse(shown.content) as ClaimCheck} />
        ) : (
          <Loaded query={query} what="the claim check" skeleton={<SkeletonLines lines={8} />}>
            {() => null}
          </Loaded>
        )}
        {!isSignedElsewhere && (
          <div className="-mx-4 sticky -bottom-4 flex flex-col gap-1 border-t bg-surface px-4 pt-2 pb-4 sm:-mx-6 sm:px-6">
            <SignaturePad canvas={canvas} onDrawn={() => setHasInk(true)} />
            <p className="text-ink-muted text-sm">
              Sign with a finger, a pen or a mouse. If that isn’t possible, ask us to print it so
              you can sign on paper.
            </p>
          </div>
        )}
      </div>
    </Dialog>
  );
}

/** The text to sign, in the order of the paper. */
function Content({ paper }: { paper: ClaimCheck }) {
  const { customer, watch, condition, flags, estimate, terms, receivedBy } = paper;
  return (
    // May be longer than the screen: the keyboard scrolls it from here.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it is read before it is signed, by keyboard, too.
    <section aria-label="What is signed" tabIndex={0} className="flex flex-col gap-3">
      <p className="font-semibold">
        <bdi>{paper.shop.name}</bdi>
        <span className="block font-normal text-ink-muted text-sm">{paper.takenIn}</span>
      </p>
      <DetailList
        isBeside
        details={[
          ...customer,
          ...watch,
          ...condition,
          { label: 'Please note', value: flags.join(', ') },
          {
            label: 'Estimate',
            value: estimate.map(({ label, amount }) => `${label}: ${amount}`).join('\n'),
          },
          { label: 'Received by', value: receivedBy },
        ]}
      />
      {terms !== null && (
        <p dir="auto" className="whitespace-pre-line break-words text-sm">
          {terms}
        </p>
      )}
    </section>
  );
}
