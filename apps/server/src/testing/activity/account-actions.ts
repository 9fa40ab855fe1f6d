import { eq } from 'drizzle-orm'
import { completeSingleSignOn, endProviderSessions, finishRequestedMails } from '@quaff/features/sign-in/server'
import { secondFactors } from '@quaff/features/sign-in/tables'
import { tokenFromEmail } from '@quaff/features/sign-in/testing/invited-user-factory'
import { insertSecondFactor, insertSecondStep } from '@quaff/features/sign-in/testing/second-factor-factory'
import {
  insertAttempt,
  insertSingleSignOnLink,
  vouchingProvider,
} from '@quaff/features/sign-in/testing/single-sign-on-factory'
import { asOwner } from '@quaff/platform/testing/actors'
import { mailsTo } from '@quaff/platform/testing/mails'
import { another, password, type ActivityCase, type Stage } from './stage'

/** Actions of users on their own account, through every endpoint. */
export const accountActions: ActivityCase[] = [
  {
    action: 'sign_in',
    of: 'the password',
    sentence: 'Signed in with a password',
    async prepare(stage) {
      const { userId, email } = await stage.meet()
      return { userId, act: () => stage.as().signIn.withPassword({ email, password }) }
    },
  },
  {
    action: 'sign_in',
    of: 'a mailed link',
    sentence: 'Signed in with an email link',
    async prepare(stage) {
      const { userId, email } = await stage.meet()
      const token = await tokenFromEmail(stage.services, { id: userId, email }, 'sign_in')
      return { userId, act: () => stage.as().signIn.completeLink({ email, token }) }
    },
  },
  {
    action: 'sign_in',
    of: 'the second step',
    sentence: 'Signed in with a password and an authenticator app',
    async prepare(stage) {
      await stage.meet()
      const { userId, challenge, code } = await insertSecondStep(stage.services)
      return { userId, act: () => stage.as().signIn.completeSecondStep({ challenge, code }) }
    },
  },
  {
    action: 'sign_in',
    of: 'an identity provider',
    sentence: 'Signed in with single sign-on',
    async prepare(stage) {
      const { userId } = await stage.meet()
      await insertSingleSignOnLink(stage.services, userId)
      return { userId, act: () => arriveFrom(stage, { subject: userId }) }
    },
  },
  {
    action: 'single_sign_on_linked',
    of: 'the first sign-in by an identity provider',
    sentence: 'Linked single sign-on',
    async prepare(stage) {
      const { userId, email } = await stage.meet()
      return { userId, act: () => arriveFrom(stage, { subject: userId, verifiedEmail: email }) }
    },
  },
  {
    action: 'single_sign_on_unlinked',
    of: 'the settings',
    sentence: 'Single sign-on unlinked',
    async prepare(stage) {
      const actor = await stage.meet()
      await insertSingleSignOnLink(stage.services, actor.userId)
      return { userId: actor.userId, act: () => stage.as(actor).signIn.unlinkSingleSignOn({}) }
    },
  },
  {
    action: 'single_sign_on_unlinked',
    of: 'an administrator',
    sentence: 'Single sign-on unlinked by Maya Lindqvist',
    async prepare(stage) {
      const { userId } = await stage.meet()
      await insertSingleSignOnLink(stage.services, userId)
      return { userId, act: () => stage.as(stage.admin).users.unlinkSingleSignOn({ userId, version: 1 }) }
    },
  },
  {
    action: 'sign_out',
    of: 'the identity provider',
    sentence: 'Signed out with single sign-on',
    async prepare(stage) {
      const { userId } = await stage.meet()
      await insertSingleSignOnLink(stage.services, userId)
      await arriveFrom(stage, { subject: userId })
      const there = vouchingProvider({ subject: userId })
      return { userId, act: () => endProviderSessions(stage.contextOf(), there, 'token') }
    },
  },
  {
    action: 'sign_out',
    of: 'the button',
    sentence: 'Signed out',
    async prepare(stage) {
      const actor = await stage.meet()
      return { userId: actor.userId, act: () => stage.as(actor).sessions.signOut({}) }
    },
  },
  {
    action: 'sessions_ended',
    of: 'one other session',
    sentence: 'Signed out of Firefox on Linux',
    async prepare(stage) {
      const actor = await stage.meet()
      const sessionId = await stage.addSession(actor)
      return { userId: actor.userId, act: () => stage.as(actor).sessions.end({ sessionId }) }
    },
  },
  {
    action: 'sessions_ended',
    of: 'all other sessions',
    sentence: 'Signed out of 2 other devices',
    async prepare(stage) {
      const actor = await stage.meet()
      await stage.addSession(actor)
      await stage.addSession(actor)
      return { userId: actor.userId, act: () => stage.as(actor).sessions.endOthers({}) }
    },
  },
  {
    action: 'reauthenticated',
    of: 'the password',
    sentence: 'Confirmed their identity with a password',
    async prepare(stage) {
      const actor = await stage.meet()
      return { userId: actor.userId, act: () => stage.as(actor).signIn.reauthenticate({ password }) }
    },
  },
  {
    action: 'account_activated',
    of: 'the set-up page',
    sentence: 'Accepted the invitation',
    async prepare(stage) {
      const { id, email } = await stage.invited()
      const invitationToken = await tokenFromEmail(stage.services, { id, email }, 'invitation')
      const given = { email, displayName: 'Ina', password, invitationToken }
      return { userId: id, act: () => stage.as().signIn.setupAccount(given) }
    },
  },
  {
    action: 'password_set',
    of: 'an accepted invitation',
    sentence: 'Set a password',
    async prepare(stage) {
      await stage.meet()
      const passwordSetupUntil = new Date(stage.services.clock.now().getTime() + 60_000)
      const actor = await asOwner(stage.services, ['mer_1'], { passwordSetupUntil })
      return { userId: actor.userId, act: () => stage.as(actor).signIn.setPassword({ password: another }) }
    },
  },
  {
    action: 'password_changed',
    of: 'the profile',
    sentence: 'Changed the password',
    async prepare(stage) {
      const actor = await stage.meet()
      const change = { currentPassword: password, newPassword: another, confirmPassword: another }
      return { userId: actor.userId, act: () => stage.as(actor).signIn.changePassword(change) }
    },
  },
  {
    action: 'password_reset_requested',
    of: 'the sign-in page',
    sentence: 'Password reset requested',
    async prepare(stage) {
      const { userId, email } = await stage.meet()
      const act = async () => {
        await stage.as().signIn.requestPasswordReset({ email })
        await finishRequestedMails()
      }
      return { userId, act }
    },
  },
  {
    action: 'password_reset_requested',
    of: 'an administrator',
    sentence: 'Password reset requested by Maya Lindqvist',
    async prepare(stage) {
      const { userId } = await stage.meet()
      return { userId, act: () => stage.as(stage.admin).users.sendPasswordReset({ userId }) }
    },
  },
  {
    action: 'password_reset',
    of: 'the link',
    sentence: 'Reset the password',
    async prepare(stage) {
      const { userId, email } = await stage.meet()
      const token = await tokenFromEmail(stage.services, { id: userId, email }, 'password_reset')
      return { userId, act: () => stage.as().signIn.resetPassword({ token, password: another }) }
    },
  },
  {
    action: 'email_changed',
    of: 'the code from the new mailbox',
    sentence: 'Changed the email',
    async prepare(stage) {
      const actor = await stage.meet()
      const newEmail = `new.${actor.userId.replace('_', '.')}@example.test`.toLowerCase()
      await stage.as(actor).signIn.requestEmailChange({ newEmail })
      const code = (await mailsTo(stage.services, newEmail))[0]?.code ?? ''
      return { userId: actor.userId, act: () => stage.as(actor).signIn.confirmEmailChange({ code }) }
    },
  },
  {
    action: 'profile_updated',
    of: 'the person',
    sentence: 'Profile updated',
    async prepare(stage) {
      const actor = await stage.meet()
      return {
        userId: actor.userId,
        act: () => stage.as(actor).users.updateProfile({ displayName: 'New Name', phoneNumber: '' }),
      }
    },
  },
  {
    action: 'profile_updated',
    of: 'an administrator',
    sentence: 'Profile updated by Maya Lindqvist',
    async prepare(stage) {
      const { userId } = await stage.meet()
      const change = { userId, version: 1, displayName: 'New Name', phoneNumber: '' }
      return { userId, act: () => stage.as(stage.admin).users.updatePerson(change) }
    },
  },
  {
    action: 'second_factor_enabled',
    of: 'the settings',
    sentence: 'Turned the authenticator app on',
    async prepare(stage) {
      const actor = await stage.meet()
      const code = (await insertSecondFactor(stage.services, actor.userId)).code()
      const unconfirmed = { confirmedAt: null, lastUsedStep: null }
      await stage.services.db.update(secondFactors).set(unconfirmed).where(eq(secondFactors.userId, actor.userId))
      return { userId: actor.userId, act: () => stage.as(actor).signIn.confirmSecondFactor({ code }) }
    },
  },
  {
    action: 'second_factor_removed',
    of: 'the person',
    sentence: 'Authenticator app turned off',
    async prepare(stage) {
      const actor = await stage.meet()
      const code = (await insertSecondFactor(stage.services, actor.userId)).code()
      return { userId: actor.userId, act: () => stage.as(actor).signIn.turnOffSecondFactor({ code }) }
    },
  },
  {
    action: 'second_factor_removed',
    of: 'an administrator',
    sentence: 'Authenticator app turned off by Maya Lindqvist',
    async prepare(stage) {
      const { userId } = await stage.meet()
      await insertSecondFactor(stage.services, userId)
      return { userId, act: () => stage.as(stage.admin).users.removeSecondFactor({ userId, version: 1 }) }
    },
  },
  {
    action: 'recovery_codes_renewed',
    of: 'the settings',
    sentence: 'Generated new recovery codes',
    async prepare(stage) {
      const actor = await stage.meet()
      const code = (await insertSecondFactor(stage.services, actor.userId)).code()
      return { userId: actor.userId, act: () => stage.as(actor).signIn.renewRecoveryCodes({ code }) }
    },
  },
]

/** Starts a new attempt for each call, because every result uses it up. */
async function arriveFrom(stage: Stage, person: Parameters<typeof vouchingProvider>[0]): Promise<void> {
  const provider = vouchingProvider(person)
  const { browser, query } = await insertAttempt(stage.services, provider)
  const ctx = stage.contextOf()
  await completeSingleSignOn({ ...ctx, request: { ...ctx.request, browser } }, provider, query)
}
