import FileUp from 'lucide/file-up';
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { buttonClasses, classNames, type Icon } from './classes.ts';

/** A file that is dropped beside the area does not take the page's place. */
function useDroppedFile(
  area: RefObject<HTMLElement | null>,
  onFile: (file: File) => void,
): boolean {
  const [isOver, setIsOver] = useState(false);

  const drag = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    const isInside = area.current?.contains(event.target as Node) === true;
    setIsOver(isInside && event.type === 'dragover');
    const file = event.type === 'drop' ? event.dataTransfer.files[0] : undefined;
    if (file && isInside) onFile(file);
  });
  const leave = useEffectEvent((event: DragEvent) => {
    // Out of the window, not only out of one of its parts.
    if (event.relatedTarget === null) setIsOver(false);
  });

  useEffect(() => {
    const over = new AbortController();
    const { signal } = over;
    document.addEventListener('dragover', (event) => drag(event), { signal });
    document.addEventListener('drop', (event) => drag(event), { signal });
    document.addEventListener('dragleave', (event) => leave(event), { signal });
    return () => over.abort();
  }, []);

  return isOver;
}

interface FileAreaProps extends Omit<ComponentProps<'input'>, 'className' | 'type' | 'onChange'> {
  icon?: Icon;
  onFile: (file: File) => void;
  before?: ReactNode;
  children?: ReactNode;
}

export function FileArea({
  icon: IconPart = FileUp,
  onFile,
  before,
  children,
  ...input
}: FileAreaProps) {
  const area = useRef<HTMLDivElement>(null);
  const isOver = useDroppedFile(area, onFile);
  return (
    <div
      ref={area}
      className={classNames(
        'flex grow flex-wrap content-start items-center gap-2 rounded border border-dashed p-2 transition-colors xl:max-h-60',
        isOver ? 'border-accent bg-accent-soft' : 'border-line-strong',
      )}
    >
      {before}
      {/* The browser's own file button lies over the one that is seen: it is the field. */}
      <span className="relative inline-flex rounded has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2">
        <span aria-hidden="true" className={buttonClasses()}>
          <IconPart size={16} className="shrink-0" />
          Choose a file
        </span>
        <input
          {...input}
          type="file"
          onChange={({ target }) => {
            const picked = target.files?.[0];
            if (picked) onFile(picked);
            // So that the same file can be picked again.
            target.value = '';
          }}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
      </span>
      {children}
    </div>
  );
}
