import Plus from 'lucide/plus';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Repair } from '../../domain/api-answers.ts';
import { useWantedFocus } from '../data/wanted-focus.ts';
import { Button } from '../ui/button.tsx';

/** To be read across the counter; as large as fits in one line of a phone. */
export const numberClasses = 'figures break-all font-semibold text-[min(3rem,9.5vw)] leading-tight';

/** What a repair that was taken in is called, and what comes next: paper, or the next customer. */
export function TakenInScreen({
  id,
  heading,
  icon,
  number,
  repair,
  print,
  onNext,
  children,
}: {
  id: string;
  heading: string;
  icon: ReactNode;
  number: ReactNode;
  repair: Pick<Repair, 'customerName' | 'watchBrand' | 'watchModel'>;
  print: ReactNode;
  onNext: () => void;
  /** How it went otherwise. */
  children: ReactNode;
}) {
  const screen = useRef<HTMLElement>(null);
  useWantedFocus('new-repair', onNext);

  // The form was longer: what counts now is at the top.
  useEffect(() => {
    screen.current?.scrollIntoView({ block: 'start' });
  }, []);

  return (
    <section ref={screen} aria-labelledby={id} className="flex max-w-xl flex-col gap-6">
      <div className="flex flex-col gap-1">
        <h2 id={id} className="flex items-center gap-2 font-medium">
          {icon}
          {heading}
        </h2>
        {number}
        <p className="line-clamp-3 break-words text-ink-muted">
          <bdi>{repair.customerName}</bdi> · <bdi>{repair.watchBrand}</bdi>{' '}
          <bdi>{repair.watchModel}</bdi>
        </p>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        {print}
        <Button icon={Plus} onClick={onNext}>
          Create New Repair
        </Button>
      </div>
      <div className="flex flex-col gap-3 border-t pt-4">{children}</div>
    </section>
  );
}
