import { beforeAll, describe, expect, it } from 'vitest'
import { asAdmin } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { tokenFromEmail } from '../testing/invited-user-factory'
import { completeSignIn } from './sign-in-with-link'
import { signInWithPassword } from './sign-in-with-password'

let services: TestServices
let evaluated = 0
const password = 'correct horse 7'
const hourMs = 3_600_000
const attackMs = 4 * hourMs
const batch = 50
/** `npm run test:long` sends all of them; the quick one as many as an attack of the same length needs to meet every limit. */
const count = process.env['LONG_ROUNDS'] ? 10_000 : 1_000

beforeAll(async () => {
  services = await createTestServices()
  const { verify } = services.passwords
  services.passwords.verify = (given, hash) => {
    if (given !== password) evaluated += 1
    return verify(given, hash)
  }
})

describe(`${count} wrong passwords from as many networks`, () => {
  it(
    'cost at most 100 evaluations an hour, and the owner gets in at once with a known browser',
    { timeout: 180_000 },
    async () => {
      const admin = await asAdmin(services, { password })
      const signIn = (network: string, typed: string, browser: string | null = null) =>
        signInWithPassword(contextAs(services, undefined, { network, browser }), {
          email: admin.email,
          password: typed,
        })
      const first = contextAs(services, undefined, { network: 'home' })
      await signInWithPassword(first, { email: admin.email, password })
      for (let sent = 0; sent < count; sent += batch) {
        services.clock.advance((attackMs * batch) / count)
        const guesses = Array.from({ length: batch }, (_, at) => signIn(`bot-${sent + at}`, `guess ${sent + at}`))
        const results = await Promise.allSettled(guesses)
        expect(results.every(({ status }) => status === 'rejected')).toBe(true)
      }
      expect(evaluated).toBeGreaterThan(0)
      expect(evaluated).toBeLessThanOrEqual((100 * attackMs) / hourMs)
      const anywhere = signIn(`bot-${count}`, password, first.cookies.browser)
      await expect(anywhere).resolves.toMatchObject({ user: { uid: admin.userId } })
      // From an unknown browser, the emailed link still works.
      const token = await tokenFromEmail(services, { id: admin.userId, email: admin.email }, 'sign_in')
      const away = contextAs(services, undefined, { network: 'a hotel' })
      await expect(completeSignIn(away, { email: admin.email, token })).resolves.toHaveProperty('session')
    },
  )
})
