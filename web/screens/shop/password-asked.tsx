import { useState } from 'react';
import { CallProblem } from '../../data/call.ts';
import { failureOf } from '../../data/failure-toast.ts';
import { waitingText } from '../../data/shop-time.ts';
import { useCountdown } from '../../parts/time/date-time.tsx';
import type { Problem } from '../../ui/banner.tsx';
import { PasswordField } from '../../ui/text-field.tsx';

/**
 * The shop's password, asked for before something that concerns the whole shop.
 *
 * @param error of the last try
 * @param title of what is said about a failure that belongs to no field
 */
export function usePasswordAsked(error: Error | null, title: string) {
  const [password, setPassword] = useState('');
  const { secondsLeft, start } = useCountdown();
  const isWrong = error instanceof CallProblem && error.code === 'invalid-password';
  const isWaitOver =
    error instanceof CallProblem && error.code === 'too-many-logins' && secondsLeft === 0;
  const problem: Problem | null = isWrong || isWaitOver ? null : failureOf(error, title);
  return {
    password,
    problem,
    mayTry: secondsLeft === 0,
    /** Why it cannot be tried now. */
    reason: secondsLeft > 0 ? `You can try again in ${waitingText(secondsLeft)}.` : undefined,
    /** As a mutation's `onError`. */
    note(failure: Error): void {
      if (failure instanceof CallProblem && failure.code === 'too-many-logins') {
        start(failure.retryAfterSeconds ?? 30);
      }
    },
    field: { value: password, onChange: setPassword, error: isWrong ? error.detail : undefined },
  };
}

export function PasswordAsked({
  value,
  onChange,
  error,
}: {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}) {
  return (
    <div aria-live="polite">
      {/* Password managers file passwords under a user name; the shop has only one. */}
      <input type="text" name="username" autoComplete="username" value="shop" readOnly hidden />
      <PasswordField
        label="Shop password"
        name="password"
        autoComplete="current-password"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        error={error}
      />
    </div>
  );
}
