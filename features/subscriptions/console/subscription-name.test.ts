import { expect, it } from 'vitest'
import { subscriberCaptionOf, subscriberNameOf } from './subscription-name'

const email = 'info@xn--80a1acny.xn--p1ai'

it.each([
  [{ subscriberName: 'Noor', email }, 'Noor', 'info@почта.рф'],
  [{ subscriberName: null, email }, 'info@почта.рф', undefined],
  [{ subscriberName: null, email: null }, 'Subscriber', undefined],
])('names the subscriber %j by name or readable email', (row, name, caption) => {
  expect([subscriberNameOf(row), subscriberCaptionOf(row)]).toEqual([name, caption])
})
