import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import {
  ConfirmIdentityDialog,
  useRecentSignIn,
} from '@quaff/features/sign-in/reauthentication/console/recent-sign-in-widget'
import { Dialog, DialogButtons } from '@quaff/platform/console/controls/dialog'
import { FaultNotice } from '@quaff/platform/console/display/notice'
import { verbErrorText } from '@quaff/platform/console/forms/error-text'
import { isStale, StaleNotice } from '@quaff/platform/console/forms/stale-notice'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { useRefetch } from '@quaff/platform/console/query-client'
import type { UserRecord } from '../../contract'
import { nameOf } from '../user-commands-widget'
import { usersApi } from '../user-queries'

const ways = {
  removeSecondFactor: {
    title: (name: string) => `Take the authenticator app of ${name} away?`,
    button: 'Take away',
    done: 'Authenticator app taken away',
    failed: 'The authenticator app could not be taken away. Try again.',
    why: 'For people who lost their phone and their recovery codes. Make sure that it is really them who ask: until they set up another app, the password or a mailed link alone opens the account.',
    after:
      'They are signed out everywhere and told by mail. Where an app is required, they set up a new one at their next sign-in.',
  },
  removePasskeys: {
    title: (name: string) => `Take the passkeys of ${name} away?`,
    button: 'Take away',
    done: 'Passkeys taken away',
    failed: 'The passkeys could not be taken away. Try again.',
    why: 'For people who lost the device that keeps them, or find one that they do not know. All their passkeys stop working.',
    after:
      'They are signed out everywhere and told by mail. They sign in with their password or a mailed link, and can add a new passkey then.',
  },
  unlinkSingleSignOn: {
    title: (name: string) => `Unlink ${name}?`,
    button: 'Unlink',
    done: 'Single sign-on unlinked',
    failed: 'The account could not be unlinked. Try again.',
    why: 'For people who have another account at the identity provider by now.',
    after:
      'They are signed out everywhere and told by mail. Their next sign-in there links it, where it vouches for their address.',
  },
} as const
export type SignInWay = keyof typeof ways

/** Nothing is typed here, so a person who was changed meanwhile is shown anew by closing. */
export function TakeAwayDialog({ way, opened, onClose }: { way: SignInWay; opened: UserRecord; onClose: () => void }) {
  const { title, button, done, failed, why, after } = ways[way]
  const refetch = useRefetch(usersApi.key())
  const [fault, setFault] = useState<unknown>(null)
  const remove = useMutation(usersApi[way].mutationOptions())
  const name = nameOf(opened)
  const gate = useRecentSignIn(async () => {
    setFault(null)
    await remove.mutateAsync({ userId: opened.id, version: opened.version })
    void refetch()
    notifySuccess(done, `${name} was signed out everywhere and is mailed.`)
    onClose()
  }, setFault)
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
      {isStale(fault) && <StaleNotice what="user" error={fault} onReload={leave} />}
      <FaultNotice text={fault === null || isStale(fault) ? null : verbErrorText(fault, failed)} />
      <p>{why}</p>
      <p>{after}</p>
    </Dialog>
  )
}
