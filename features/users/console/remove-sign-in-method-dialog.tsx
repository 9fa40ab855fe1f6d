import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmIdentityDialog, useRecentSignIn } from '@quaff/features/sign-in/console/recent-sign-in-widget'
import { Dialog, DialogButtons } from '@quaff/platform/console/controls/dialog'
import { ErrorNotice } from '@quaff/platform/console/display/panel'
import { verbErrorText } from '@quaff/platform/console/forms/error-text'
import { isStale, StaleNotice } from '@quaff/platform/console/forms/stale-notice'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { useRefetch } from '@quaff/platform/console/query-client'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { UserRecord } from '../contract'
import { nameOf } from './user-commands-widget'
import { usersApi } from './user-queries'

const ways = {
  removeSecondFactor: {
    title: (name: string) => `Reset two-factor authentication for ${isolated(name)}?`,
    button: 'Reset',
    done: 'Two-factor authentication reset',
    failed: 'Couldn’t remove the authenticator app. Try again.',
    why: 'Verify their identity first: until they set up a new app, a password or email link is enough to sign in.',
    after: 'They’re signed out everywhere and get an email.',
  },
  removePasskeys: {
    title: (name: string) => `Remove all passkeys for ${isolated(name)}?`,
    button: 'Remove',
    done: 'Passkeys removed',
    failed: 'Couldn’t remove the passkeys. Try again.',
    why: 'Use this if they lost a device or don’t recognize a passkey. All their passkeys stop working.',
    after: 'They’re signed out everywhere and get an email. They can still sign in with a password or email link.',
  },
  unlinkSingleSignOn: {
    title: (name: string) => `Unlink ${isolated(name)}?`,
    button: 'Unlink',
    done: 'Single sign-on unlinked',
    failed: 'Couldn’t unlink the account. Try again.',
    why: 'Use this if their account at the identity provider has changed.',
    after: 'They’re signed out everywhere and get an email. Their next sign-in links the account again.',
  },
} as const
export type SignInWay = keyof typeof ways

/** Has no input, so a changed user is reloaded by closing. */
export function TakeAwayDialog({ way, opened, onClose }: { way: SignInWay; opened: UserRecord; onClose: () => void }) {
  const { title, button, done, failed, why, after } = ways[way]
  const refetch = useRefetch(usersApi.key())
  const [error, setError] = useState<unknown>(null)
  const remove = useMutation(usersApi[way].mutationOptions())
  const name = nameOf(opened)
  const gate = useRecentSignIn(async () => {
    setError(null)
    await remove.mutateAsync({ userId: opened.id, version: opened.version })
    void refetch()
    notifySuccess(done, `${isolated(name)} was signed out everywhere and gets an email.`)
    onClose()
  }, setError)
  const leave = () => {
    void refetch()
    onClose()
  }
  if (gate.asking)
    return <ConfirmIdentityDialog gate={gate} action={`Confirm and ${button.toLowerCase()}`} onClose={onClose} />
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title(name)}
      onSubmit={() => void gate.attempt()}
      footer={
        <DialogButtons onCancel={onClose} danger loading={gate.busy}>
          {button}
        </DialogButtons>
      }
    >
      {isStale(error) && <StaleNotice what="user" error={error} onReload={leave} />}
      <ErrorNotice text={error === null || isStale(error) ? null : verbErrorText(error, failed)} />
      <p>{why}</p>
      <p>{after}</p>
    </Dialog>
  )
}
