import { describe, expect, it } from 'vitest'
import { emailSchema, nameFault } from '@quaff/platform/shared/text'
import { checkConfirmation, checkEmail, checkPassword, checkRepeated, isCompleteEmail } from './sign-in-fields'

describe('sign-in fields', () => {
  it('§5 takes the same addresses as the server', () => {
    const addresses = [
      'a@b.co',
      'A@B.CO ',
      'first.last+tag@sub.example.com',
      'a@b',
      'a b@c.de',
      '@b.co',
      'a@b.c',
      '.a@b.co',
      'a..b@c.de',
      'é@b.co',
      'a@-b.co',
    ]
    for (const address of addresses) {
      expect([address, isCompleteEmail(address)]).toEqual([address, emailSchema.safeParse(address).success])
    }
  })

  it('§9 uses the specified texts', () => {
    expect(checkEmail('x')).toBe('Invalid email address')
    expect(checkPassword('12345')).toBe('Password must be at least 6 characters')
    expect(checkPassword('123456')).toBeNull()
    expect(nameFault(' a ')).toBe('Display name must be at least 2 characters')
    expect(checkConfirmation('12345', '123456')).toBe('Please confirm your password')
    expect(checkConfirmation('123457', '123456')).toBe("Passwords don't match")
    expect(checkConfirmation('123456', '123456')).toBeNull()
    expect(checkRepeated('', '123456')).toBe("Passwords don't match")
  })
})
