import { growthOperations } from './growth-operations.mjs'
import { usageOperations } from './usage-operations.mjs'

const ids = (prefix, count) =>
  Array.from({ length: 64 }, (_, index) => `${prefix}_${String(1 + ((index * 7919) % count)).padStart(8, '0')}`)

/** All clients use the same 64 merchants; the first ones are by far the largest. */
const merchants = ids('mer', 2_000)
const words = ['golden', 'urban tea', 'venue 12', 'contact7', 'cup', 'zzz nothing', 'little brew 88', 'velvet']
const names = ['carla moreau', 'petrov12', 'ann', '77@post', 'corp.test', 'zzz nothing', 'hugo.j', 'o'.repeat(3)]
const states = ['active', 'suspended', 'pending', 'pending_approval', 'rejected']
const roles = ['customer', 'merchant_owner', 'merchant_viewer', 'quaff_admin']
const peopleFrom = (first) => Array.from({ length: 250 }, (_, index) => `usr_${String(first + index).padStart(8, '0')}`)
const now = new Date(performance.timeOrigin).getTime()
const monthsAgo = (index) => new Date(now - (1 + (index % 24)) * 30 * 86_400_000)
const each = (make) => merchants.map((merchantId, index) => make(merchantId, index))
const list = (input) => each(() => ({ limit: 20, ...input }))

/** name → the console's procedure and its inputs. `floors/` has the statement of each floor. */
export const operations = {
  'merchants by name': { path: 'merchants/list', inputs: list({ sort: 'name' }) },
  'merchants by subscribers': { path: 'merchants/list', inputs: list({ sort: 'subscribers' }) },
  'merchants by revenue': { path: 'merchants/list', inputs: list({ sort: 'revenue' }) },
  'merchants by activity': { path: 'merchants/list', inputs: list({ sort: 'activity' }) },
  'merchants created': { path: 'merchants/list', inputs: list({ sort: 'created' }) },
  'merchants, live tab': { path: 'merchants/list', inputs: list({ tab: 'live' }) },
  'merchants, search': {
    path: 'merchants/list',
    inputs: each((_, index) => ({ limit: 20, q: words[index % words.length] })),
  },
  'merchant counts': { path: 'merchants/counts', inputs: each(() => ({})) },
  'one merchant': { path: 'merchants/get', inputs: each((merchantId) => ({ merchantId })) },
  'merchant impact': { path: 'merchants/impact', inputs: each((merchantId) => ({ merchantId })) },
  'review queue': { path: 'merchants/reviewQueue', inputs: each(() => ({})) },
  'review queue, all ranked': { path: 'merchants/reviewQueue', inputs: each(() => ({ limit: 200 })) },
  'switcher options': { path: 'merchants/options', inputs: each(() => ({})) },
  locations: { path: 'locations/list', inputs: each((merchantId) => ({ merchantId })) },
  plans: { path: 'plans/list', inputs: each((merchantId) => ({ merchantId })) },
  'promotion grid': { path: 'promotions/listForPromotion', inputs: list({ promotionId: 'happy_hour' }) },
  'promotions of a merchant': { path: 'promotions/listForMerchant', inputs: each((merchantId) => ({ merchantId })) },
  subscribers: { path: 'subscriptions/subscribersRaw', inputs: each((merchantId) => ({ merchantId })) },
  'audit of a merchant': { path: 'activity/merchantAudit', inputs: each((merchantId) => ({ merchantId })) },
  'insights, hours of 90 days': {
    path: 'redemptions/hourInsights',
    inputs: each((merchantId) => ({ merchantId, days: 90 })),
  },
  'insights, locations of 90 days': {
    path: 'redemptions/locationInsights',
    inputs: each((merchantId) => ({ merchantId, days: 90 })),
  },
  'insights, plans': { path: 'redemptions/planInsights', inputs: each((merchantId) => ({ merchantId })) },
  'insights, paid but not drinking': {
    path: 'redemptions/idleSubscribers',
    inputs: each((merchantId) => ({ merchantId })),
  },
  'insights, heavy users': { path: 'redemptions/heavyUsers', inputs: each((merchantId) => ({ merchantId })) },
  'bank details': { path: 'banking/get', inputs: each((merchantId) => ({ merchantId })) },
  'people, team tab': { path: 'users/list', inputs: list({ tab: 'team' }) },
  'people, pending tab': { path: 'users/list', inputs: list({ tab: 'pending' }) },
  'people, customers tab': { path: 'users/list', inputs: list({ tab: 'customers' }) },
  'people, blocked tab': { path: 'users/list', inputs: list({ tab: 'blocked' }) },
  'people, everyone': { path: 'users/list', inputs: list({}) },
  'people by name': { path: 'users/list', inputs: list({ sort: 'name', order: 'asc' }) },
  'people by last activity': { path: 'users/list', inputs: list({ sort: 'lastActive' }) },
  'people, search': { path: 'users/list', inputs: each((_, index) => ({ limit: 20, q: names[index % names.length] })) },
  'people by status': { path: 'users/list', inputs: each((_, index) => ({ limit: 20, status: states[index % 5] })) },
  'people by role': { path: 'users/list', inputs: each((_, index) => ({ limit: 20, role: roles[index % 4] })) },
  'people of a merchant': { path: 'users/list', inputs: each((merchantId) => ({ limit: 20, merchantId })) },
  'people created lately': {
    path: 'users/list',
    inputs: each((_, index) => ({ limit: 20, createdFrom: monthsAgo(index) })),
  },
  'people, figures': { path: 'users/stats', inputs: each(() => ({})) },
  'people, figures of one': { path: 'users/stats', inputs: each((merchantId) => ({ merchantId })) },
  'people, 1,000 to select': { path: 'users/listIds', inputs: each(() => ({ tab: 'customers' })) },
  'people, 250 of a selection': {
    path: 'users/listSelected',
    inputs: each((_, index) => ({ ids: peopleFrom(1 + index * 250) })),
  },
  'team of a merchant': { path: 'users/list', inputs: each((merchantId) => ({ limit: 20, merchantId, tab: 'team' })) },
  ...usageOperations({ each, list }),
  ...growthOperations({ each, list }),
}

/** One of each kind, for a run of two minutes. */
export const quickOperations = [
  'merchants by name',
  'merchants by revenue',
  'one merchant',
  'locations',
  'plans',
  'people, everyone',
  'people, search',
  'subscriptions, all',
  'subscriptions of a merchant',
  'redemptions of a merchant',
  'live counter',
  'dashboard, administrator',
  'dashboard, one merchant',
  'activity feed',
  'payouts, all',
  'analytics, tiles, all',
  'waitlist, people',
  'affiliate links, all',
]
