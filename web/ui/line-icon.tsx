import type { ComponentProps } from 'react';
import { classNames, type Icon } from './classes.ts';

type Shape = readonly ['path' | 'circle' | 'rect', Record<string, string>];

/** What the build makes of each icon (scripts/lucide-icons.ts). */
export function lineIcon(name: string, shapes: readonly Shape[]): Icon {
  function LineIcon({ size = 24, strokeWidth = 2, className, ...rest }: ComponentProps<Icon>) {
    return (
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={strokeWidth}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        {...rest}
        className={classNames('lucide', className)}
      >
        {shapes.map(([Element, attributes]) => (
          <Element key={JSON.stringify(attributes)} {...attributes} />
        ))}
      </svg>
    );
  }
  LineIcon.displayName = name;
  return LineIcon;
}
