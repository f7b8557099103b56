import '../data/zod-setup.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import KeyRound from 'lucide/key-round';
import { useForm } from 'react-hook-form';
import { changePasswordForm } from '../../domain/api-shop.ts';
import { shortestPassword } from '../../domain/new-password.ts';
import { CallProblem, call } from '../data/call.ts';
import { failureOf } from '../data/failure-toast.ts';
import { sessionsQuery } from '../data/queries.ts';
import { ProblemBanner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Section } from '../ui/card.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { toasts } from '../ui/toasts.ts';
import { useCountdown, waitingText } from '../ui/waiting-time.ts';

export function PasswordCard({ isSetOutside }: { isSetOutside: boolean }) {
  return (
    <Section title="Shop password">
      {isSetOutside ? (
        <p className="text-sm">
          The password is set by <code>SHOP_PASSWORD</code> where the product is started. Change it
          there and start the product again: everybody is then logged out.
        </p>
      ) : (
        <PasswordForm />
      )}
    </Section>
  );
}

const empty = { currentPassword: '', newPassword: '', repeated: '' };

/**
 * What belongs to a field stands there; the rest is said above the button.
 *
 * @param hasWaited whether the time is over that a refusal asked for
 */
function problemOf(error: Error | null, hasWaited: boolean) {
  const { code, errors, title } =
    error instanceof CallProblem
      ? error
      : { code: null, errors: [], title: 'Password not changed' };
  if (errors.some(({ path }) => path in empty)) return null;
  if (code === 'too-many-logins' && hasWaited) return null;
  return failureOf(error, { title, detail: error?.message ?? '' });
}

function PasswordForm() {
  const queryClient = useQueryClient();
  const form = useForm({ resolver: zodResolver(changePasswordForm), defaultValues: empty });
  const { errors } = form.formState;
  const { secondsLeft, start: startCountdown } = useCountdown();

  const changing = useMutation({
    mutationFn: ({ currentPassword, newPassword }: typeof empty) =>
      call('PUT /api/password', { body: { currentPassword, newPassword } }),
    onSuccess: () => {
      form.reset(empty, { keepFieldsRef: true });
      toasts.show({
        kind: 'success',
        title: 'Password changed',
        detail: 'Everybody else has been logged out.',
      });
    },
    onError: (error) => {
      if (!(error instanceof CallProblem)) return;
      for (const { path, message } of error.errors) {
        if (path === 'currentPassword' || path === 'newPassword') {
          form.setError(path, { message }, { shouldFocus: true });
        }
      }
      if (error.code === 'too-many-logins') startCountdown(error.retryAfterSeconds ?? 30);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });

  const problem = problemOf(changing.error, secondsLeft === 0);
  const field = (name: keyof typeof empty) => ({
    ...form.register(name),
    error: errors[name]?.message,
  });

  return (
    <form
      noValidate
      className="flex max-w-sm flex-col gap-4"
      onSubmit={form.handleSubmit((given) => {
        if (!changing.isPending && secondsLeft === 0) changing.mutate(given);
      })}
    >
      {/* Password managers file what they keep under a name; the shop has but one. */}
      <input type="text" name="username" autoComplete="username" value="shop" readOnly hidden />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        {...field('currentPassword')}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={`At least ${shortestPassword} characters. A few words in a row are easy to remember.`}
        {...field('newPassword')}
      />
      <PasswordField
        label="New password once more"
        autoComplete="new-password"
        {...field('repeated')}
      />
      <p className="text-ink-muted text-sm">
        Everybody else is logged out and needs the new password.
      </p>
      <div role="alert" className="empty:hidden">
        <ProblemBanner problem={problem} />
      </div>
      <div className="flex justify-end">
        <Button
          type="submit"
          variant="primary"
          icon={KeyRound}
          pending={changing.isPending}
          disabledReason={
            secondsLeft > 0 ? `You can try again in ${waitingText(secondsLeft)}.` : undefined
          }
        >
          Change password
        </Button>
      </div>
    </form>
  );
}
