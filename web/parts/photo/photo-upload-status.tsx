import Check from 'lucide/check';
import RotateCw from 'lucide/rotate-cw';
import { useEffect } from 'react';
import {
  failureText,
  type PhotoUpload,
  photoUploads,
  uploadStore,
} from '../../data/photo-uploads.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/states.tsx';
import { PhotoField } from './photo-field.tsx';

export const usePhotoUploads = (): readonly PhotoUpload[] => uploadStore.useValue();

export function UnsavedPhotos({ uploads }: { uploads: readonly PhotoUpload[] }) {
  return uploads
    .filter(({ state }) => state !== 'saved')
    .map((upload) => (
      <PhotoUploadStatus key={`${upload.ticketNumber} ${upload.kind}`} upload={upload} />
    ));
}

/** Sending the same bytes again would fail again. */
export const needsAnotherPhoto: readonly string[] = [
  'photo-unreadable',
  'photo-too-large',
  'photo-too-many-pixels',
];

export function PhotoUploadStatus({ upload }: { upload: PhotoUpload }) {
  const { ticketNumber, kind, state, share, problem } = upload;
  useEffect(() => photoUploads.show({ ticketNumber, kind }), [ticketNumber, kind]);
  const name = `The ${kind === 'completed' ? 'completion photo' : 'photo'} of ${ticketNumber}`;
  if (state === 'sending') {
    return <ProgressBar label={`Saving ${name.replace('The', 'the')}`} value={share * 100} />;
  }
  if (state === 'saved') {
    return (
      <p role="status" className="flex items-start gap-2 text-sm">
        <Check aria-hidden="true" size={16} className="mt-0.5 shrink-0 text-good" />
        The photo is saved.
      </p>
    );
  }
  const isRetryable = !needsAnotherPhoto.includes(problem?.code ?? '');
  return (
    <div className="flex flex-col gap-3">
      <Banner
        tone="danger"
        title={`${name} was not saved.`}
        action={
          <span className="flex flex-wrap gap-2">
            <Button variant="quiet" onClick={() => photoUploads.dismiss(upload)}>
              Continue without it
            </Button>
            {isRetryable && (
              <Button icon={RotateCw} onClick={() => photoUploads.retry(upload)}>
                Retry
              </Button>
            )}
          </span>
        }
        live
      >
        {failureText(problem)}
      </Banner>
      {!isRetryable && (
        <PhotoField
          label="Another photo"
          value={null}
          onChange={(photo) => {
            if (photo) photoUploads.start({ ...upload, photo });
          }}
        />
      )}
    </div>
  );
}
