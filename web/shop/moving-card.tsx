import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../data/call.ts';
import { showFailure } from '../data/failure-toast.ts';
import { shopQuery } from '../data/queries.ts';
import { Section } from '../ui/card.tsx';
import { SwitchField } from '../ui/choice-fields.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { toasts } from '../ui/toasts.ts';

/** How the shop moves to another place, and the switch that closes it meanwhile. */
export function MovingCard() {
  const _id = useId();
  const queryClient = useQueryClient();
  const { data: shop } = useQuery(shopQuery);
  const [isAsking, setIsAsking] = useState(false);
  const setting = useMutation({
    mutationFn: (isClosed: boolean) =>
      call('PUT /api/shop/closed-for-moving', { body: { isClosed } }),
    onSuccess: ({ closedSince }) => {
      setIsAsking(false);
      queryClient.setQueryData(
        shopQuery.queryKey,
        (before) => before && { ...before, closedSince },
      );
      // While it is closed the banner says so on every screen.
      if (closedSince === null) toasts.show({ kind: 'success', title: 'The shop is open again' });
    },
    onError: (error, isClosed) => {
      if (!isClosed) showFailure(error, { title: 'Not opened', detail: error.message });
    },
  });
  const isClosed = typeof shop?.closedSince === 'string';
  return (
    <Section title="Moving">
      <div className="flex flex-col gap-4">
        <p className="max-w-prose text-ink-muted text-sm">
          Another computer, another database or a bucket for the photos: the shop moves there by a
          backup. Close it first, so that nothing changes after the backup and is left behind.
        </p>
        <SwitchField
          label="Closed for moving"
          hint={
            isClosed
              ? 'Nothing can be changed and no texts go out. Switch it off to open the shop here again.'
              : undefined
          }
          checked={isClosed}
          disabled={shop === undefined || setting.isPending}
          onChange={() => (isClosed ? setting.mutate(false) : setIsAsking(true))}
        />
        <ol className="flex max-w-prose list-decimal flex-col gap-1 pl-5 text-ink-muted text-sm">
          <li>Close the shop here and press “Back up now”.</li>
          <li>
            In the new place, with its settings (DATA_DIR, DATABASE_URL, S3_…), run{' '}
            <Typed>npm run restore FILE</Typed>, then <Typed>npm start</Typed>. The shop is open
            there.
          </li>
          <li>Stop the product here, and leave this shop closed.</li>
        </ol>
      </div>
      <ConfirmDialog
        open={isAsking}
        title="Close the shop for moving?"
        description="On every screen nothing can be changed until the shop is open again, here or in the new place. Everything can still be read. Customers’ texts are taken in afterwards."
        confirmLabel="Close the shop"
        tone="primary"
        pending={setting.isPending}
        problem={
          setting.error === null ? null : { title: 'Not closed', detail: setting.error.message }
        }
        onConfirm={() => setting.mutate(true)}
        onClose={() => {
          setIsAsking(false);
          setting.reset();
        }}
      />
    </Section>
  );
}

function Typed({ children }: { children: string }) {
  return <code className="whitespace-nowrap rounded bg-sunken px-1 text-ink">{children}</code>;
}
