import { type LabelSize, labelCopies, labelSizes } from '../../domain/bag-label.ts';
import { storedChoice } from './storage.ts';

/** The label printer of this computer, and how many labels of a watch it usually prints. */

export const sizeOfLabels = storedChoice<LabelSize>(
  'bagLabelSize',
  Object.keys(labelSizes) as LabelSize[],
  'small',
);

export const copiesOfLabels = storedChoice('bagLabelCopies', labelCopies, '1');
