import { beforeAll, describe, expect, it } from 'vitest'
import { rateLimits } from '@quaff/platform/server'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { gateLimits } from '../email-verification-contract'
import { openForm, passGate } from './form-gate'

let services: TestServices
let networks = 0
const stranger = (network = `network-${++networks}`) => contextAs(services, undefined, { network })
const expired = { code: 'BAD_REQUEST', reason: 'FORM_EXPIRED' }

beforeAll(async () => {
  services = await createTestServices()
})

describe('the gate of a public form', () => {
  it('lets a person through who took a moment', async () => {
    const startToken = openForm(services, 'waitlist:wl_1')
    services.clock.advance(gateLimits.shortestMs)
    expect(await passGate(stranger(), 'waitlist:wl_1', { startToken, trap: '' })).toBe(true)
  })

  it('answers a program as if it had worked that fills in the field which no one sees, however fast', async () => {
    const startToken = openForm(services, 'waitlist:wl_1')
    const ctx = stranger()
    expect(await passGate(ctx, 'waitlist:wl_1', { startToken, trap: 'http://spam.test' })).toBe(false)
    services.clock.advance(60_000)
    expect(await passGate(stranger(), 'waitlist:wl_1', { startToken, trap: 'http://spam.test' })).toBe(false)
  })

  it('tells anyone who is too fast to send again, instead of a success that keeps nothing', async () => {
    const startToken = openForm(services, 'waitlist:wl_1')
    const ctx = stranger()
    services.clock.advance(gateLimits.shortestMs - 1)
    for (let tries = 0; tries < 10; tries++)
      await expect(passGate(ctx, 'waitlist:wl_1', { startToken, trap: '' })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        reason: 'FORM_EARLY',
      })
    services.clock.advance(1)
    expect(await passGate(ctx, 'waitlist:wl_1', { startToken, trap: '' })).toBe(true)
  })

  it('refuses a start that was made up, is of another form, of tomorrow, or a day old', async () => {
    const startToken = openForm(services, 'waitlist:wl_1')
    services.clock.advance(60_000)
    const [startedAt, sealed] = startToken.split('.')
    const later = (Number.parseInt(startedAt ?? '', 36) + 1).toString(36)
    for (const forged of ['', '.', 'x', `${later}.${sealed}`, `${startedAt}.`, `.${sealed}`, `${startToken}x`])
      await expect(passGate(stranger(), 'waitlist:wl_1', { startToken: forged, trap: '' })).rejects.toMatchObject(
        expired,
      )
    await expect(passGate(stranger(), 'waitlist:wl_2', { startToken, trap: '' })).rejects.toMatchObject(expired)
    services.clock.advance(gateLimits.longestMs)
    await expect(passGate(stranger(), 'waitlist:wl_1', { startToken, trap: '' })).rejects.toMatchObject(expired)
  })

  it('takes five from a network in an hour, per form, and 200 of a form', async () => {
    const startToken = openForm(services, 'form:f')
    const another = openForm(services, 'form:g')
    services.clock.advance(60_000)
    const ctx = stranger()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 1_000 }, () => passGate(ctx, 'form:f', { startToken, trap: '' })),
    )
    expect(outcomes.filter((one) => one.status === 'fulfilled' && one.value)).toHaveLength(5)
    expect(await passGate(ctx, 'form:g', { startToken: another, trap: '' })).toBe(true)
    for (let count = 5; count < rateLimits.form.count; count++)
      expect(await passGate(stranger(), 'form:f', { startToken, trap: '' })).toBe(true)
    await expect(passGate(stranger(), 'form:f', { startToken, trap: '' })).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    })
  })
})
