import Camera from 'lucide/camera';
import ImageUp from 'lucide/image-up';
import { lazy, Suspense, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { buttonClasses } from '../ui/button-classes.ts';
import { classNames } from '../ui/class-names.ts';
import { Field, type FieldText, useFieldIds } from '../ui/field.tsx';
import { photoFileTypes, photoFrom } from './chosen-photo.ts';
import { useIncomingPhotos } from './incoming-photos.ts';
import { PhotoPreview } from './photo-preview.tsx';

const CameraDialog = lazy(() =>
  import('./camera-dialog.tsx').then(({ CameraDialog }) => ({ default: CameraDialog })),
);

export interface PhotoFieldProps extends FieldText {
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
          'flex flex-wrap items-center gap-2 rounded border border-dashed p-2 transition-colors',
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
