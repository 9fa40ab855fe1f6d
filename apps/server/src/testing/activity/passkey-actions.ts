import { insertPasskey, signedByPasskey, SoftwareAuthenticator } from '@quaff/features/sign-in/testing/passkey-factory'
import type { ActivityCase } from './stage'

/** A challenge allows one attempt, so each case requests its own. */
export const passkeyActions: ActivityCase[] = [
  {
    action: 'sign_in',
    of: 'a passkey',
    sentence: 'Signed in with a passkey',
    async prepare(stage) {
      const { userId } = await stage.meet()
      const { authenticator } = await insertPasskey(stage.services, userId)
      const act = async () => stage.as().signIn.withPasskey(await signedByPasskey(stage.services, authenticator))
      return { userId, act }
    },
  },
  {
    action: 'passkey_added',
    of: 'the settings',
    sentence: 'Added the passkey “Firefox on Linux”',
    async prepare(stage) {
      const actor = await stage.meet()
      const { signIn } = stage.as(actor)
      const act = async () => {
        const { challenge } = await signIn.beginPasskey({})
        await signIn.addPasskey({ challenge, credential: new SoftwareAuthenticator(actor.userId).create(challenge) })
      }
      return { userId: actor.userId, act }
    },
  },
  {
    action: 'passkey_removed',
    of: 'the person',
    sentence: 'Removed the passkey “Work laptop”',
    async prepare(stage) {
      const actor = await stage.meet()
      const { id: passkeyId } = await insertPasskey(stage.services, actor.userId)
      return { userId: actor.userId, act: () => stage.as(actor).signIn.removePasskey({ passkeyId }) }
    },
  },
  {
    action: 'passkey_removed',
    of: 'an administrator',
    sentence: 'Passkeys removed by Maya Lindqvist',
    async prepare(stage) {
      const { userId } = await stage.meet()
      await insertPasskey(stage.services, userId)
      return { userId, act: () => stage.as(stage.admin).users.removePasskeys({ userId, version: 1 }) }
    },
  },
  {
    action: 'passkey_stopped',
    of: 'a counter that went back',
    sentence: 'The passkey “Work laptop” was disabled as a possible copy',
    async prepare(stage) {
      const { userId } = await stage.meet()
      const { authenticator } = await insertPasskey(stage.services, userId, { counter: 4 })
      const act = async () => {
        const back = await signedByPasskey(stage.services, authenticator, { counter: 3 })
        // Still refused; the attempt is recorded.
        await stage
          .as()
          .signIn.withPasskey(back)
          .catch(() => {})
      }
      return { userId, act }
    },
  },
]
