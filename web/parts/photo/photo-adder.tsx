import Camera from 'lucide/camera';
import ImageUp from 'lucide/image-up';
import { useId, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { FileButton } from '../../ui/file-area.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { photoFileTypes, photoFrom } from './chosen-photo.ts';

const { Part: CameraDialog } = lazyPart(
  async () => (await import('./camera-dialog.tsx')).CameraDialog,
);

/** Takes photos one after another, or picks several at once. */
export function PhotoAdder({
  room,
  onPhotos,
}: {
  /** How many more are allowed; above 0. */
  room: number;
  onPhotos: (photos: Blob[]) => void;
}) {
  const [refusal, setRefusal] = useState<string>();
  const [camera, setCamera] = useState<'never' | 'open' | 'closed'>('never');
  const files = useRef<HTMLInputElement>(null);
  const refusalId = useId();

  async function pick(picked: readonly File[]) {
    const results = await Promise.all(picked.map(photoFrom));
    const photos = results.flatMap((result) => ('photo' in result ? result.photo : []));
    const [refused] = results.flatMap((result) => ('message' in result ? result.message : []));
    const tooMany = photos.length > room ? `Only ${room} more can be added.` : undefined;
    setRefusal(refused ?? tooMany);
    if (photos.length > 0) onPhotos(photos.slice(0, room));
  }

  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Button icon={Camera} onClick={() => setCamera('open')}>
          Take photos
        </Button>
        <FileButton
          ref={files}
          icon={ImageUp}
          accept={photoFileTypes}
          multiple
          aria-label="Choose files"
          aria-describedby={refusalId}
          onFiles={(picked) => void pick(picked)}
        >
          Choose files
        </FileButton>
      </div>
      <div role="status" className="empty:hidden">
        <FieldError id={refusalId}>{refusal}</FieldError>
      </div>
      {camera !== 'never' && (
        <CameraDialog
          open={camera === 'open'}
          isForSeveral
          onClose={() => setCamera('closed')}
          onPhoto={(photo) => {
            setRefusal(undefined);
            onPhotos([photo]);
            if (room === 1) setCamera('closed');
          }}
          onChooseFile={() => {
            setCamera('closed');
            files.current?.click();
          }}
        />
      )}
    </>
  );
}
