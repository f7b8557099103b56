import Camera from 'lucide/camera';
import ImageIcon from 'lucide/image';
import ImageUp from 'lucide/image-up';
import X from 'lucide/x';
import { lazy, type RefObject, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { buttonClasses, classNames } from '../ui/classes.ts';
import { Field, type FieldText, useFieldIds } from '../ui/field.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { useObjectUrl } from './camera.ts';
import { photoFileTypes, photoFrom } from './chosen-photo.ts';

function sizeText(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** A chosen photo before it is sent. */
function PhotoPreview({
  photo,
  label,
  onRemove,
}: {
  photo: Blob;
  /** The field's, e.g. "Initial photo". */
  label: string;
  onRemove: () => void;
}) {
  const url = useObjectUrl(photo);
  const [unreadable, setUnreadable] = useState<string | null>(null);
  const name = photo instanceof File ? photo.name : 'Photo from the camera';
  return (
    <div className="flex w-full min-w-0 items-center gap-3">
      <div className="relative grid aspect-4/3 w-24 shrink-0 place-items-center overflow-hidden rounded border bg-sunken text-ink-muted">
        {url !== null && unreadable !== url ? (
          <img
            src={url}
            alt={`${label}, as it will be sent`}
            decoding="async"
            onError={() => setUnreadable(url)}
            className="absolute inset-0 size-full object-cover"
          />
        ) : (
          <ImageIcon aria-hidden="true" size={20} />
        )}
      </div>
      <div className="min-w-0 flex-1 text-sm">
        <p className="truncate">{name}</p>
        <p className="figures text-ink-muted">
          {sizeText(photo.size)}
          {unreadable !== null && unreadable === url && ', no preview in this browser'}
        </p>
      </div>
      <IconButton icon={X} label="Remove photo" onClick={onRemove} />
    </div>
  );
}

/** A modal dialog hides what is behind it; a photo that is pasted then is not meant for there. */
function isBehindDialog(element: Element | null): boolean {
  return element === null || element.closest('[aria-hidden="true"], [inert]') !== null;
}

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;

function pastedImage(data: DataTransfer | null): File | undefined {
  // Text that brings a picture of itself along (from an office program) is meant as text.
  if (data === null || data.types.includes('text/plain')) return undefined;
  return [...data.files].find(({ type }) => type.startsWith('image/'));
}

/**
 * Takes a photo that is dropped on the area, or pasted wherever the focus is. One that is dropped
 * beside the area does not take the page's place.
 *
 * @returns whether files hang over the area at this moment
 */
function useIncomingPhotos(
  area: RefObject<HTMLElement | null>,
  onFile: (file: File) => void,
): boolean {
  const [isDraggedOver, setIsDraggedOver] = useState(false);

  const paste = useEffectEvent((event: ClipboardEvent) => {
    const image = pastedImage(event.clipboardData);
    if (image === undefined || isBehindDialog(area.current)) return;
    event.preventDefault();
    onFile(image);
  });
  const drag = useEffectEvent((event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setIsDraggedOver(area.current?.contains(event.target as Node) === true);
  });
  const drop = useEffectEvent((event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setIsDraggedOver(false);
    const file = event.dataTransfer?.files[0];
    if (file && area.current?.contains(event.target as Node)) onFile(file);
  });

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener('paste', (event) => paste(event), { signal });
    document.addEventListener('dragover', (event) => drag(event), { signal });
    document.addEventListener('drop', (event) => drop(event), { signal });
    document.addEventListener(
      'dragleave',
      (event) => {
        // Out of the window, not only out of one of its parts.
        if (event.relatedTarget === null) setIsDraggedOver(false);
      },
      { signal },
    );
    return () => stop.abort();
  }, []);

  return isDraggedOver;
}

const CameraDialog = lazy(() =>
  import('./camera-dialog.tsx').then(({ CameraDialog }) => ({ default: CameraDialog })),
);

interface PhotoFieldProps extends FieldText {
  value: Blob | null;
  onChange: (photo: Blob | null) => void;
}

/** A photo from the camera, from a file, dropped or pasted. */
export function PhotoField({
  label,
  hint,
  error,
  optional = true,
  value,
  onChange,
}: PhotoFieldProps) {
  const [refusal, setRefusal] = useState<string>();
  const [camera, setCamera] = useState<'never' | 'open' | 'closed'>('never');
  const area = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const cameraButton = useRef<HTMLButtonElement>(null);
  const latestPick = useRef(0);

  const shownError = error ?? refusal;
  const { control, hintId, errorId } = useFieldIds({ hint, error: shownError }, undefined);

  function put(photo: Blob | null) {
    latestPick.current += 1;
    setRefusal(undefined);
    onChange(photo);
  }

  async function pick(file: File | undefined) {
    if (file === undefined) return;
    latestPick.current += 1;
    const thisPick = latestPick.current;
    const result = await photoFrom(file);
    // Another one was picked while this one was being read.
    if (thisPick !== latestPick.current) return;
    if ('photo' in result) put(result.photo);
    else setRefusal(result.message);
  }

  const isDraggedOver = useIncomingPhotos(area, pick);

  return (
    <Field
      {...{ label, hint, optional, hintId, errorId }}
      error={shownError}
      controlId={control.id}
    >
      <div
        ref={area}
        className={classNames(
          'flex grow xl:max-h-60 flex-wrap content-start items-center gap-2 rounded border border-dashed p-2 transition-colors',
          isDraggedOver ? 'border-accent bg-accent-soft' : 'border-line-strong',
        )}
      >
        {value !== null && (
          <PhotoPreview
            photo={value}
            label={label}
            onRemove={() => {
              put(null);
              cameraButton.current?.focus();
            }}
          />
        )}
        <Button ref={cameraButton} icon={Camera} onClick={() => setCamera('open')}>
          Take a photo
        </Button>
        {/* The browser's own file button lies over the one that is seen: it is the field. */}
        <span className="relative inline-flex rounded has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2">
          <span aria-hidden="true" className={buttonClasses()}>
            <ImageUp size={16} className="shrink-0" />
            Choose a file
          </span>
          <input
            {...control}
            ref={input}
            type="file"
            accept={photoFileTypes}
            onChange={(event) => {
              void pick(event.target.files?.[0]);
              // So that the same file can be picked again.
              event.target.value = '';
            }}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
        </span>
        {value === null && (
          <span className="hidden px-1 text-ink-muted text-sm desk:inline">
            or drop or paste one
          </span>
        )}
      </div>
      <span role="status" className="sr-only">
        {refusal}
      </span>
      {camera !== 'never' && (
        <Suspense fallback={null}>
          <CameraDialog
            open={camera === 'open'}
            onClose={() => setCamera('closed')}
            onPhoto={(photo) => {
              put(photo);
              setCamera('closed');
            }}
            onChooseFile={() => {
              setCamera('closed');
              input.current?.click();
            }}
          />
        </Suspense>
      )}
    </Field>
  );
}
