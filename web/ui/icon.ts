import type { ComponentProps, FunctionComponent } from 'react';

/** Any of lucide's icons, imported by its name: `lucide/<name>`. */
export type Icon = FunctionComponent<ComponentProps<'svg'> & { size?: number }>;
