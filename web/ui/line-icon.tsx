import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

interface LineIconProps extends ComponentProps<'svg'> {
  size?: number;
}

/**
 * What the build makes of each icon of the library (scripts/line-icons.ts).
 *
 * @returns a component that draws the icon; `path` is in the library's square of 24
 */
export function lineIcon(name: string, path: string) {
  function LineIcon({ size = 24, strokeWidth = 2, className, ...rest }: LineIconProps) {
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
        <path d={path} />
      </svg>
    );
  }
  LineIcon.displayName = name;
  return LineIcon;
}
