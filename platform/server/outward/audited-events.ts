import type { OutwardType } from '@quaff/platform/shared/outward/event-types'

/** By the target and the action of an audit entry. What does not stand here, sign-ins and staff above all, goes nowhere. */
const typeOf: Readonly<Record<string, Readonly<Record<string, OutwardType>>>> = {
  merchant: {
    create_merchant: 'merchant.created',
    update_merchant: 'merchant.updated',
    update_branding: 'merchant.updated',
    request_approval: 'merchant.updated',
    request_changes: 'merchant.updated',
    approve_merchant: 'merchant.updated',
    decline_merchant: 'merchant.updated',
    suspend_merchant: 'merchant.updated',
    archive_merchant: 'merchant.updated',
    restore_merchant: 'merchant.updated',
    set_live: 'merchant.updated',
    delete_merchant: 'merchant.deleted',
  },
  location: {
    create_location: 'location.created',
    update_location: 'location.updated',
    delete_location: 'location.deleted',
  },
  plan: { create_plan: 'plan.created', update_plan: 'plan.updated', delete_plan: 'plan.deleted' },
  promotion: {
    enable_promotion: 'promotion.enabled',
    update_promotion: 'promotion.updated',
    disable_promotion: 'promotion.disabled',
  },
  payout: {
    generate_payout: 'payout.created',
    approve_payout: 'payout.updated',
    send_payout: 'payout.updated',
    reopen_payout: 'payout.updated',
    carry_payout: 'payout.updated',
    adjust_payout: 'payout.updated',
    adjust_next_payout: 'payout.updated',
    close_payout: 'payout.updated',
    remove_payout_adjustment: 'payout.updated',
    confirm_payout: 'payout.paid',
    fail_payout: 'payout.failed',
    discard_payout: 'payout.deleted',
  },
  refund: {
    record_refund: 'refund.recorded',
    reverse_refund: 'refund.reversed',
    open_dispute: 'dispute.opened',
    close_dispute: 'dispute.closed',
  },
}

export function outwardTypeOf({ targetType, action }: { targetType: string; action: string }): OutwardType | undefined {
  const actions = Object.hasOwn(typeOf, targetType) ? typeOf[targetType] : undefined
  return actions && Object.hasOwn(actions, action) ? actions[action] : undefined
}
