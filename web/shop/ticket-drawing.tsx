import { useEffect, useRef, useState } from 'react';
import type { ShopSettings } from '../../domain/shop-settings.ts';

/** A ticket such as any. */
const example = {
  id: 'example',
  ticketNumber: 'WH261122ADA',
  customerName: 'Ada Byron',
  customerEmail: 'ada@example.com',
  customerPhone: '(212) 555-0142',
  customerAddress: null,
  watchBrand: 'Omega',
  watchModel: 'Speedmaster',
  serialNumber: null,
  issue: 'Does not wind',
  expectedOn: null,
  repairPrice: 80,
  priceNotes: null,
  assignedWatchmaker: null,
};

/** The printed ticket with the shop's details, as large as it is on paper. */
export function TicketDrawing({ shop }: { shop: ShopSettings['shop'] }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [owner, setOwner] = useState<Document | null>(null);
  // At once in most browsers; some put another blank page in its place when it has loaded.
  const open = () => setOwner(frame.current?.contentDocument ?? null);
  useEffect(() => setOwner(frame.current?.contentDocument ?? null), []);
  const { name, address, phone, email, social } = shop;
  useEffect(() => {
    if (owner === null) return;
    let isOver = false;
    // What a drawing needs comes with the first one; a failure leaves the paper blank.
    Promise.all([import('../print/printing.ts'), import('../print/ticket-paper.ts')]).then(
      ([{ drawInFrame }, { ticketSheet }]) => {
        if (isOver) return;
        const typed = { name, address, phone, email, social };
        const repair = { ...example, createdAt: new Date().toISOString() };
        drawInFrame(ticketSheet([repair], typed), owner);
      },
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [owner, name, address, phone, email, social]);
  return (
    <iframe
      ref={frame}
      title={`The printed ticket of ${name || 'the shop'}`}
      tabIndex={-1}
      onLoad={open}
      className="h-[6in] w-[4in] overflow-hidden rounded border [zoom:0.75]"
    />
  );
}
