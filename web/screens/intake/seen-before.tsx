import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { limits } from '../../../domain/field-list.ts';
import { serialKeys } from '../../../domain/serial-key.ts';
import { answeredWatch, type IntakeFields, watchAnswer } from '../../data/intake/intake-fields.ts';
import { seenWatchesQuery } from '../../data/queries.ts';
import { useRested } from '../../parts/list/search-results.tsx';
import {
  ComeBackOffer,
  InShopNow,
  RunningWarranty,
  SeenBefore,
} from '../../parts/repair/seen-watches.tsx';
import { Button } from '../../ui/button.tsx';
import { useIntakeForm } from './intake-control.tsx';

/** Anything too long is refused at its field. */
const tidy = (text: string) => text.trim().slice(0, limits.serialNumber);

/** What the form's serials match: a watch that was here before, or is here now. */
export function SeenAtIntake() {
  const form = useIntakeForm();
  const fields = useWatch<IntakeFields>() as IntakeFields;
  const { watchBrand, serialNumber, movementSerial } = fields;
  const typed = JSON.stringify([watchBrand, serialNumber, movementSerial].map(tidy));
  const asked = useRested(serialKeys(fields).length > 0 ? typed : '');
  const [brand = '', onCase = '', onMovement = ''] = JSON.parse(asked || '[]') as string[];
  const { data } = useQuery({
    ...seenWatchesQuery({ watchBrand: brand, serialNumber: onCase, movementSerial: onMovement }),
    enabled: asked !== '',
  });
  const seen = (asked === typed && data?.items) || [];
  const answered = answeredWatch(fields);
  const same = seen.find(({ repairs }) =>
    repairs.some(({ ticketNumber }) => answered?.includes(ticketNumber)),
  );
  const set = (answer: string) => form.setValue('watchAnswer', answer);
  if (seen.length === 0 && answered === undefined) return null;
  return (
    <>
      <InShopNow seen={seen} />
      {answered === undefined ? (
        <SeenBefore
          seen={seen}
          offersComeBack
          onAnswer={(sameWatchAs) => set(watchAnswer(form.getValues(), sameWatchAs))}
        />
      ) : (
        <div className="flex flex-wrap items-center gap-x-3 text-sm">
          <div role="status" className="min-w-0">
            <p>
              {answered.length === 0
                ? 'Not seen here before.'
                : 'Same watch as before: this repair joins the earlier ones.'}
            </p>
            {same && <RunningWarranty watch={same} />}
          </div>
          {same && <ComeBackOffer watch={same} />}
          <Button variant="quiet" onClick={() => set('')}>
            Undo answer
          </Button>
        </div>
      )}
    </>
  );
}
