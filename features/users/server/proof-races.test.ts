import { createRouterClient } from '@orpc/server'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { findAccountForUpdate } from '@quaff/features/accounts/server'
import { revokeSecrets } from '@quaff/features/one-time-secrets/server'
import { finishRequestedMails, signInRouter } from '@quaff/features/sign-in/server'
import { tokenFromEmail } from '@quaff/features/sign-in/testing/invited-user-factory'
import { anonymous, asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { suspendUser } from './change-status'

const rounds = 20
let services: TestServices
let admin: TestContext
beforeAll(async () => {
  services = await createTestServices()
  admin = contextAs(services, await asAdmin(services))
})

const signIn = (round: number) =>
  createRouterClient(signInRouter, { context: contextAs(services, anonymous, { network: `192.0.2.${round}` }) })
const outcomeOf = (settled: PromiseSettledResult<unknown>) =>
  settled.status === 'fulfilled' ? 'done' : (Object(settled.reason).reason ?? String(settled.reason))

describe('a suspension at the same time as', () => {
  it('the redemption of a mailed link happens, and neither waits for the other', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { userId, email } = await asOwner(services, ['mer_1'])
      const tokens = [
        await tokenFromEmail(services, { id: userId, email }, 'sign_in'),
        await tokenFromEmail(services, { id: userId, email }, 'sign_in'),
      ]
      const [suspended, ...entered] = await Promise.allSettled([
        suspendUser(admin, { userId, version: 1 }),
        ...tokens.map((token) => signIn(round).completeLink({ email, token })),
      ])
      expect(suspended && outcomeOf(suspended)).toBe('done')
      for (const one of entered) expect(['done', 'INVALID_LINK', 'SUSPENDED']).toContain(outcomeOf(one))
    }
  })

  it('the request of a link and of a new password happens, and neither waits for the other', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { userId, email } = await asOwner(services, ['mer_1'])
      await tokenFromEmail(services, { id: userId, email }, 'password_reset')
      const errors = services.log.lines.length
      await Promise.all([
        signIn(round).requestLink({ email }),
        signIn(round).requestPasswordReset({ email }),
        suspendUser(admin, { userId, version: 1 }),
      ])
      await finishRequestedMails()
      expect(services.log.lines.slice(errors)).toEqual([])
    }
  })

  it('a request that comes while the person is held waits for the person alone', async () => {
    const { userId, email } = await asOwner(services, ['mer_1'])
    await tokenFromEmail(services, { id: userId, email }, 'password_reset')
    const errors = services.log.lines.length
    const requested = await services.db.transaction(async (tx) => {
      await findAccountForUpdate(tx, userId)
      const request = signIn(100).requestPasswordReset({ email })
      // Gives the request time to take its locks, which must not include any that this transaction still needs.
      await pause(200)
      await revokeSecrets(tx, { userId })
      // Returned as a value: the embedded database has one connection, so it answers after this transaction.
      return { request }
    })
    await requested.request
    await finishRequestedMails()
    expect(services.log.lines.slice(errors)).toEqual([])
  })
})
