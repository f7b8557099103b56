import { useMutation, useQuery } from '@tanstack/react-query';
import Archive from 'lucide/archive';
import Download from 'lucide/download';
import History from 'lucide/history';
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Backups } from '../../../domain/api-backups.ts';
import { commandLine } from '../../../domain/command-lines.ts';
import { timeText } from '../../../domain/opening-hours.ts';
import { useAddress } from '../../data/address.ts';
import { call } from '../../data/call.ts';
import { showFailure } from '../../data/failure-toast.ts';
import { Link } from '../../data/location.tsx';
import { useAwayReason } from '../../data/outage.ts';
import { queryClient, shopQuery } from '../../data/queries.ts';
import { dateTimeOf } from '../../data/shop-time.ts';
import { toasts } from '../../data/toasts.ts';
import { BackupWarning, backupsQuery, isNoneMade } from '../../parts/shop/backup-line.tsx';
import { DateTime, TimeAgo } from '../../parts/time/date-time.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClasses, contactClasses } from '../../ui/classes.ts';
import { fileSize } from '../../ui/counts.ts';
import { FileArea } from '../../ui/file-area.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useSinglePress } from '../../ui/press.ts';
import { Loaded, ProgressBar, SkeletonLines } from '../../ui/states.tsx';
import type { RestoreSource } from './restore-run.ts';
import { CodeLine, ForTheServer, ShopPart } from './shop-part.tsx';

type BackupKind = Backups['items'][number]['kind'];

const kindWords: Record<BackupKind, string> = {
  'by-hand': 'Manual',
  command: 'Command line',
  scheduled: 'Scheduled',
};

type Phase = NonNullable<Backups['running']>['phase'];

/** What is done, and how much of the whole comes before and within it: photos are most of a shop. */
const phases: Record<Phase, { label: string; from: number; to: number }> = {
  photos: { label: 'Copying the photos', from: 0, to: 0.6 },
  rows: { label: 'Copying the data', from: 0.6, to: 0.8 },
  checking: { label: 'Checking the file', from: 0.8, to: 1 },
};

export function progressOf({ phase, share }: NonNullable<Backups['running']>): {
  label: string;
  value: number;
} {
  const { label, from, to } = phases[phase];
  return { label, value: from + (to - from) * share };
}

/** Where backups are switched on: the part of the settings with this title. */
const settingsPart = '#Backups';

/** Most of it is of no use before a backup is chosen. */
const restoreDialog = lazyPart(async () => (await import('./restore-dialog.tsx')).RestoreDialog);

export function BackupsCard() {
  const query = useQuery(backupsQuery);
  return (
    <ShopPart
      title="Backups"
      about="A backup is one file with all data and photos. You can keep working while it is made."
    >
      <Loaded
        query={query}
        what="the backups"
        skeleton={
          // As high as what comes, with no backup yet.
          <div className="min-h-104 sm:min-h-98">
            <SkeletonLines lines={8} />
          </div>
        }
      >
        {(backups) => <BackupsOf backups={backups} />}
      </Loaded>
    </ShopPart>
  );
}

function BackupsOf({ backups }: { backups: Backups }) {
  const { href } = useAddress();
  // The last one stays while the dialog closes.
  const [chosen, setChosen] = useState<RestoreSource | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const choose = (source: RestoreSource) => {
    setChosen(source);
    setIsOpen(true);
  };
  const { installation = 'sources' } = useQuery(shopQuery).data ?? {};
  useDoneToast(backups);
  const { items, folder, schedule } = backups;
  return (
    <>
      {isNoneMade(backups) ? (
        <Banner tone="warning" title="Backups are off.">
          If the disk fails, you lose everything.
        </Banner>
      ) : (
        <BackupWarning backups={backups} />
      )}
      <RestoreFailure {...backups} />
      <PhotosToCheck tickets={backups.last?.ticketsToCheck ?? []} />
      <BackUpNow {...backups} isFirst={isNoneMade(backups)} />
      {backups.running !== null && <ProgressBar {...progressOf(backups.running)} max={1} />}
      {items.length === 0 ? (
        <p className="text-sm">No backups in the folder yet.</p>
      ) : (
        <BackupList items={items} onRestore={choose} />
      )}
      <div className="flex flex-col gap-2">
        <div className="flex flex-col gap-1 text-sm">
          <h3 className="font-medium">Restore from a file</h3>
          <p className="max-w-prose text-ink-muted">
            You see what is in it before anything is replaced.
          </p>
        </div>
        <FileArea
          aria-label="Backup to restore"
          accept=".backup"
          onFile={(file) => choose({ file })}
        >
          <span className="hidden px-1 text-ink-muted text-sm desk:inline">or drop one here</span>
        </FileArea>
      </div>
      {chosen !== null && (
        <restoreDialog.Part
          open={isOpen}
          onClose={() => setIsOpen(false)}
          onClosed={() => setChosen(null)}
          source={chosen}
        />
      )}
      {schedule === null ? (
        <Advice title="Automatically every day">
          <Link
            to={href({ section: 'settings', page: 'backups' }) + settingsPart}
            className={contactClasses}
          >
            Turn it on in Settings
          </Link>
        </Advice>
      ) : (
        <Advice title="Automatically every day">
          At {timeText(schedule.dailyAt)}.{' '}
          {schedule.keep === 1 ? 'Only the newest is kept' : `The newest ${schedule.keep} are kept`}
          . Next: <DateTime iso={schedule.nextAt} />.
        </Advice>
      )}
      <ForTheServer>
        <Advice title="Location">
          Keep copies on another machine or disk, too: if a disk fails, the backups on it are lost
          with it.
          <CodeLine>{folder}</CodeLine>
        </Advice>
        <Advice title="Restore one on the server">
          Stop the product first. The file is checked, and nothing is replaced unless you add “
          {installation === 'release' ? '--replace' : '-- --replace'}”.
          <CodeLine>{`${commandLine(installation, 'restore', 'FILE')}\n${commandLine(installation, 'restore', 'FILE', '--replace')}`}</CodeLine>
        </Advice>
        <Advice title="Make one on the server">
          In the folder above, or in another one.
          <CodeLine>{`${commandLine(installation, 'backup')}\n${commandLine(installation, 'backup', '', '--to FOLDER')}`}</CodeLine>
        </Advice>
      </ForTheServer>
    </>
  );
}

