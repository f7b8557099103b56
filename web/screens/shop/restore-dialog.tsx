import { useMutation, useQuery } from '@tanstack/react-query';
import Check from 'lucide/check';
import Circle from 'lucide/circle';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { BackupContents } from '../../../domain/api-backups.ts';
import { CallProblem, call } from '../../data/call.ts';
import { failureOf } from '../../data/failure-toast.ts';
import { queryClient, shopQuery } from '../../data/queries.ts';
import { restoredNote } from '../../data/session.ts';
import { dateTimeOf } from '../../data/shop-time.ts';
import { toasts } from '../../data/toasts.ts';
import { backupsQuery } from '../../parts/shop/backup-line.tsx';
import { DateTime } from '../../parts/time/date-time.tsx';
import { Banner, type Problem, ProblemBanner } from '../../ui/banner.tsx';
import { countedText, fileSize } from '../../ui/counts.ts';
import { Dialog, DialogClose, FormButtons } from '../../ui/dialog.tsx';
import { ProgressBar } from '../../ui/states.tsx';
import { PasswordAsked, usePasswordAsked } from './password-asked.tsx';
import {
  currentStore,
  discardUpload,
  followRestore,
  lookInto,
  type RestoreProgress,
  type RestoreSource,
  type RestoreStep,
  uploadBackup,
} from './restore-run.ts';

interface Looked {
  name: string;
  contents: BackupContents;
}

type Look =
  | { state: 'uploading' | 'checking'; share: number }
  | { state: 'failed'; problem: Problem }
  | ({ state: 'looked' } & Looked);

/** Brings a backup to the server if it is not there yet, and asks what is in it. */
function useLook(source: RestoreSource): Look {
  const isFile = 'file' in source;
  const [look, setLook] = useState<Look>({ state: isFile ? 'uploading' : 'checking', share: 0 });
  useEffect(() => {
    const over = new AbortController();
    const { signal } = over;
    const set = (next: Look) => signal.aborted || setLook(next);
    async function run() {
      if ('file' in source && source.file.size === 0) throw new Error('The file is empty.');
      const name =
        'file' in source
          ? await uploadBackup(source.file, (share) => set({ state: 'uploading', share }), signal)
          : source.name;
      set({ state: 'checking', share: 0 });
      const onShare = (share: number) => set({ state: 'checking', share });
      try {
        set({ state: 'looked', name, contents: await lookInto(name, onShare, signal) });
      } catch (error) {
        if ('file' in source) discardUpload(name);
        throw error;
      }
    }
    run().catch((error: unknown) => {
      const title = error instanceof CallProblem ? error.title : 'This file can’t be restored';
      const problem = failureOf(error as Error, { title, detail: (error as Error).message });
      if (problem !== null) set({ state: 'failed', problem });
    });
    return () => over.abort();
  }, [source]);
  return look;
}

interface RestoreDialogProps {
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
  source: RestoreSource;
}

/** What is in a backup, and how it takes the place of the shop. */
export function RestoreDialog({ open, onClose, onClosed, source }: RestoreDialogProps) {
  const look = useLook(source);
  const run = useRestore();
  const isUpload = 'file' in source;

  const starting = useMutation({
    mutationFn: async ({ name }: Looked) => {
      const store = await currentStore();
      const body = { password: asked.password };
      return { store, state: await call('startRestore', { params: { name }, body }) };
    },
    onSuccess: ({ store, state }, { contents }) => {
      queryClient.setQueryData(backupsQuery.queryKey, state);
      void run.follow(store, contents).then((isRestored) => isRestored && onClose());
    },
    onError: (error) => asked.note(error),
  });
  const asked = usePasswordAsked(starting.error, 'The backup was not restored');
  const problem = run.failure ?? asked.problem;
  const isRunning = run.progress !== null;

  function close() {
    if (isUpload && look.state === 'looked' && !isRunning) discardUpload(look.name);
    onClose();
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      onClosed={onClosed}
      title={isRunning ? 'Restoring the backup' : 'Restore a backup'}
      busy={isRunning || starting.isPending}
      dirty={asked.password !== '' && !isRunning}
      alert={<ProblemBanner problem={problem} />}
      onSubmit={
        look.state === 'looked' && !isRunning
          ? () => {
              if (!starting.isPending && asked.mayTry) starting.mutate(look);
            }
          : undefined
      }
      footer={
        isRunning ? undefined : look.state === 'looked' ? (
          <FormButtons variant="danger" pending={starting.isPending} disabledReason={asked.reason}>
            Replace the shop
          </FormButtons>
        ) : (
          <DialogClose>{look.state === 'failed' ? 'Close' : 'Cancel'}</DialogClose>
        )
      }
    >
      {run.progress !== null ? (
        <Steps {...run.progress} />
      ) : look.state === 'looked' ? (
        <div className="flex flex-col gap-4">
          <Contents contents={look.contents} />
          <WhatHappens />
          <PasswordAsked {...asked.field} />
        </div>
      ) : look.state === 'failed' ? (
        <div role="alert">
          <ProblemBanner problem={look.problem} />
        </div>
      ) : (
        <ProgressBar
          label={look.state === 'uploading' ? 'Uploading the file' : 'Checking the file'}
          value={look.share}
          max={1}
        />
      )}
    </Dialog>
  );
}

