import type { LucideIcon } from 'lucide-react';

/** Any of lucide's icons, imported on its own: `lucide-react/icons/<name>`. */
export type Icon = LucideIcon;
