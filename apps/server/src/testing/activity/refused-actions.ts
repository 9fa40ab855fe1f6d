import { eq } from 'drizzle-orm'
import { sessions } from '@quaff/features/sessions/tables'
import { finishRequestedMails } from '@quaff/features/sign-in/server'
import { insertPasskey, signedByPasskey } from '@quaff/features/sign-in/testing/passkey-factory'
import { insertSecondFactor } from '@quaff/features/sign-in/testing/second-factor-factory'
import { exportUsers } from '@quaff/features/users/server'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { another, password, type Prepared, type Stage } from './stage'

const owner: typeof asAdmin = (of, details) => asOwner(of, ['mer_1'], details)

/** Refused actions, by name. */
export const refusedActions: [name: string, prepare: (stage: Stage) => Promise<Prepared>][] = [
  [
    'a wrong password',
    async (stage) => {
      const { userId, email } = await stage.meet()
      return { userId, act: () => stage.as().signIn.withPassword({ email, password: another }) }
    },
  ],
  [
    'the right password before the second step',
    async (stage) => {
      const { userId, email } = await stage.meet()
      await insertSecondFactor(stage.services, userId)
      return { userId, act: () => stage.as().signIn.withPassword({ email, password }) }
    },
  ],
  [
    'a suspended person',
    async (stage) => {
      const { userId, email } = await stage.meet((of, details) => asAdmin(of, { ...details, status: 'suspended' }))
      return { userId, act: () => stage.as().signIn.withPassword({ email, password }) }
    },
  ],
  [
    'a password reset of a suspended person',
    async (stage) => {
      const { userId, email } = await stage.meet((of, details) => asAdmin(of, { ...details, status: 'suspended' }))
      const act = async () => {
        await stage.as().signIn.requestPasswordReset({ email })
        await finishRequestedMails()
      }
      return { userId, act }
    },
  ],
  [
    'a wrong current password',
    async (stage) => {
      const actor = await stage.meet()
      const change = { currentPassword: 'wrong horse 9', newPassword: another, confirmPassword: another }
      return { userId: actor.userId, act: () => stage.as(actor).signIn.changePassword(change) }
    },
  ],
  [
    'a wrong code of the app',
    async (stage) => {
      const actor = await stage.meet()
      await insertSecondFactor(stage.services, actor.userId)
      return { userId: actor.userId, act: () => stage.as(actor).signIn.turnOffSecondFactor({ code: '000000' }) }
    },
  ],
  [
    'a passkey that did not ask the person',
    async (stage) => {
      const { userId } = await stage.meet()
      const { authenticator } = await insertPasskey(stage.services, userId)
      const unrequested = await signedByPasskey(stage.services, authenticator, { isVerified: false })
      return { userId, act: () => stage.as().signIn.withPasskey(unrequested) }
    },
  ],
  [
    'a change of role with a stale version',
    async (stage) => {
      const { userId } = await stage.meet()
      const change = { userId, version: 7, role: 'customer' as const, merchantIds: [] }
      return { userId, act: () => stage.as(stage.admin).users.updateRole(change) }
    },
  ],
  [
    'a change of role that changes nothing',
    async (stage) => {
      const { userId } = await stage.meet()
      const change = { userId, version: 1, role: 'quaff_admin' as const, merchantIds: [] }
      return { userId, act: () => stage.as(stage.admin).users.updateRole(change) }
    },
  ],
  [
    'a suspension of oneself',
    async (stage) => {
      await stage.meet()
      return {
        userId: stage.admin.userId,
        act: () => stage.as(stage.admin).users.suspend({ userId: stage.admin.userId, version: 1 }),
      }
    },
  ],
  [
    'a suspension by an owner',
    async (stage) => {
      const { userId } = await stage.meet()
      const other = await asOwner(stage.services, ['mer_1'])
      return { userId, act: () => stage.as(other).users.suspend({ userId, version: 1 }) }
    },
  ],
  [
    'an export by an owner',
    async (stage) => {
      const actor = await stage.meet(owner)
      return { userId: actor.userId, act: () => exportUsers(stage.contextOf(actor), { format: 'csv' }) }
    },
  ],
  [
    'an end of no other session',
    async (stage) => {
      const actor = await stage.meet()
      return { userId: actor.userId, act: () => stage.as(actor).sessions.endOthers({}) }
    },
  ],
  [
    'a second sign-out',
    async (stage) => {
      const actor = await stage.meet()
      await stage.services.db.delete(sessions).where(eq(sessions.userId, actor.userId))
      return { userId: actor.userId, act: () => stage.as(actor).sessions.signOut({}) }
    },
  ],
]
