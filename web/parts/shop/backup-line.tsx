import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Backups } from '../../../domain/api-backups.ts';
import { useAddress } from '../../data/address.ts';
import { call } from '../../data/call.ts';
import { Link } from '../../data/location.tsx';
import { Banner } from '../../ui/banner.tsx';
import { buttonClasses } from '../../ui/classes.ts';
import { TimeAgo } from '../time/date-time.tsx';

const usualPollMs = 60_000;
/** While a backup is being made, the user may be watching its progress. */
const runningPollMs = 1000;

/** The shop's backups; they are not part of the shop's data, so no live change reports them. */
export const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: ({ signal }) => call('getBackups', { signal }),
  refetchInterval: ({ state }) => (state.data?.running ? runningPollMs : usualPollMs),
});

/** Nobody has made one, and none is planned. */
export const isNoneMade = ({ failure, last, schedule }: Backups) =>
  failure === null && last === null && schedule === null;

/** That the last backup failed or is old; nothing while all is well. */
export function BackupWarning({
  backups: { failure, isStale, last },
  action,
}: {
  backups: Backups;
  action?: ReactNode;
}) {
  if (failure !== null) {
    return (
      <Banner tone="warning" title="The last backup failed:" action={action}>
        {failure.reason.replace(/\.$/, '')} (<TimeAgo iso={failure.at} />
        ).
      </Banner>
    );
  }
  if (!isStale || last === null) return null;
  return (
    <Banner tone="warning" title="There is no recent backup." action={action}>
      The last one is from <TimeAgo iso={last.at} />.
    </Banner>
  );
}

/** Says on the overview when the last backup was made, and loudly only when something is wrong. */
export function BackupLine() {
  const { data } = useQuery(backupsQuery);
  const { href } = useAddress();
  if (data === undefined) return null;
  const toBackups = href({ tab: 'shop', section: 'data' });
  if (data.failure !== null || (data.isStale && data.last !== null)) {
    const action = (
      <Link to={toBackups} className={buttonClasses()}>
        Backups
      </Link>
    );
    return <BackupWarning backups={data} action={action} />;
  }
  return (
    <p className="is-quiet text-ink-muted text-sm">
      <QuietWords backups={data} />{' '}
      <Link to={toBackups} className="whitespace-nowrap text-ink underline underline-offset-2">
        Backups
      </Link>
    </p>
  );
}

function QuietWords({ backups: { last, running, schedule } }: { backups: Backups }) {
  if (running !== null) return 'Backing up…';
  if (last === null) return schedule === null ? 'Backups are off.' : 'No backup has been made yet.';
  return (
    <>
      Last backup: <TimeAgo iso={last.at} />.
    </>
  );
}
