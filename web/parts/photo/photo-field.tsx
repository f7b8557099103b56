import Camera from 'lucide/camera';
import ImageUp from 'lucide/image-up';
import X from 'lucide/x';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { fileSize } from '../../ui/counts.ts';
import { Field, type FieldText } from '../../ui/field.tsx';
import { FileArea } from '../../ui/file-area.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { photoFileTypes, photoFrom } from './chosen-photo.ts';
import { PhotoPreview } from './photo-preview.tsx';

function ChosenPhoto({
  photo,
  label,
  onRemove,
}: {
  photo: Blob;
  label: string;
  onRemove: () => void;
}) {
  const [unreadable, setUnreadable] = useState<Blob | null>(null);
  const name = photo instanceof File ? photo.name : 'Photo from the camera';
  return (
    <div className="flex w-full min-w-0 items-center gap-3">
      <PhotoPreview
        photo={photo}
        alt={`${label}, as it will be sent`}
        onUnreadable={() => setUnreadable(photo)}
      />
      <div className="min-w-0 flex-1 text-sm">
        <p className="truncate">{name}</p>
        <p className="figures text-ink-muted">
          {fileSize(photo.size)}
          {unreadable === photo && ', no preview in this browser'}
        </p>
      </div>
      <IconButton icon={X} label="Remove photo" onClick={onRemove} />
    </div>
  );
}

/** A modal dialog hides what is behind it; a photo that is pasted then is not meant for a field there. */
function isBehindDialog(element: Element | null): boolean {
  return element === null || element.closest('[aria-hidden="true"], [inert]') !== null;
}

function pastedImage(data: DataTransfer | null): File | undefined {
  // Text that comes with a picture of itself (from an office program) is meant as text.
  if (data === null || data.types.includes('text/plain')) return undefined;
  return [...data.files].find(({ type }) => type.startsWith('image/'));
}

function usePastedPhoto(field: RefObject<HTMLElement | null>, onFile: (file: File) => void): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const image = pastedImage(event.clipboardData);
    if (image === undefined || isBehindDialog(field.current)) return;
    event.preventDefault();
    onFile(image);
  });
  useEffect(() => {
    const listener = (event: ClipboardEvent) => paste(event);
    document.addEventListener('paste', listener);
    return () => document.removeEventListener('paste', listener);
  }, []);
}

const { Part: CameraDialog } = lazyPart(
  async () => (await import('./camera-dialog.tsx')).CameraDialog,
);

interface PhotoFieldProps extends Pick<FieldText, 'label' | 'hint'> {
  value: Blob | null;
  onChange: (photo: Blob | null) => void;
}

export function PhotoField({ label, hint, value, onChange }: PhotoFieldProps) {
  const [refusal, setRefusal] = useState<string>();
  const [camera, setCamera] = useState<'never' | 'open' | 'closed'>('never');
  const input = useRef<HTMLInputElement>(null);
  const cameraButton = useRef<HTMLButtonElement>(null);
  const latestPick = useRef(0);

  function put(photo: Blob | null) {
    latestPick.current += 1;
    setRefusal(undefined);
    onChange(photo);
  }

  async function pick(file: File) {
    latestPick.current += 1;
    const thisPick = latestPick.current;
    const result = await photoFrom(file);
    // Another one was picked while this one was being read.
    if (thisPick !== latestPick.current) return;
    if ('photo' in result) put(result.photo);
    else setRefusal(result.message);
  }

  usePastedPhoto(input, pick);

  return (
    <Field {...{ label, hint }} error={refusal} optional>
      {(control) => (
        <>
          <FileArea
            {...control}
            ref={input}
            icon={ImageUp}
            accept={photoFileTypes}
            onFile={(file) => void pick(file)}
            before={
              <>
                {value !== null && (
                  <ChosenPhoto
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
              </>
            }
          >
            {value === null && (
              <span className="hidden px-1 text-ink-muted text-sm desk:inline">
                or drop or paste one
              </span>
            )}
          </FileArea>
          <span role="status" className="sr-only">
            {refusal}
          </span>
          {camera !== 'never' && (
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
          )}
        </>
      )}
    </Field>
  );
}
