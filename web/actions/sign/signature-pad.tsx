import { type PointerEvent, type RefObject, useRef } from 'react';

/** The picture's size in pixels, whatever the screen's: sharp on paper, and about ten kilobytes. */
const size = { width: 1200, height: 400 };
const lineWidth = 6;

/** A pad to sign on with a finger, a pen or a mouse. */
export function SignaturePad({
  canvas,
  onDrawn,
}: {
  canvas: RefObject<HTMLCanvasElement | null>;
  onDrawn: () => void;
}) {
  /** Where the pointer was last; null while it is up. */
  const last = useRef<{ x: number; y: number } | null>(null);

  function draw(event: PointerEvent<HTMLCanvasElement>) {
    const context = canvas.current?.getContext('2d');
    if (!context || last.current === null) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    context.lineWidth = lineWidth;
    context.lineCap = 'round';
    context.lineJoin = 'round';
    context.strokeStyle = '#000';
    context.beginPath();
    context.moveTo(last.current.x, last.current.y);
    // A fast hand moves so far between two frames that a straight line would show.
    const moves = event.nativeEvent.getCoalescedEvents?.() ?? [];
    for (const { clientX, clientY } of moves.length === 0 ? [event] : moves) {
      last.current = {
        x: ((clientX - left) / width) * size.width,
        y: ((clientY - top) / height) * size.height,
      };
      context.lineTo(last.current.x, last.current.y);
    }
    context.stroke();
    onDrawn();
  }

  function begin(event: PointerEvent<HTMLCanvasElement>) {
    if (event.button !== 0 || !event.isPrimary) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    last.current = {
      x: ((event.clientX - left) / width) * size.width,
      y: ((event.clientY - top) / height) * size.height,
    };
    // A tap draws a dot.
    draw(event);
  }

  return (
    <canvas
      ref={canvas}
      {...size}
      role="img"
      aria-label="Signature"
      onPointerDown={begin}
      onPointerMove={draw}
      onPointerUp={() => {
        last.current = null;
      }}
      onPointerCancel={() => {
        last.current = null;
      }}
      className="aspect-3/1 w-full cursor-crosshair touch-none select-none rounded border border-line-strong bg-[#fff]"
    />
  );
}
