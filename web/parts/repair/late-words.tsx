import type { lateness } from '../../../domain/part-state.ts';
import { classNames } from '../../ui/classes.ts';

/** How late something is that the ticket waits for. */
export const LateWords = ({
  late: { words, isPromiseBroken },
  className,
}: {
  late: NonNullable<ReturnType<typeof lateness>>;
  className?: string;
}) => (
  <span
    className={classNames(
      'whitespace-nowrap',
      isPromiseBroken ? 'text-late' : 'text-soon',
      className,
    )}
  >
    {words}
  </span>
);
