import { platformSettings } from '@quaff/features/settings/tables'
import type { Services } from '@quaff/platform/server'
import { codeOfStep, oneTimeSecret, timeStep } from '@quaff/platform/server/one-time-password'
import { asAdmin } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { newRecoveryCodes } from '../second-factor/server/check-second-proof'
import { sealSecret } from '../second-factor/server/second-factor-keys'
import { signInWithPassword } from '../server/sign-in-with-password'
import { secondFactors } from '../server/tables'

/** A confirmed authenticator app of the person, and the app itself. */
export async function insertSecondFactor(services: Services, userId: string) {
  const now = services.clock.now()
  const secret = oneTimeSecret(services.secrets.newToken())
  const { shown, hashes } = newRecoveryCodes(contextAs(services), userId)
  await services.db
    .insert(secondFactors)
    .values({
      ...sealSecret(services.fieldCipher, userId, secret),
      confirmedAt: now,
      createdAt: now,
      recoveryHashes: hashes,
    })
  return {
    secret,
    recoveryCodes: shown,
    /** The app's code now, or `steps` times thirty seconds later. */
    code: (steps = 0) => codeOfStep(secret, timeStep(services.clock.now()) + steps),
  }
}

/** Turns on the platform setting. */
export async function demandSecondFactor(services: Services, value = true): Promise<void> {
  await services.db
    .insert(platformSettings)
    .values({ key: 'requireSecondFactor', value, updatedAt: services.clock.now() })
    .onConflictDoUpdate({ target: platformSettings.key, set: { value } })
}

/** A user who has passed the first step, with the data for the second. */
export async function insertSecondStep(services: Services) {
  const password = 'correct horse 7'
  const { userId, email } = await asAdmin(services, { password })
  const app = await insertSecondFactor(services, userId)
  const answer = await signInWithPassword(contextAs(services), { email, password })
  if (!('secondStep' in answer)) throw new Error('The second factor was not asked for.')
  return { userId, challenge: answer.secondStep.challenge, code: app.code() }
}
