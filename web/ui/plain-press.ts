import type { MouseEvent } from 'react';

/** Whether a press on a link is for this page: with a key held, the browser opens it elsewhere. */
export const isPlainPress = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  !(metaKey || ctrlKey || shiftKey || altKey);
