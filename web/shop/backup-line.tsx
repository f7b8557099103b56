import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Backups } from '../../domain/api-shop.ts';
import { useAddress } from '../data/address.ts';
import { Banner } from '../ui/banner.tsx';
import { buttonClasses } from '../ui/classes.ts';
import { TimeAgo } from '../ui/date-time.tsx';
import { backupsQuery, warningOf } from './backup-words.ts';

/** Says on the overview when the last backup was made, and loudly only when something is wrong. */
export function BackupLine() {
  const { data } = useQuery(backupsQuery);
  const { href } = useAddress();
  if (data === undefined) return null;
  const place = href({ tab: 'shop', section: 'data' });
  const warning = warningOf(data);
  if (warning !== null) {
    return (
      <Banner
        tone="warning"
        title={warning.kind === 'failed' ? 'The last backup failed:' : 'No backup was made lately.'}
        action={
          <Link to={place} className={buttonClasses()}>
            Backups
          </Link>
        }
      >
        {warning.kind === 'failed' ? (
          `${warning.reason}.`
        ) : (
          <>
            The last one is from <TimeAgo iso={warning.at} />.
          </>
        )}
      </Banner>
    );
  }
  return (
    <p data-quiet className="text-ink-muted text-sm">
      <QuietWords backups={data} />{' '}
      <Link to={place} className="whitespace-nowrap text-ink underline underline-offset-2">
        {data.schedule === null ? 'Set backups up' : 'Backups'}
      </Link>
    </p>
  );
}

function QuietWords({ backups: { last, running, schedule } }: { backups: Backups }) {
  if (running !== null) return 'A backup is being made…';
  if (last === null) return schedule === null ? 'No backups are made.' : 'No backup was made yet.';
  return (
    <>
      Last backup: <TimeAgo iso={last.at} />.
    </>
  );
}
