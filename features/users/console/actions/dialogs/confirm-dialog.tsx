import { useMerchantSelection } from '@quaff/features/sessions/console/session-widget'
import { VerbDialog } from '@quaff/platform/console/forms/verb/verb-dialog'
import { nameOf } from '../../user-commands-widget'
import { usersApi } from '../../user-queries'
import { usePersonVerb, type PersonDialogProps } from './use-person-verb'

export type ConfirmedAction = 'cancelInvitation' | 'sendPasswordReset' | 'removeFromMerchant'

const words = {
  cancelInvitation: {
    title: (name: string) => `Cancel the invitation of ${name}?`,
    text: () => 'The link in the mail stops working, and the account goes. They can be invited again later.',
    button: 'Cancel invitation',
    cancel: 'Keep it',
    done: (name: string) => `${name} can be invited again later.`,
  },
  sendPasswordReset: {
    title: (name: string) => `Send ${name} a password reset?`,
    text: () => 'They get a mail with a link for a new password. Until they use it their password stays as it is.',
    button: 'Send password reset',
    cancel: 'Cancel',
    done: (name: string) => `${name} gets a mail with a link.`,
  },
  removeFromMerchant: {
    title: (name: string, merchant: string) => `Remove ${name} from ${merchant}?`,
    text: (merchant: string) =>
      `They are signed out at once, and no longer see ${merchant} when they sign in again. The account and other merchants stay.`,
    button: 'Remove',
    cancel: 'Cancel',
    done: (name: string, merchant: string) => `${name} no longer works for ${merchant}.`,
  },
} as const satisfies Record<ConfirmedAction, unknown>

export function ConfirmDialog({
  action,
  person: opened,
  onClose,
  onDone,
}: PersonDialogProps & { action: ConfirmedAction }) {
  const verb = usePersonVerb(action, opened)
  const { current } = useMerchantSelection()
  const text = words[action]
  const name = nameOf(verb.row)
  const merchant = current?.name ?? 'this merchant'

  return (
    <VerbDialog
      verb={verb}
      title={text.title(name, merchant)}
      button={text.button}
      cancel={text.cancel}
      danger={action !== 'sendPasswordReset'}
      call={({ id: userId }) =>
        action === 'removeFromMerchant'
          ? usersApi.removeFromMerchant.call({ userId, merchantId: current?.id ?? '' })
          : usersApi[action].call({ userId })
      }
      onDone={() =>
        onDone(action, text.done(name, merchant), {
          isGone: action !== 'sendPasswordReset',
          ...(action === 'removeFromMerchant' && current && { removedFrom: current.id }),
        })
      }
      onClose={onClose}
    >
      <p>{text.text(merchant)}</p>
    </VerbDialog>
  )
}
