import '../../data/zod-setup.ts';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Texting } from '../../../domain/api-texting.ts';
import { formatPhone } from '../../../domain/phone.ts';
import { textingAccountSchema } from '../../../domain/texting-account.ts';
import { CallProblem, call } from '../../data/call.ts';
import {
  alsoChangedWords,
  type ChangedField,
  isChangedMeanwhile,
  mergeStored,
  noteTyped,
} from '../../data/changed-meanwhile.ts';
import { failureOf } from '../../data/failure-toast.ts';
import { queryClient, textingQuery } from '../../data/queries.ts';
import { refreshSettings } from '../../data/repair-cache.ts';
import { toasts } from '../../data/toasts.ts';
import { ChangedNotice, OtherVersion } from '../../parts/form/version-choice.tsx';
import { ProblemBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, FormButtons } from '../../ui/dialog.tsx';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { PasswordAsked, usePasswordAsked } from './password-asked.tsx';
import { TextingFindings } from './texting-findings.tsx';

type Name = 'accountSid' | 'sender' | 'publicUrl';
type Fields = Record<Name, string>;
type Errors = Partial<Record<Name | 'authToken' | 'password', string | undefined>>;

const labels: Readonly<Record<Name, string>> = {
  accountSid: 'Account SID',
  sender: 'Number or messaging service',
  publicUrl: 'Public address',
};

const fieldsOf = ({ account, publicUrl }: Texting): Fields => ({
  accountSid: account?.accountSid ?? '',
  sender: formatPhone(account?.sender ?? ''),
  // If the owner opens the page from outside, that is the address.
  publicUrl:
    publicUrl ??
    account?.publicUrl ??
    (window.location.protocol === 'https:' ? window.location.origin : ''),
});

/** @returns what was refused at each field, in the words of the check */
function errorsOf(issues: readonly { path: string; message: string }[]): Errors {
  const named = issues.map(({ path, message }) => [path.replace(/^account\./, ''), message]);
  return Object.fromEntries(named.toReversed()) as Errors;
}

interface TextingDialogProps {
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
  texting: Texting;
}

