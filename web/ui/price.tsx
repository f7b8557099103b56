import { formatPrice } from '../../domain/money.ts';

/** Dollars as they come from the server. */
export function Price({
  dollars,
  absent = 'No price',
}: {
  dollars: number | null | undefined;
  /** What stands where there is no price. */
  absent?: string;
}) {
  if (dollars === null || dollars === undefined) {
    return <span className="text-ink-muted">{absent}</span>;
  }
  return (
    <data value={dollars.toFixed(2)} className="figures whitespace-nowrap">
      {formatPrice(dollars)}
    </data>
  );
}
