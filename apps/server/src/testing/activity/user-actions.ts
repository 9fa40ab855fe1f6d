import { exportMerchants } from '@quaff/features/merchants/server'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { exportAuditLog } from '@quaff/features/settings/server'
import { exportUsers, mailWayIn } from '@quaff/features/users/server'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { inTransaction } from '@quaff/platform/server'
import { asOwner, asViewer, type asAdmin } from '@quaff/platform/testing/actors'
import type { ActivityCase } from './stage'

const owner: typeof asAdmin = (of, details) => asOwner(of, ['mer_1'], details)

/** Actions of administrators on other users, and their exports. */
export const userActions: ActivityCase[] = [
  {
    action: 'moved_in_mailed',
    of: 'the invitation of a imported team',
    sentence: 'Link to choose a password emailed by Maya Lindqvist',
    async prepare(stage) {
      const { userId } = await stage.meet(owner)
      const ctx = stage.contextOf(stage.admin)
      const way = { userId, hasPassword: false }
      return { userId, act: () => inTransaction(ctx, (tx) => mailWayIn(ctx, tx, stage.admin, way)) }
    },
  },
  {
    action: 'invitation_resent',
    of: 'an administrator',
    sentence: 'Invitation resent by Maya Lindqvist',
    async prepare(stage) {
      const { id: userId } = await stage.invited()
      return { userId, act: () => stage.as(stage.admin).users.resendInvitation({ userId }) }
    },
  },
  {
    action: 'invitation_resent',
    of: 'a corrected address',
    sentence: 'Invitation resent to a corrected email by Maya Lindqvist',
    async prepare(stage) {
      const { id: userId } = await stage.invited()
      const email = `right.${userId.replace('_', '.')}@example.test`.toLowerCase()
      return { userId, act: () => stage.as(stage.admin).users.correctEmail({ userId, version: 1, email }) }
    },
  },
  {
    action: 'registration_approved',
    of: 'an administrator',
    sentence: 'Registration approved as merchant owner by Maya Lindqvist',
    async prepare(stage) {
      await stage.meet()
      const [{ id: userId }, merchant] = [
        await insertUser(stage.services, { status: 'pending_approval' }),
        await insertMerchant(stage.services),
      ]
      return { userId, act: () => stage.as(stage.admin).users.approve({ userId, merchantIds: [merchant.id] }) }
    },
  },
  {
    action: 'registration_rejected',
    of: 'an administrator',
    sentence: 'Registration rejected by Maya Lindqvist',
    async prepare(stage) {
      await stage.meet()
      const { id: userId } = await insertUser(stage.services, { status: 'pending_approval' })
      return { userId, act: () => stage.as(stage.admin).users.reject({ userId, reason: 'Not a venue' }) }
    },
  },
  {
    action: 'role_changed',
    of: 'an administrator',
    sentence: 'Role changed from administrator to customer by Maya Lindqvist',
    async prepare(stage) {
      const { userId } = await stage.meet()
      return {
        userId,
        act: () => stage.as(stage.admin).users.updateRole({ userId, version: 1, role: 'customer', merchantIds: [] }),
      }
    },
  },
  {
    action: 'merchants_changed',
    of: 'an administrator',
    sentence: 'Merchants changed by Maya Lindqvist',
    async prepare(stage) {
      const { userId } = await stage.meet(owner)
      const merchantIds = [(await insertMerchant(stage.services)).id]
      const change = { userId, version: 1, role: 'merchant_owner', merchantIds } as const
      return { userId, act: () => stage.as(stage.admin).users.updateRole(change) }
    },
  },
  {
    action: 'merchants_changed',
    of: 'a removal from a merchant',
    sentence: 'Merchants changed by Maya Lindqvist',
    async prepare(stage) {
      await stage.meet()
      const merchantId = (await insertMerchant(stage.services)).id
      const { userId } = await asViewer(stage.services, [merchantId, 'mer_1'])
      return { userId, act: () => stage.as(stage.admin).users.removeFromMerchant({ userId, merchantId }) }
    },
  },
  {
    action: 'merchants_changed',
    of: 'a merchant that got another owner',
    sentence: 'Merchants changed by Maya Lindqvist',
    async prepare(stage) {
      const { userId } = await stage.meet(owner)
      const merchant = await insertMerchant(stage.services, { status: 'active' })
      const transfer = { merchantId: merchant.id, newOwnerId: userId, version: 1, keepFormerOwner: false }
      return { userId, act: () => stage.as(stage.admin).users.transferMerchant(transfer) }
    },
  },
  {
    action: 'suspended',
    of: 'an administrator',
    sentence: 'Suspended by Maya Lindqvist',
    async prepare(stage) {
      const { userId } = await stage.meet()
      return {
        userId,
        act: () => stage.as(stage.admin).users.suspend({ userId, version: 1, reason: 'Left the company' }),
      }
    },
  },
  {
    action: 'reactivated',
    of: 'an administrator',
    sentence: 'Reactivated by Maya Lindqvist',
    async prepare(stage) {
      await stage.meet()
      const { id: userId } = await insertUser(stage.services, { status: 'suspended' })
      return { userId, act: () => stage.as(stage.admin).users.reactivate({ userId, version: 1 }) }
    },
  },
  {
    action: 'export',
    of: 'people',
    sentence: 'Exported users as CSV, filtered by status, search',
    async prepare(stage) {
      await stage.meet()
      const filter = { status: 'active', q: 'secret@example.test' } as const
      return {
        userId: stage.admin.userId,
        act: () => exportUsers(stage.contextOf(stage.admin), { format: 'csv', filter }),
      }
    },
  },
  {
    action: 'export',
    of: 'merchants',
    sentence: 'Exported merchants as JSON, 2 selected',
    async prepare(stage) {
      await stage.meet()
      const ids = ['mer_1', 'mer_2']
      return {
        userId: stage.admin.userId,
        act: () => exportMerchants(stage.contextOf(stage.admin), { format: 'json', ids }),
      }
    },
  },
  {
    action: 'export',
    of: 'the audit log',
    sentence: 'Exported the audit log as CSV',
    async prepare(stage) {
      await stage.meet()
      return { userId: stage.admin.userId, act: () => exportAuditLog(stage.contextOf(stage.admin), { format: 'csv' }) }
    },
  },
]
