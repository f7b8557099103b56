import CircleAlert from 'lucide/circle-alert';
import CircleCheck from 'lucide/circle-check';
import TriangleAlert from 'lucide/triangle-alert';
import type { TextingFinding } from '../../../domain/api-texting.ts';
import { countedText } from '../../ui/counts.ts';

const looks = {
  right: { Mark: CircleCheck, ink: 'text-good', word: 'OK' },
  wrong: { Mark: CircleAlert, ink: 'text-late', word: 'To fix' },
  look: { Mark: TriangleAlert, ink: 'text-soon', word: 'Take a look' },
};

function summaryOf(findings: readonly TextingFinding[]): string {
  const wrong = findings.filter(({ kind }) => kind === 'wrong').length;
  if (wrong > 0) return `${countedText(wrong, 'thing')} to fix.`;
  return findings.some(({ kind }) => kind === 'look')
    ? 'Nothing to fix; please look at what is marked.'
    : 'Everything is OK.';
}

/** What a check has found, one step below the other. */
export function TextingFindings({ findings }: { findings: readonly TextingFinding[] }) {
  return (
    <div className="flex flex-col gap-2">
      <p className="font-medium">{summaryOf(findings)}</p>
      <ol aria-label="What was checked" className="flex flex-col divide-y rounded border">
        {findings.map(({ kind, what, advice }) => {
          const { Mark, ink, word } = looks[kind];
          return (
            <li key={what} className="flex gap-2 px-3 py-2">
              <span className={`flex h-lh shrink-0 items-center ${ink}`}>
                <Mark aria-hidden="true" size={16} />
                <span className="sr-only">{word}:</span>
              </span>
              <div className="min-w-0 break-words">
                {what}
                {advice !== null && <p className="text-ink-muted text-sm">{advice}</p>}
              </div>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
