import { once } from 'node:events'
import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** An old system with so many documents: one in ten documents is a person, two are passes, and nearly all others drinks of the last two years. */
export async function writeBusiness(target, documents) {
  mkdirSync(join(target, 'firestore'), { recursive: true })
  const out = createWriteStream(join(target, 'firestore', 'all.ndjson'))
  let written = 0
  const put = async (path, data) => {
    written += 1
    if (!out.write(`${JSON.stringify({ path, data })}\n`)) await once(out, 'drain')
  }
  const merchants = Math.max(1, Math.round(documents / 1_000))
  const people = Math.round(documents / 10)
  const at = (n) => ({ $time: new Date(Date.UTC(2025, 0, 1) + (n % (640 * 1_440)) * 60_000).toISOString() })
  const times = (n) => ({ createdAt: at(n), updatedAt: at(n + 1_000) })
  for (let n = 0; n < merchants; n += 1) {
    const name = `Café Zürich ${n}`
    const contactInfo = { email: `venue${n}@people.test`, businessType: 'cafe' }
    await put(`merchants/m${n}`, { name, status: 'active', contactInfo, settings: { isLive: true }, ...times(n) })
    await put(`merchants/m${n}/locations/l${n}`, { name: 'Am See', ...times(n) })
    await put(`merchants/m${n}/subscriptionPlans/p${n}`, { name: 'Daily Cup', active: true, ...times(n) })
    const price = { amount: 2_900, currency: 'chf', interval: 'month', intervalCount: 1, active: true }
    await put(`merchants/m${n}/subscriptionPlans/p${n}/prices/c${n}`, { ...price, ...times(n) })
  }
  for (let n = 0; n < people; n += 1) {
    const person = { email: `person${n}@people.test`, displayName: `Jürgen ${n}`, role: 'customer', status: 'active' }
    await put(`users/u${n}`, { ...person, lastActive: at(n * 7), ...times(n * 3) })
  }
  for (let n = 0; n < people * 2; n += 1) {
    const venue = n % merchants
    const price = { amount: 2_900, currency: 'chf', interval: 'month', intervalCount: 1 }
    const status = n % 5 === 0 ? 'canceled' : 'active'
    const period = { currentPeriodStart: at(n * 5), currentPeriodEnd: at(n * 5 + 43_200) }
    const pass = { merchantId: `m${venue}`, planId: `p${venue}`, status, ...price, ...period, stripeId: `sub_${n}` }
    await put(`users/u${n % people}/subscriptions/s${n}`, { ...pass, ...times(n * 5) })
  }
  for (let n = 0; written < documents; n += 1) {
    const venue = n % merchants
    const drink = {
      merchantId: `m${venue}`,
      locationId: `l${venue}`,
      planId: `p${venue}`,
      subscriptionId: `s${n % (people * 2)}`,
    }
    await put(`users/u${n % people}/redemptions/r${n}`, {
      ...drink,
      redeemedAt: at(n * 11),
      method: 'barcode',
      status: 'completed',
    })
  }
  out.end()
  await once(out, 'finish')
  return written
}
