import { useRef, useState } from 'react';
import { type LabelSize, labelCopies, labelSizes } from '../../../domain/bag-label.ts';
import { copiesOfLabels, labelSize } from '../../data/counter-habits.ts';
import type { ActionProps } from '../../data/open-action.ts';
import { queryClient, repairQuery } from '../../data/queries.ts';
import { useRepair } from '../../data/repair.ts';
import { layoutOf, usePrinter } from '../../parts/print/print-button.tsx';
import { SheetDrawing } from '../../parts/print/sheet-drawing.tsx';
import { repairLine } from '../../parts/repair/repair-summary.tsx';
import { useToday } from '../../parts/time/shop-calendar.ts';
import { CheckField, ChoiceField } from '../../ui/choice-fields.tsx';
import { Dialog, FormButtons } from '../../ui/dialog.tsx';

const sizes = (Object.keys(labelSizes) as LabelSize[]).map((value) => ({
  value,
  label: labelSizes[value],
}));
const copiesChoices = labelCopies.map((value) => ({ value, label: value }));

/** A label with a quarter of an inch around it. */
const drawingSizes: Readonly<Record<LabelSize, string>> = {
  small: 'h-[1.75in] w-[2.75in]',
  long: 'h-[1.625in] w-[4in]',
  tape: 'h-[2in] w-[2.95in]',
};

/** The label of a watch's bag, and of those that came with it. Size and copies are this computer's. */
export function BagLabelDialog({ open, onClose, repair }: ActionProps) {
  const size = labelSize.useValue();
  const copies = copiesOfLabels.useValue();
  const today = useToday();
  const chosen = useRef<HTMLInputElement>(null);
  const [isWholeVisit, setIsWholeVisit] = useState(true);
  const siblings = useRepair(repair.ticketNumber).data?.siblings ?? [];

  const printing = usePrinter(
    'label',
    async () => {
      const others = isWholeVisit ? siblings : [];
      const [whole, { labelSheet }] = await Promise.all([
        Promise.all(
          others.map(({ ticketNumber }) => queryClient.fetchQuery(repairQuery(ticketNumber))),
        ),
        layoutOf('label', import('../../parts/print/label-paper.ts')),
      ]);
      const all = [repair, ...whole.map((other) => other.repair)].sort((one, other) =>
        one.createdAt.localeCompare(other.createdAt),
      );
      return () => labelSheet(all, size, Number(copies), today);
    },
    onClose,
  );

  return (
    <>
      <Dialog
        open={open}
        onClose={onClose}
        title="Print bag label"
        description={repairLine(repair)}
        size="small"
        initialFocus={chosen}
        onSubmit={() => void printing.start('window')}
        footer={<FormButtons pending={printing.printing !== null}>Print</FormButtons>}
      >
        <div className="flex flex-col gap-4">
          <ChoiceField
            legend="Label"
            choices={sizes}
            value={size}
            onChange={labelSize.set}
            chosenRef={chosen}
          />
          <ChoiceField
            legend="Copies"
            choices={copiesChoices}
            value={copies}
            onChange={copiesOfLabels.set}
          />
          {siblings.length > 0 && (
            <CheckField
              label={`All watches from this visit (${siblings.length + 1})`}
              checked={isWholeVisit}
              onChange={({ target }) => setIsWholeVisit(target.checked)}
            />
          )}
          <SheetDrawing
            title="The label"
            of={JSON.stringify([repair, size])}
            load={async () => {
              const { labelSheet } = await import('../../parts/print/label-paper.ts');
              return labelSheet([repair], size, 1, today);
            }}
            className={`max-w-none max-sm:[zoom:0.85] ${drawingSizes[size]}`}
          />
          <p className="text-ink-muted text-sm">
            Size and copies are remembered on this computer. In the print dialog, choose the label
            printer and no margins.
          </p>
        </div>
      </Dialog>
      {printing.advice}
    </>
  );
}
