import { expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { createTestServices } from '@quaff/platform/testing/test-services'
import { checkPassword } from './sign-in-with-password'

it('§3 tells whether a password fits, and changes nothing', async () => {
  const services = await createTestServices()
  const passwordHash = await services.passwords.hash('Right-Horse-77')
  const { email } = await insertUser(services, { passwordHash })
  const without = await insertUser(services, { passwordHash: null })
  const before = await services.db.select().from(users)
  const check = (address: string, password: string) => checkPassword(services, address, password)
  expect(await check(email, 'Right-Horse-77')).toBe('right')
  expect(await check(email, 'Right-Horse-78')).toBe('wrong')
  expect(await check(without.email, '')).toBe('none')
  expect(await check('unknown@quaff.test', 'x')).toBe('unknown')
  const borrowed = {
    ...services,
    passwords: { ...services.passwords, isBorrowed: () => true, verify: async () => true },
  }
  expect(await checkPassword(borrowed, email, 'x')).toBe('borrowed')
  expect(await services.db.select().from(users)).toEqual(before)
})
