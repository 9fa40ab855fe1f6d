import { useMerchantSelection } from '@quaff/features/sessions/console/session-widget'
import { VerbDialog } from '@quaff/platform/console/forms/verb-dialog'
import { isolated } from '@quaff/platform/shared/readable-text'
import { usePersonVerb, type PersonDialogProps } from './use-person-actions'
import { nameOf } from './user-commands-widget'
import { usersApi } from './user-queries'

export type ConfirmedAction = 'cancelInvitation' | 'sendPasswordReset' | 'removeFromMerchant'

const actionTexts = {
  cancelInvitation: {
    title: (name: string) => `Cancel ${isolated(name)}’s invitation?`,
    text: () => 'The link stops working and the pending account is deleted. You can invite them again.',
    button: 'Cancel invitation',
    cancel: 'Keep invitation',
    done: (name: string) => `You can invite ${isolated(name)} again.`,
  },
  sendPasswordReset: {
    title: (name: string) => `Send ${isolated(name)} a password reset?`,
    text: () => 'We’ll email a reset link. Their current password works until they use it.',
    button: 'Send password reset',
    cancel: 'Cancel',
    done: (name: string) => `We emailed ${isolated(name)} a link.`,
  },
  removeFromMerchant: {
    title: (name: string, merchant: string) => `Remove ${isolated(name)} from ${isolated(merchant)}?`,
    text: (merchant: string) =>
      `They lose access to ${isolated(merchant)} right away. Their account and other merchants aren’t affected.`,
    button: 'Remove',
    cancel: 'Cancel',
    done: (name: string, merchant: string) => `${isolated(name)} no longer has access to ${isolated(merchant)}.`,
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
  const text = actionTexts[action]
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