/** For those who come back after its dialog has gone. */
function RestoreFailure({ restoreFailure }: Pick<Backups, 'restoreFailure'>) {
  if (restoreFailure === null) return null;
  return (
    <Banner tone="warning" title="The backup was not restored.">
      Nothing was replaced: {restoreFailure.reason.replace(/\.$/, '')} (
      <TimeAgo iso={restoreFailure.at} />
      ). Try again, or restore another backup.
    </Banner>
  );
}

/** This many tickets are named; more of them would say no more. */
const maxNamed = 20;

function PhotosToCheck({ tickets }: { tickets: readonly string[] }) {
  const { href } = useAddress();
  if (tickets.length === 0) return null;
  const more = tickets.length - maxNamed;
  return (
    <Banner tone="warning" title="Some photos are damaged or lost.">
      The last backup holds everything else. Take these photos again, or look for them in an older
      backup. Tickets:{' '}
      {tickets.slice(0, maxNamed).map((ticket) => (
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

function BackUpNow({ running, isFirst = false }: Pick<Backups, 'running'> & { isFirst?: boolean }) {
  const press = useSinglePress();
  const awayReason = useAwayReason();
  const starting = useMutation({
    mutationFn: () => call('startBackup'),
    onSuccess: (state) => queryClient.setQueryData(backupsQuery.queryKey, state),
    onError: (error) => {
      showFailure(error, 'The backup did not start');
      void queryClient.invalidateQueries(backupsQuery);
    },
  });
  const isBusy = running !== null || starting.isPending;
  return (
    <div className="flex flex-col items-start">
      <Button
        icon={Archive}
        variant={isFirst ? 'primary' : 'secondary'}
        pending={isBusy}
        disabledReason={awayReason}
        onClick={() => {
          if (press.take()) starting.mutate(undefined, { onSettled: press.release });
        }}
      >
        Back up now
      </Button>
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

function BackupList({
  items,
  onRestore,
}: Pick<Backups, 'items'> & { onRestore: (source: RestoreSource) => void }) {
  return (
    <ul aria-label="Last backups" className="divide-y rounded border">
      {items.map(({ name, at, bytes, kind, machine }) => (
        <li
          key={`${machine} ${name}`}
          className="flex flex-wrap items-center gap-x-4 px-3 py-1 text-sm"
        >
          <span className="figures min-w-0 flex-1 basis-40">
            <DateTime iso={at} />
          </span>
          <span className="figures text-ink-muted">{fileSize(bytes)}</span>
          {machine !== undefined && (
            <span className="min-w-0 break-words text-ink-muted">on {machine}</span>
          )}
          <span className="text-ink-muted sm:w-28">{kindWords[kind]}</span>
          <span className="-mr-3 ml-auto flex">
            {/* The browser saves it as it comes: a backup may be larger than its memory. */}
            <a
              href={`/api/backups/${name}/file`}
              download={name}
              aria-label={`Download the backup from ${dateTimeOf(new Date(at), new Date())}`}
              title="Download"
              className={`${buttonClasses({ variant: 'quiet' })} min-w-control`}
            >
              <Download aria-hidden="true" size={16} className="shrink-0" />
            </a>
            <Button
              variant="quiet"
              icon={History}
              aria-label={`Restore the backup from ${dateTimeOf(new Date(at), new Date())}`}
              onClick={() => onRestore({ name })}
            >
              Restore…
            </Button>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Advice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1 text-sm">
      <h3 className="font-medium">{title}</h3>
      <div className="max-w-prose break-words text-ink-muted">{children}</div>
    </div>
  );
}
