import { type PointerEvent, type RefObject, useRef } from 'react';

/** The picture's size in pixels, whatever the screen's: sharp on paper, and about ten kilobytes. */
const size = { width: 1200, height: 400 };
const lineWidth = 6;

function pointIn(
  canvas: HTMLCanvasElement,
  { clientX, clientY }: { clientX: number; clientY: number },
) {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  return {
    x: ((clientX - left) / width) * size.width,
    y: ((clientY - top) / height) * size.height,
  };
}

/** A pad to sign on with a finger, a pen or a mouse. */
export function SignaturePad({
  canvas,
  onDrawn,
}: {
  canvas: RefObject<HTMLCanvasElement | null>;
  onDrawn: () => void;
}) {
  /** Where each pointer that is down was last: a palm may rest on the tablet before the finger signs. */
  const last = useRef(new Map<number, { x: number; y: number }>());

  function draw(event: PointerEvent<HTMLCanvasElement>) {
    const context = canvas.current?.getContext('2d');
    const from = last.current.get(event.pointerId);
    if (!context || from === undefined) return;
    context.lineWidth = lineWidth;
    context.lineCap = 'round';
    context.lineJoin = 'round';
    context.strokeStyle = '#000';
    context.beginPath();
    context.moveTo(from.x, from.y);
    // A fast hand moves so far between two frames that a straight line would show.
    const moves = event.nativeEvent.getCoalescedEvents?.() ?? [];
    for (const move of moves.length === 0 ? [event] : moves) {
      const to = pointIn(event.currentTarget, move);
      last.current.set(event.pointerId, to);
      context.lineTo(to.x, to.y);
    }
    context.stroke();
    onDrawn();
  }

  function begin(event: PointerEvent<HTMLCanvasElement>) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    last.current.set(event.pointerId, pointIn(event.currentTarget, event));
    // A tap draws a dot.
    draw(event);
  }

  const end = ({ pointerId }: PointerEvent) => void last.current.delete(pointerId);

  return (
    <canvas
      ref={canvas}
      {...size}
      role="img"
      aria-label="Signature"
      onPointerDown={begin}
      onPointerMove={draw}
      onPointerUp={end}
      onPointerCancel={end}
      className="aspect-3/1 w-full cursor-crosshair touch-none select-none rounded border border-line-strong bg-[#fff]"
    />
  );
}
