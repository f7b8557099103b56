import { useQuery } from '@tanstack/react-query';
import { sessionsQuery } from '../data/queries.ts';
import { ErrorState, Loading, SkeletonRows } from '../ui/states.tsx';
import { PasswordCard } from './password-card.tsx';
import { SessionList } from './session-list.tsx';

/** Who is logged in, and the password that lets people in. */
export function AccessSection() {
  const { data, error, refetch, isFetching } = useQuery(sessionsQuery);
  return (
    <section aria-label="Access" className="flex max-w-3xl flex-col gap-8">
      {data !== undefined && (
        <>
          <SessionList sessions={data.items} />
          <PasswordCard isSetOutside={data.passwordIsSetOutside} />
        </>
      )}
      {data === undefined && error === null && (
        <Loading label="Loading who is logged in…">
          <SkeletonRows rows={3} />
        </Loading>
      )}
      {data === undefined && error !== null && (
        <ErrorState
          title="Who is logged in cannot be shown"
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {error.message}
        </ErrorState>
      )}
    </section>
  );
}
