import { useEffect, useState } from 'react';

export type CameraTrouble = 'insecure' | 'refused' | 'missing' | 'in-use' | 'failed';

const troubles: Readonly<Record<string, CameraTrouble>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'in-use',
  AbortError: 'in-use',
};

/** @param errorName of what `getUserMedia` threw */
export const cameraTrouble = (errorName: string): CameraTrouble => troubles[errorName] ?? 'failed';

interface TroubleText {
  title: string;
  advice: string;
  /** Another try can't succeed without leaving the page. */
  isFinal?: true;
}

export const cameraTroubleTexts: Record<CameraTrouble, TroubleText> = {
  insecure: {
    title: 'The camera can’t be used here.',
    advice:
      'Browsers allow it only over a secure connection (an address that begins with https) or on the shop’s server itself. Choose a file instead; on a phone or tablet, that offers the camera too.',
    isFinal: true,
  },
  refused: {
    title: 'Camera access is blocked.',
    advice:
      'Allow the camera for this site in the browser’s settings and try again, or choose a file.',
  },
  missing: {
    title: 'No camera was found.',
    advice: 'Connect one and try again, or choose a file.',
  },
  'in-use': {
    title: 'The camera is in use.',
    advice: 'Close the other program or tab that uses it and try again, or choose a file.',
  },
  failed: {
    title: 'Couldn’t start the camera.',
    advice: 'Try again, or choose a file.',
  },
};

/** The address of bytes that the browser holds, for showing them; released when they are no longer shown. */
export function useObjectUrl(blob: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (blob === null) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [blob]);
  return url;
}

interface CameraDevice {
  id: string;
  label: string;
}

type CameraState =
  | { phase: 'starting' }
  | { phase: 'live'; stream: MediaStream; deviceId: string }
  | { phase: 'trouble'; trouble: CameraTrouble };

/** Enough for the engraving on a case back; the browser takes the nearest that the camera has. */
const resolution = { width: { ideal: 3840 }, height: { ideal: 2160 } };

/** A camera that was asked for; a new object asks again. */
interface Wish {
  deviceId: string | null;
}

function constraints({ deviceId }: Wish): MediaStreamConstraints {
  const which =
    deviceId === null
      ? { facingMode: { ideal: 'environment' } }
      : { deviceId: { exact: deviceId } };
  return { audio: false, video: { ...resolution, ...which } };
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

async function cameras(media: MediaDevices): Promise<CameraDevice[]> {
  const devices = await media.enumerateDevices();
  return devices
    .filter(({ kind }) => kind === 'videoinput')
    .map(({ deviceId, label }, index) => ({ id: deviceId, label: label || `Camera ${index + 1}` }));
}

/**
 * The camera's picture while `isOn`, from the camera at the back if there is one (specification,
 * section 2: "prefers the rear camera"). The camera is always released afterwards.
 */
export function useCamera(isOn: boolean) {
  const [wish, setWish] = useState<Wish>({ deviceId: null });
  const [state, setState] = useState<CameraState>({ phase: 'starting' });
  const [devices, setDevices] = useState<CameraDevice[]>([]);

  useEffect(() => {
    if (!isOn) return;
    setState({ phase: 'starting' });
    // Undefined on a page that did not come over a secure connection, despite its type.
    const media: MediaDevices | undefined = navigator.mediaDevices;
    if (media === undefined) {
      setState({ phase: 'trouble', trouble: 'insecure' });
      return;
    }
    let isOver = false;
    let current: MediaStream | undefined;

    function fail(trouble: CameraTrouble) {
      if (!isOver) setState({ phase: 'trouble', trouble });
    }

    async function start(from: MediaDevices) {
      const stream = await from.getUserMedia(constraints(wish));
      if (isOver) return stop(stream);
      current = stream;
      const [track] = stream.getVideoTracks();
      // Unplugged, or taken away by the system.
      track?.addEventListener('ended', () => fail('failed'));
      setState({ phase: 'live', stream, deviceId: track?.getSettings().deviceId ?? '' });
      // Only now do the devices have names.
      const found = await cameras(from);
      if (!isOver) setDevices(found);
    }

    start(media).catch((error: unknown) => {
      fail(error instanceof Error ? cameraTrouble(error.name) : 'failed');
    });
    return () => {
      isOver = true;
      if (current) stop(current);
    };
  }, [isOn, wish]);

  return {
    state,
    devices,
    choose: (deviceId: string) => setWish({ deviceId }),
    retry: () => setWish({ deviceId: null }),
  };
}
