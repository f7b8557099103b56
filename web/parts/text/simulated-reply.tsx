import { useMutation } from '@tanstack/react-query';
import ImageUp from 'lucide/image-up';
import SendHorizontal from 'lucide/send-horizontal';
import X from 'lucide/x';
import { useRef, useState } from 'react';
import { limits } from '../../../domain/field-list.ts';
import { maxPicturesOfText } from '../../../domain/text-pictures.ts';
import { CallProblem, call } from '../../data/call.ts';
import { showFailure } from '../../data/failure-toast.ts';
import { newId } from '../../data/new-id.ts';
import { refreshRepairs } from '../../data/repair-cache.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { fileSize } from '../../ui/counts.ts';
import { FileButton } from '../../ui/file-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { photoFileTypes } from '../photo/chosen-photo.ts';

interface ChosenPhoto {
  id: string;
  file: File;
}

interface Reply {
  text: string;
  photos: readonly ChosenPhoto[];
}

/** The photos are left on the simulated phone first, as on a real one; the shop fetches them. */
async function sendReply(from: string, { text, photos }: Reply) {
  const media: string[] = [];
  for (const { file } of photos) media.push((await call('simulatePicture', { file })).mediaId);
  const sent = { from, body: text, ...(media.length > 0 && { media }) };
  return call('simulateReply', { body: sent });
}

/** Answers as the customer would, by the same route that a real text takes. */
export function SimulatedReply({ phone }: { phone: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [body, setBody] = useState('');
  const [photos, setPhotos] = useState<readonly ChosenPhoto[]>([]);
  const [isOverfull, setIsOverfull] = useState(false);

  const sending = useMutation({
    mutationFn: (reply: Reply) => sendReply(phone, reply),
    onSuccess: (_answer, { text, photos: sent }) => {
      setBody((typed) => (typed.trim() === text ? '' : typed));
      setPhotos((chosen) => chosen.filter((photo) => !sent.includes(photo)));
      setIsOverfull(false);
    },
    onError: (error) =>
      showFailure(error, error instanceof CallProblem ? error.title : 'The reply was not sent'),
    onSettled: refreshRepairs,
  });

  function send(reply: Reply) {
    if (sending.isPending) return;
    if (reply.text === '' && reply.photos.length === 0) {
      field.current?.focus();
      return;
    }
    sending.mutate(reply);
  }

  function add(files: readonly File[]) {
    const all = [...photos, ...files.map((file) => ({ id: newId(), file }))];
    setPhotos(all.slice(0, maxPicturesOfText));
    setIsOverfull(all.length > maxPicturesOfText);
  }

  const quick = (text: string) => (
    <Button
      pending={sending.isPending && sending.variables.text === text}
      onClick={() => send({ text, photos: [] })}
    >
      {text}
    </Button>
  );

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send({ text: body.trim(), photos });
      }}
      className="flex flex-col gap-2 border-t p-3"
    >
      <div className="flex flex-wrap gap-2">
        {quick('ACCEPT')}
        {quick('DECLINE')}
        <FileButton
          icon={ImageUp}
          aria-label="Add photos"
          accept={photoFileTypes}
          multiple
          onFiles={add}
        >
          Add photos
        </FileButton>
      </div>
      {photos.length > 0 && (
        <ul aria-label="Photos to send" className="flex max-h-28 flex-col overflow-y-auto text-sm">
          {photos.map(({ id, file }) => (
            <li key={id} className="flex items-center gap-2">
              <span className="min-w-0 flex-1 truncate">
                <bdi>{file.name}</bdi>{' '}
                <span className="figures text-ink-muted">{fileSize(file.size)}</span>
              </span>
              <IconButton
                icon={X}
                label={`Remove ${file.name}`}
                onClick={() => {
                  setPhotos(photos.filter((other) => other.id !== id));
                  setIsOverfull(false);
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="text-soon text-sm empty:hidden">
        {isOverfull &&
          `A text can have at most ${maxPicturesOfText} photos: the others were left out.`}
      </p>
      <TextField
        ref={field}
        label="Reply as the customer"
        value={body}
        maxLength={limits.textBody}
        autoComplete="off"
        onChange={(event) => setBody(event.target.value)}
        trailing={
          <IconButton
            type="submit"
            icon={SendHorizontal}
            label="Send reply"
            pending={sending.isPending}
          />
        }
      />
    </form>
  );
}