function useRestore() {
  const [progress, setProgress] = useState<RestoreProgress | null>(null);
  const [failure, setFailure] = useState<Problem | null>(null);
  const over = useRef<AbortController | null>(null);
  useEffect(() => () => over.current?.abort(), []);
  return {
    progress,
    failure,
    /** @returns whether the shop was restored */
    async follow(store: string, { at }: BackupContents): Promise<boolean> {
      const stop = new AbortController();
      over.current = stop;
      setFailure(null);
      setProgress({ step: 'checking', share: null });
      // Whatever notices first that all sessions have ended, the login says why.
      const words = `Restored: the shop as of ${dateTimeOf(new Date(at), new Date())}.`;
      restoredNote.set({ replaces: store, words });
      const outcome = await followRestore(store, setProgress, stop.signal);
      if (outcome === 'left') return false;
      restoredNote.set(null);
      setProgress(null);
      if (outcome === 'restored') {
        toasts.show({ kind: 'success', title: words });
        await queryClient.invalidateQueries();
        return true;
      }
      const detail = `Nothing was replaced: ${outcome.reason.replace(/\.$/, '')}.`;
      setFailure({ title: 'The backup was not restored', detail });
      void queryClient.invalidateQueries(backupsQuery);
      return false;
    },
  };
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-4 py-1.5">
      <dt className="w-24 shrink-0 text-ink-muted">{name}</dt>
      <dd className="figures min-w-0 break-words">{children}</dd>
    </div>
  );
}

function Contents({ contents }: { contents: BackupContents }) {
  const { at, shop, product, bytes, repairs, clients, texts, photos } = contents;
  const { damagedPhotos, missingPhotos } = contents;
  const own = useQuery(shopQuery).data?.shop.name;
  return (
    <>
      <dl className="divide-y text-sm">
        <Fact name="Made">
          <DateTime iso={at} />
        </Fact>
        <Fact name="Shop">{shop}</Fact>
        <Fact name="Holds">
          {[
            countedText(repairs, 'repair'),
            countedText(clients, 'client'),
            countedText(texts, 'text'),
            countedText(photos, 'photo'),
          ].join(', ')}
        </Fact>
        <Fact name="File">
          {fileSize(bytes)}, made by version {product.replace(/\+.*$/, '')}
        </Fact>
      </dl>
      {own !== undefined && own !== shop && (
        <Banner tone="warning" title="The shop’s name is different.">
          This shop is called “{own}”. Make sure that this is the right backup.
        </Banner>
      )}
      {damagedPhotos + missingPhotos > 0 && (
        <Banner tone="warning" title="Some photos are damaged or missing.">
          Ticket photos when it was made: {damagedPhotos} damaged, {missingPhotos} missing.
        </Banner>
      )}
    </>
  );
}

function WhatHappens() {
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5 text-sm">
      <li>Everything in this shop is replaced by what is in the backup.</li>
      <li>First, today’s shop is backed up. If that fails, nothing is replaced.</li>
      <li>
        No one can work for a few minutes. Then everyone logs in again, with today’s password.
      </li>
      <li>Texts that were due before now are not sent.</li>
    </ul>
  );
}

const stepWords: Record<RestoreStep, string> = {
  checking: 'Checking the file',
  'backing-up': 'Backing up today’s shop',
  replacing: 'Replacing the shop',
};
const steps = Object.keys(stepWords) as RestoreStep[];

function Steps({ step, share }: RestoreProgress) {
  const now = steps.indexOf(step);
  return (
    <div className="flex flex-col gap-4">
      <ol className="flex flex-col gap-2">
        {steps.map((each, index) => {
          const IconPart = index < now ? Check : Circle;
          return (
            <li
              key={each}
              aria-current={index === now ? 'step' : undefined}
              className={`flex items-center gap-2 ${index === now ? 'font-medium' : 'text-ink-muted'}`}
            >
              <IconPart
                aria-hidden="true"
                size={16}
                className={index < now ? 'text-good' : index === now ? 'text-accent' : ''}
              />
              {stepWords[each]}
              {index < now && <span className="sr-only">: done</span>}
            </li>
          );
        })}
      </ol>
      <ProgressBar label={stepWords[step]} value={share ?? undefined} max={1} />
      <p className="text-ink-muted text-sm">
        You can leave this page: the restore continues. When it is done, log in again.
      </p>
    </div>
  );
}
