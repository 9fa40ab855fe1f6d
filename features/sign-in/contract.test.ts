import { describe, expect, it } from 'vitest'
import { resetPasswordInput, setPasswordInput, setupUserAccountInput } from './contract'

const inputs = {
  setPasswordAfterEmailSignIn: (password: string) => setPasswordInput.safeParse({ password }),
  setupUserAccount: (password: string) =>
    setupUserAccountInput.safeParse({ email: 'ina@people.test', displayName: 'Ina', password, code: '123456' }),
  'the reset by link': (password: string) => resetPasswordInput.safeParse({ token: 'x'.repeat(43), password }),
}

describe.each(Object.entries(inputs))('a password for %s', (_, parse) => {
  it('§5 §9 §G22 has at least 6 characters, and 64 are not too many', () => {
    expect(parse('x'.repeat(6)).success).toBe(true)
    expect(parse('x'.repeat(64)).success).toBe(true)
    expect(JSON.stringify(parse('x'.repeat(5)).error?.issues)).toContain('Password must be at least 6 characters')
  })
})
