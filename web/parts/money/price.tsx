import { formatPrice } from '../../../domain/money.ts';

export function Price({ dollars }: { dollars: number }) {
  return (
    <data value={dollars.toFixed(2)} className="figures whitespace-nowrap">
      {formatPrice(dollars)}
    </data>
  );
}
