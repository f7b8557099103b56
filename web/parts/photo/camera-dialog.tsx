import Camera from 'lucide/camera';
import Check from 'lucide/check';
import ImageUp from 'lucide/image-up';
import RotateCcw from 'lucide/rotate-ccw';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { Button, Spinner } from '../../ui/button.tsx';
import { SelectField } from '../../ui/choice-fields.tsx';
import { countedText } from '../../ui/counts.ts';
import { Dialog, DialogClose } from '../../ui/dialog.tsx';
import { type CameraTrouble, cameraTroubleTexts, useCamera, useObjectUrl } from './camera.ts';
import { jpegOf } from './chosen-photo.ts';

export interface CameraDialogProps {
  open: boolean;
  onClose: () => void;
  onPhoto: (photo: Blob) => void;
  /** If the camera does not work, or isn't wanted. */
  onChooseFile: () => void;
  /** It stays open for the next photo if several may be taken. */
  isForSeveral?: boolean;
}

export function CameraDialog({
  open,
  onClose,
  onPhoto,
  onChooseFile,
  isForSeveral = false,
}: CameraDialogProps) {
  const [taken, setTaken] = useState(0);
  const { state, devices, choose, retry } = useCamera(open);
  const [shot, setShot] = useState<Blob | null>(null);
  /** The stream whose first picture has arrived. */
  const [seen, setSeen] = useState<MediaStream | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  const mainButton = useRef<HTMLButtonElement>(null);

  async function take() {
    const source = video.current;
    if (source === null) return;
    const photo = await jpegOf(source, source.videoWidth, source.videoHeight);
    setHasFailed(photo === null);
    setShot(photo);
  }

  const canTake = state.phase === 'live' && seen === state.stream;
  const isTroubled = state.phase === 'trouble' && shot === null;

  // Each step takes away the button that was pressed: the focus goes to the next one.
  const step = shot === null ? state.phase : 'shot';
  useLayoutEffect(() => {
    const isLost = document.activeElement?.matches('body, [role="dialog"]');
    if (step !== 'starting' && isLost) mainButton.current?.focus();
  }, [step]);

  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={() => {
        setShot(null);
        setHasFailed(false);
        setTaken(0);
      }}
      title={isForSeveral ? 'Take photos' : 'Take a photo'}
      size="large"
      holdsWork={shot !== null}
      initialFocus={mainButton}
      footer={
        <>
          {shot === null && <DialogClose>{taken > 0 ? 'Done' : 'Cancel'}</DialogClose>}
          {!isTroubled && shot === null && (
            <Button
              ref={mainButton}
              key="take"
              variant="primary"
              icon={Camera}
              pending={!canTake}
              onClick={take}
            >
              Take photo
            </Button>
          )}
          {shot !== null && (
            <>
              <Button icon={RotateCcw} onClick={() => setShot(null)}>
                Retake
              </Button>
              <Button
                ref={mainButton}
                key="use"
                variant="primary"
                icon={Check}
                onClick={() => {
                  onPhoto(shot);
                  if (!isForSeveral) return;
                  setShot(null);
                  setTaken(taken + 1);
                }}
              >
                Use photo
              </Button>
            </>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4 max-sm:h-full">
        {isTroubled ? (
          <Trouble
            trouble={state.trouble}
            onRetry={retry}
            onChooseFile={onChooseFile}
            mainButton={mainButton}
          />
        ) : (
          <Frame>
            {/* It runs on behind the photo, so that Retake need not wait for it. */}
            {state.phase === 'live' && (
              <video
                ref={(element) => {
                  video.current = element;
                  if (element && element.srcObject !== state.stream) {
                    element.srcObject = state.stream;
                  }
                }}
                aria-label="What the camera sees"
                autoPlay
                muted
                playsInline
                onLoadedData={() => setSeen(state.stream)}
                className="absolute inset-0 size-full object-contain"
              />
            )}
            {shot !== null && <Shot photo={shot} />}
            {shot === null && state.phase === 'starting' && (
              <p role="status" className="flex items-center gap-2 text-ink-muted">
                <Spinner /> Starting the camera…
              </p>
            )}
          </Frame>
        )}
        <p role="status" className="text-ink-muted text-sm empty:hidden">
          {taken > 0 && `${countedText(taken, 'photo')} taken`}
        </p>
        {hasFailed && (
          <Banner
            tone="danger"
            live
            action={
              <Button icon={ImageUp} onClick={onChooseFile}>
                Choose a file
              </Button>
            }
          >
            Couldn’t take the photo. Try again, or choose a file.
          </Banner>
        )}
        {shot === null && !isTroubled && devices.length > 1 && (
          <SelectField
            label="Camera"
            value={state.phase === 'live' ? state.deviceId : ''}
            onChange={(event) => choose(event.target.value)}
          >
            {devices.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </SelectField>
        )}
      </div>
    </Dialog>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="relative grid place-items-center overflow-hidden bg-sunken max-sm:-mx-4 max-sm:-mt-4 max-sm:min-h-40 max-sm:flex-1 max-sm:last:-mb-4 sm:aspect-4/3 sm:max-h-[60dvh] sm:rounded sm:border">
      {children}
    </div>
  );
}

function Shot({ photo }: { photo: Blob }) {
  const url = useObjectUrl(photo);
  if (url === null) return null;
  return <img src={url} alt="Just taken" className="absolute inset-0 size-full object-contain" />;
}

function Trouble({
  trouble,
  onRetry,
  onChooseFile,
  mainButton,
}: {
  trouble: CameraTrouble;
  onRetry: () => void;
  onChooseFile: () => void;
  mainButton: RefObject<HTMLButtonElement | null>;
}) {
  const { title, advice, isFinal } = cameraTroubleTexts[trouble];
  return (
    <>
      <div role="alert">
        <Banner tone="warning" title={title}>
          {advice}
        </Banner>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button ref={mainButton} icon={ImageUp} onClick={onChooseFile}>
          Choose a file
        </Button>
        {!isFinal && (
          <Button icon={RotateCcw} onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
    </>
  );
}
