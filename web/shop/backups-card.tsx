import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Archive from 'lucide/archive';
import { Fragment, type ReactNode, useEffect, useId, useRef } from 'react';
import { Link } from 'react-router';
import type { Backups } from '../../domain/api-shop.ts';
import { useAddress } from '../data/address.ts';
import { call } from '../data/call.ts';
import { showFailure } from '../data/failure-toast.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Section } from '../ui/card.tsx';
import { classNames } from '../ui/classes.ts';
import { DateTime, TimeAgo } from '../ui/date-time.tsx';
import { useSinglePress } from '../ui/press.ts';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { ErrorState, Loading, SkeletonLines } from '../ui/states.tsx';
import { toasts } from '../ui/toasts.ts';
import { backupsQuery, fileSize, kindWords, progressOf, warningOf } from './backup-words.ts';

/** The shop's backups: what there is, one more, and what the command line does. */
export function BackupsCard() {
  const _id = useId();
  const { data, error, refetch, isFetching } = useQuery(backupsQuery);
  return (
    <Section title="Backups">
      <div className="flex flex-col gap-4">
        <p className="max-w-prose text-ink-muted text-sm">
          A backup is one file with all data and photos. Work goes on while it is made.
        </p>
        {data !== undefined && <BackupsOf backups={data} />}
        {data === undefined && error === null && (
          <Loading label="Loading the backups…">
            {/* As high as what comes, with no backup yet. */}
            <SkeletonLines lines={12} />
            <div className="pt-2 sm:hidden">
              <SkeletonLines lines={9} />
            </div>
          </Loading>
        )}
        {data === undefined && error !== null && (
          <ErrorState
            title="Could not load the backups"
            onRetry={() => void refetch()}
            retrying={isFetching}
          >
            {error.message}
          </ErrorState>
        )}
      </div>
    </Section>
  );
}

function BackupsOf({ backups }: { backups: Backups }) {
  useDoneToast(backups);
  const { items, folder, schedule } = backups;
  return (
    <>
      <Warning backups={backups} />
      <PhotosToCheck tickets={backups.last?.ticketsToCheck ?? []} />
      <BackUpNow backups={backups} />
      {items.length === 0 ? (
        <p className="text-sm">There are no backups in the folder yet.</p>
      ) : (
        <BackupList items={items} />
      )}
      <Advice title="Every day by itself">
        {schedule === null ? (
          <>
            Add this to the shop’s file on the server (<Code>shop.config.json</Code>) and restart:{' '}
            <Code>
              {'"backups": { "folder": "/path/to/folder", "dailyAt": "03:00", "keep": 14 }'}
            </Code>
          </>
        ) : (
          <>
            At {schedule.dailyAt}, the newest {schedule.keep} are kept. Next:{' '}
            <DateTime iso={schedule.nextAt} />.
          </>
        )}
      </Advice>
      <Advice title="Where they are">
        On the server in <Code>{folder}</Code>. Keep copies on another machine or disk, too: a
        backup on the disk that breaks is lost with it.
      </Advice>
      <Advice title="Bring one back">
        Stop the product on the server and run <Code typed>npm run restore FILE</Code>. It checks
        the file first, and replaces nothing unless you add <Code typed>-- --replace</Code>.{' '}
        <Code typed>npm run backup</Code> makes one from there, <Code typed>-- --to FOLDER</Code>{' '}
        says where to.
      </Advice>
    </>
  );
}

function Warning({ backups }: { backups: Backups }) {
  const warning = warningOf(backups);
  if (warning === null) return null;
  const isFailure = warning.kind === 'failed';
  return (
    <Banner
      tone="warning"
      title={isFailure ? 'The last backup failed:' : 'No backup was made lately.'}
    >
      {isFailure ? `${warning.reason} (` : 'The last one is from '}
      <TimeAgo iso={warning.at} />
      {isFailure ? ').' : '.'}
    </Banner>
  );
}

/** So many tickets are named; more of them would say no more. */
const mostNamed = 20;

function PhotosToCheck({ tickets }: { tickets: readonly string[] }) {
  const { href } = useAddress();
  if (tickets.length === 0) return null;
  const more = tickets.length - mostNamed;
  return (
    <Banner tone="warning" title="Some photos are damaged or lost.">
      The last backup holds everything else. Take these photos again, or look for them in an older
      backup:{' '}
      {tickets.slice(0, mostNamed).map((ticket) => (
        <Fragment key={ticket}>
          <Link
            to={href({ ticket })}
            className="inline-block whitespace-nowrap py-1 underline underline-offset-2"
          >
            {ticket}
          </Link>{' '}
        </Fragment>
      ))}
      {more > 0 && `and ${more} more`}
    </Banner>
  );
}

function BackUpNow({ backups: { running } }: { backups: Backups }) {
  const queryClient = useQueryClient();
  const press = useSinglePress();
  const starting = useMutation({
    mutationFn: () => call('POST /api/backups'),
    onSuccess: (state) => queryClient.setQueryData(backupsQuery.queryKey, state),
    onError: (error) => {
      showFailure(error, { title: 'No backup was begun', detail: error.message });
      void queryClient.invalidateQueries(backupsQuery);
    },
  });
  const isBusy = running !== null || starting.isPending;
  return (
    <div className="flex flex-col gap-3">
      <div>
        <Button
          icon={Archive}
          pending={isBusy}
          onClick={() => {
            if (press.take()) starting.mutate(undefined, { onSettled: press.release });
          }}
        >
          Back up now
        </Button>
      </div>
      {running !== null && <ProgressBar {...progressOf(running)} max={1} />}
    </div>
  );
}

/** Tells the user who waited for it that it is done; a failure is shown where it stays visible. */
function useDoneToast({ running, last, failure }: Backups) {
  const wasRunning = useRef(false);
  const isRunning = running !== null;
  const size = last?.bytes ?? 0;
  const hasFailed = failure !== null;
  useEffect(() => {
    if (wasRunning.current && !isRunning && !hasFailed) {
      toasts.show({ kind: 'success', title: 'Backup made', detail: fileSize(size) });
    }
    wasRunning.current = isRunning;
  }, [isRunning, hasFailed, size]);
}

function BackupList({ items }: Pick<Backups, 'items'>) {
  return (
    <ul aria-label="Last backups" className="divide-y rounded border">
      {items.map(({ name, at, bytes, kind, machine }) => (
        <li
          key={`${machine} ${name}`}
          className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-3 py-2 text-sm"
        >
          <span className="figures min-w-0 flex-1 basis-40">
            <DateTime iso={at} />
          </span>
          <span className="figures text-ink-muted">{fileSize(bytes)}</span>
          {machine !== undefined && (
            <span className="min-w-0 break-words text-ink-muted">on {machine}</span>
          )}
          <span className="text-ink-muted sm:w-28">{kindWords[kind]}</span>
        </li>
      ))}
    </ul>
  );
}

function Advice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1 text-sm">
      <h3 className="font-medium">{title}</h3>
      <p className="max-w-prose break-words text-ink-muted">{children}</p>
    </div>
  );
}

/** What is typed is short and stays in one piece; a path or an example may be long. */
function Code({ typed = false, children }: { typed?: boolean; children: ReactNode }) {
  return (
    <code
      className={classNames(
        'rounded bg-sunken px-1 text-ink',
        typed ? 'whitespace-nowrap' : 'break-words',
      )}
    >
      {children}
    </code>
  );
}
