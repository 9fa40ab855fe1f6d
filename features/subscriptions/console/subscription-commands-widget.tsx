import { IconArrowBackUp, IconCalendarX } from '@tabler/icons-react'
import { refundPermissions } from '@quaff/features/refunds/permissions'
import { roleReason, type CommandContext } from '@quaff/features/sessions/console/session-widget'
import { defineCommands } from '@quaff/platform/console/frame/command'
import type { SubscriptionListRow } from '../contract'
import { subscriptionPermissions } from '../permissions'
import { subscriberNameOf } from './subscription-name'

export type NamedSubscription = Pick<
  SubscriptionListRow,
  'id' | 'subscriberName' | 'email' | 'planName' | 'merchantName' | 'status'
> & {
  /** False if all its charges are refunded. Only the open subscription knows; null while it reads. */
  isRefundable?: boolean | null
}

export const subscriptionCommands = defineCommands<NamedSubscription, CommandContext>()(
  'subscription',
  subscriberNameOf,
  {
    cancel: {
      label: 'Cancel subscription',
      icon: IconCalendarX,
      opensDialog: true,
      keywords: 'end stop',
      may: ({ status }, { role }) => {
        if (status === 'canceled') return null
        const disabledReason = roleReason(subscriptionPermissions, 'subscription.cancel', role)
        return disabledReason === null || { disabledReason }
      },
    },
    refund: {
      label: 'Refund customer',
      icon: IconArrowBackUp,
      opensDialog: true,
      keywords: 'money back return credit chargeback',
      may: ({ isRefundable }, { role }) => {
        if (isRefundable === null || roleReason(refundPermissions, 'refund.manage', role) !== null) return null
        return isRefundable !== false || { disabledReason: 'No charge is left to refund.' }
      },
    },
  },
)
export type SubscriptionAction = keyof typeof subscriptionCommands.commands
