import { describe, expect, it } from 'vitest'
import { firstSteps, type FirstStepDetails } from './first-steps-rules'

const nothing: FirstStepDetails = {
  baseUrl: 'https://console.example.com',
  timeZone: 'Europe/Berlin',
  supportAddress: null,
  defaultCurrency: null,
  mail: { areSaved: false, isSent: false, isFailing: false },
  hasMerchant: false,
  hasPayments: false,
  isProtected: false,
  snapshot: undefined,
  backsUpElsewhere: false,
}
const doneOf = (details: Partial<FirstStepDetails>) =>
  firstSteps({ ...nothing, ...details }).flatMap(({ id, done }) => (done ? [id] : []))
const step = (id: string, details: Partial<FirstStepDetails> = {}) =>
  firstSteps({ ...nothing, ...details }).find((one) => one.id === id)

describe('the first steps of a platform', () => {
  it('are all open on an empty one, and each has something to do', () => {
    expect(doneOf({})).toEqual([])
    for (const { links } of firstSteps(nothing)) expect(links.length).toBeGreaterThan(0)
  })

  it.each([
    ['support', { supportAddress: 'help@example.com' }],
    ['mail', { mail: { areSaved: false, isSent: true, isFailing: false } }],
    ['region', { defaultCurrency: 'eur' }],
    ['merchant', { hasMerchant: true }],
    ['payments', { hasPayments: true }],
    ['secondFactor', { isProtected: true }],
    ['backup', { snapshot: new Date(0) }],
    ['backup', { backsUpElsewhere: true }],
  ] as const)('%s is done alone by its own truth', (id, details) => {
    expect(doneOf(details)).toEqual([id])
  })

  it('leave emails open while they are saved as files or one fails', () => {
    for (const trouble of [{ areSaved: true }, { isFailing: true }])
      expect(doneOf({ mail: { ...nothing.mail, isSent: true, ...trouble } })).toEqual([])
  })

  it('let a person confirm only backups that this server cannot see', () => {
    expect(step('backup')?.confirm).toBe('Backups run')
    expect(step('backup', { snapshot: null })).toMatchObject({
      done: false,
      text: expect.stringContaining('within 30 minutes'),
    })
    expect(step('backup', { snapshot: null })).not.toHaveProperty('confirm')
  })

  it('name the zone, the currency and the URL that the payment provider needs', () => {
    expect(step('region')?.text).toContain('Europe/Berlin')
    expect(step('region', { defaultCurrency: 'eur' })?.text).toBe('Europe/Berlin, EUR')
    expect(step('payments')?.copy).toBe('https://console.example.com/webhooks/stripe')
  })
})
