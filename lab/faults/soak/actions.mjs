import { randomUUID } from 'node:crypto'
import { uploadLogo } from '../server.mjs'

const dayMs = 86_400_000
const words = ['an', 'bo', 'tea', 'cup', 'zzz nothing']
const pick = (all) => all[Math.floor(Math.random() * all.length)]
const days = ({ now }, length) => {
  const key = (ago) => new Date(now() - ago * dayMs).toISOString().slice(0, 10)
  return { from: key(length - 1), to: key(0) }
}

const look =
  (procedure, input = () => ({})) =>
  (one) =>
    one.ask(procedure, input(one))
const anyMerchant = async (one) => pick((await one.ask('merchants/list', { limit: 20, tab: 'live' })).rows).id
/** The sheet of a merchant, and what its tabs show. */
const ofMerchant =
  (procedure, input = () => ({})) =>
  async (one) =>
    one.ask(procedure, { merchantId: await anyMerchant(one), ...input(one) })
const file =
  (name, input = {}) =>
  (one) =>
    one.download(name, { format: 'csv', ...input })

export const looks = [
  look('dashboard/metrics'),
  look('merchants/list', () => ({ limit: 20, q: pick(words) })),
  ofMerchant('merchants/get'),
  ofMerchant('dashboard/merchantOverview'),
  look('activity/recent'),
  look('users/list', () => ({ limit: 20, q: pick(words) })),
  look('users/list', () => ({ limit: 20, tab: pick(['team', 'customers', 'pending', 'blocked']) })),
  look('users/stats'),
  look('subscriptions/list', () => ({ limit: 20, status: pick(['active', 'past_due', 'canceled']) })),
  ofMerchant('subscriptions/stats'),
  look('subscriptions/growth'),
  ofMerchant('redemptions/list', () => ({ limit: 20 })),
  ofMerchant('redemptions/live'),
  ofMerchant('redemptions/hourInsights', () => ({ days: 90 })),
  look('analytics/overview', ({ clock }) => days(clock, pick([7, 30, 90]))),
  look('analytics/heat', ({ clock }) => days(clock, pick([30, 60, 90]))),
  look('analytics/churn', ({ clock }) => days(clock, 30)),
  ofMerchant('locations/list'),
  ofMerchant('plans/list'),
  ofMerchant('activity/merchantAudit'),
  look('payouts/list', () => ({ limit: 20 })),
  look('waitlists/list'),
  look('affiliates/list', () => ({ limit: 20 })),
  look('signupForms/submissions', () => ({ limit: 20 })),
  look('settings/auditLog', () => ({ limit: 20 })),
  look('webhooks/list'),
  look('apiKeys/list'),
  file('users-export'),
  file('subscriptions-export'),
  file('audit-export'),
  async (one) => file('redemptions-export', { merchantId: await anyMerchant(one) })(one),
]

async function addLocation(one) {
  const merchantId = await anyMerchant(one)
  const made = await one.ask('locations/create', { merchantId, name: `Corner ${randomUUID().slice(0, 8)}` })
  const { id: locationId, version } = made.location ?? made
  const changed = await one.ask('locations/update', { locationId, version, name: `Place ${randomUUID().slice(0, 8)}` })
  await one.ask('locations/remove', { locationId, version: (changed.location ?? changed).version })
}

async function switchPromotion(one) {
  const merchantId = await anyMerchant(one)
  const { promotions } = await one.ask('promotions/listForMerchant', { merchantId })
  const { promotionId, enabled, version } = promotions.find((row) => row.promotionId === 'happy_hour')
  const wanted = { enabled: !enabled, ...(!enabled && { metadata: {} }) }
  await one.ask('promotions/setEnabled', { merchantId, promotionId, version, ...wanted })
}

async function voidDrink(one) {
  const { rows } = await one.ask('redemptions/list', { limit: 50, status: 'completed' })
  const drink = pick(rows)
  if (!drink) return
  const sent = { redemptionId: drink.id, redeemedAt: drink.redeemedAt, reason: 'Scanned twice' }
  await one.ask('redemptions/void', sent, ['redeemedAt'])
}

async function endPass(one) {
  const { rows } = await one.ask('subscriptions/list', { limit: 50, status: 'active' })
  const pass = pick(rows.filter(({ cancelAtPeriodEnd }) => !cancelAtPeriodEnd))
  if (!pass) return
  const sent = { subscriptionId: pass.id, reason: 'Requested by email', expectedUpdatedAt: pass.updatedAt }
  await one.ask('subscriptions/cancel', { ...sent, when: 'period_end' })
  await one.ask('subscriptions/keep', { subscriptionId: pass.id })
}

async function changeLogo(one) {
  const { status, body } = await uploadLogo(one.origin, one.cookie, await anyMerchant(one))
  one.note('upload', status === 200 ? 200 : `${status} ${body.reason ?? ''}`)
}

export const changes = [addLocation, switchPromotion, voidDrink, endPass, changeLogo]

/** Actions that need a recent sign-in come first, because five minutes are short in a fast day. */
export const newcomers = [(one) => one.ask('users/invite', { email: `${randomUUID()}@soak.test`, role: 'quaff_admin' })]
