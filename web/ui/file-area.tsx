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

/** A file that is dropped beside the area does not replace the page. */
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

interface FileButtonProps extends Omit<ComponentProps<'input'>, 'className' | 'type' | 'onChange'> {
  icon?: Icon;
  onFiles: (files: File[]) => void;
  /** What is read on the button; the field has its own name. */
  children: ReactNode;
}

/** The browser's own file button lies over the one that is seen: it is the field. */
export function FileButton({
  icon: IconPart = FileUp,
  onFiles,
  children,
  ...input
}: FileButtonProps) {
  return (
    <span className="relative inline-flex rounded has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2">
      <span aria-hidden="true" className={buttonClasses()}>
        <IconPart size={16} className="shrink-0" />
        {children}
      </span>
      <input
        {...input}
        type="file"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // So that the same file can be picked again.
          target.value = '';
        }}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
    </span>
  );
}

interface FileAreaProps extends Omit<ComponentProps<'input'>, 'className' | 'type' | 'onChange'> {
  icon?: Icon;
  onFile: (file: File) => void;
  before?: ReactNode;
  children?: ReactNode;
}

export function FileArea({ icon = FileUp, onFile, before, children, ...input }: FileAreaProps) {
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
      <FileButton
        {...input}
        icon={icon}
        onFiles={([picked]) => {
          if (picked) onFile(picked);
        }}
      >
        Choose a file
      </FileButton>
      {children}
    </div>
  );
}