/** The account as it is typed, checked before it is saved, and saved with the shop's password. */
export function TextingDialog({ open, onClose, onClosed, texting }: TextingDialogProps) {
  const [opened, setOpened] = useState(texting);
  const [isFirst] = useState(texting.source === 'simulated');
  const [fields, setFields] = useState<Fields>(() => fieldsOf(texting));
  const [authToken, setAuthToken] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const [changed, setChanged] = useState<ChangedField<Name>[]>([]);
  const [alsoChanged, setAlsoChanged] = useState<string>();
  const form = useRef<HTMLDivElement>(null);

  const isTokenKept =
    opened.token !== null && fields.accountSid.trim() === opened.account?.accountSid;
  const before = fieldsOf(opened);
  const isDirty =
    authToken !== '' ||
    (Object.keys(fields) as Name[]).some((name) => fields[name] !== before[name]);

  function showErrors(found: Errors): void {
    setErrors(found);
    const [first] = ['accountSid', 'authToken', 'sender', 'publicUrl'].filter(
      (name) => name in found,
    );
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }

  /** What was typed, checked; null if something has to be corrected first. */
  function typed() {
    const read = textingAccountSchema.safeParse({
      ...fields,
      authToken: authToken.trim() === '' ? null : authToken,
    });
    const issues = (read.error?.issues ?? []).map(({ path, message }) => ({
      path: path.join('.'),
      message,
    }));
    if (authToken.trim() === '' && !isTokenKept) {
      issues.push({ path: 'authToken', message: 'Auth Token is required' });
    }
    showErrors(errorsOf(issues));
    return issues.length === 0 && read.success ? read.data : null;
  }

  const onRefused = (error: Error) => {
    if (error instanceof CallProblem && error.code !== 'invalid-password') {
      showErrors(errorsOf(error.errors));
    }
  };

  type Account = NonNullable<ReturnType<typeof typed>>;

  const checking = useMutation({
    mutationFn: (account: Account) => call('checkTexting', { body: { account } }),
    onError: onRefused,
  });

  const saving = useMutation({
    mutationFn: (account: Account) =>
      call('changeTexting', {
        body: { ...account, password: asked.password },
        seenVersion: opened.version,
      }),
    onSuccess: (answer) => {
      queryClient.setQueryData(textingQuery.queryKey, answer);
      toasts.show({
        kind: 'success',
        title: opened.source === 'simulated' ? 'Real texts are on' : 'Account saved',
        detail: 'Check it, and send a test text.',
      });
      onClose();
    },
    onError: (error) => {
      asked.note(error);
      if (isChangedMeanwhile(error)) catchUp(error.document.stored as Texting);
      else onRefused(error);
    },
    onSettled: refreshSettings,
  });
  const isChangedByOther = isChangedMeanwhile(saving.error);
  const hasFieldErrors = saving.error instanceof CallProblem && saving.error.errors.length > 0;
  const asked = usePasswordAsked(
    isChangedByOther || (hasFieldErrors && !isPasswordError(saving.error)) ? null : saving.error,
    'Not saved',
  );

  /** A colleague was faster: what was typed stays, and both versions are shown. */
  function catchUp(stored: Texting): void {
    const merged = mergeStored(fieldsOf(opened), fieldsOf(stored), fields);
    const isOtherToken = stored.token?.at !== opened.token?.at;
    setFields(merged.fields);
    setChanged(merged.changed);
    setAlsoChanged(
      alsoChangedWords([
        ...merged.taken.map((name) => labels[name]),
        ...(isOtherToken ? ['Auth Token'] : []),
      ]),
    );
    setOpened(stored);
  }

  function change(name: Name, value: string): void {
    setFields((now) => ({ ...now, [name]: value }));
    setChanged((now) => noteTyped(now, name, value));
    setErrors((now) => ({ ...now, [name]: undefined }));
    checking.reset();
  }

  const line = (name: Name, hint: string, isReadOnly = false) => (
    <div className="min-w-0">
      <TextField
        name={name}
        label={labels[name]}
        hint={hint}
        autoComplete="off"
        spellCheck={false}
        readOnly={isReadOnly}
        value={fields[name]}
        error={errors[name]}
        onChange={({ target }) => change(name, target.value)}
      />
      <OtherVersion
        name={name}
        label={labels[name]}
        changed={changed}
        value={fields[name]}
        onChoose={change}
      />
    </div>
  );
  const isAddressSet = opened.publicUrl !== null;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title={isFirst ? 'Set up real texts' : 'Change the account'}
      size="wide"
      dirty={isDirty}
      busy={saving.isPending}
      alert={<ProblemBanner problem={asked.problem} />}
      onSubmit={() => {
        if (saving.isPending || !asked.mayTry) return;
        const account = typed();
        if (account !== null) saving.mutate(account);
      }}
      footer={
        <FormButtons
          pending={saving.isPending || saving.isSuccess}
          disabledReason={asked.reason}
          other={
            <Button
              pending={checking.isPending}
              onClick={() => {
                const account = typed();
                if (account !== null) checking.mutate(account);
              }}
            >
              Check
            </Button>
          }
        >
          Save
        </FormButtons>
      }
    >
      <div ref={form} className="flex flex-col gap-4">
        <ChangedNotice isShown={isChangedByOther} alsoChanged={alsoChanged} />
        {line('accountSid', 'Begins with AC, on the first page of console.twilio.com.')}
        <PasswordField
          name="authToken"
          label="Auth Token"
          autoComplete="off"
          optional={isTokenKept}
          hint={
            isTokenKept
              ? 'Stored. Leave it blank to keep it; it is never shown again.'
              : 'Beside the Account SID. It is stored encrypted and never shown again.'
          }
          value={authToken}
          error={errors.authToken}
          onChange={({ target }) => {
            setAuthToken(target.value);
            setErrors((now) => ({ ...now, authToken: undefined }));
            checking.reset();
          }}
        />
        {line('sender', 'Such as (212) 555-0100, or the SID of a messaging service (MG…).')}
        {line(
          'publicUrl',
          isAddressSet
            ? 'Set by PUBLIC_URL in the server’s environment.'
            : 'This product’s address on the internet, such as https://shop.example.com.',
          isAddressSet,
        )}
        <div aria-live="polite" className="empty:hidden">
          <ProblemBanner
            problem={
              checking.error instanceof CallProblem && checking.error.errors.length > 0
                ? null
                : failureOf(checking.error, 'Not checked')
            }
          />
          {checking.data && <TextingFindings findings={checking.data.findings} />}
        </div>
        <PasswordAsked {...asked.field} />
      </div>
    </Dialog>
  );
}

const isPasswordError = (error: Error | null) =>
  error instanceof CallProblem && error.code === 'invalid-password';
