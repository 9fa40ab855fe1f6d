const ids = (prefix, count) =>
  Array.from({ length: 64 }, (_, index) => `${prefix}_${String(1 + ((index * 7919) % count)).padStart(8, '0')}`)

/** The same 64 merchants for everybody; the first ones are by far the largest. */
const merchants = ids('mer', 2_000)
const words = ['golden', 'urban tea', 'venue 12', 'contact7', 'cup', 'zzz nothing', 'little brew 88', 'velvet']
const each = (make) => merchants.map((merchantId, index) => make(merchantId, index))
const list = (input) => each(() => ({ limit: 20, ...input }))

/** name → the console's procedure and its inputs, who asks, and the statement of the floor it stands beside. */
export const operations = {
  'merchants by name': { path: 'merchants/list', inputs: list({ sort: 'name' }), floor: 'merchants' },
  'merchants by subscribers': { path: 'merchants/list', inputs: list({ sort: 'subscribers' }), floor: 'merchants' },
  'merchants by revenue': { path: 'merchants/list', inputs: list({ sort: 'revenue' }), floor: 'merchants' },
  'merchants by activity': { path: 'merchants/list', inputs: list({ sort: 'activity' }), floor: 'merchants' },
  'merchants created': { path: 'merchants/list', inputs: list({ sort: 'created' }), floor: 'merchants' },
  'merchants, live tab': { path: 'merchants/list', inputs: list({ tab: 'live' }), floor: 'merchants' },
  'merchants, search': {
    path: 'merchants/list',
    inputs: each((_, index) => ({ limit: 20, q: words[index % words.length] })),
    floor: 'merchants',
  },
  'merchant counts': { path: 'merchants/counts', inputs: each(() => ({})) },
  'one merchant': { path: 'merchants/get', inputs: each((merchantId) => ({ merchantId })), floor: 'merchant' },
  'merchant impact': { path: 'merchants/impact', inputs: each((merchantId) => ({ merchantId })) },
  'review queue': { path: 'merchants/reviewQueue', inputs: each(() => ({})) },
  'switcher options': { path: 'merchants/options', inputs: each(() => ({})) },
  locations: { path: 'locations/list', inputs: each((merchantId) => ({ merchantId })), floor: 'locations' },
  plans: { path: 'plans/list', inputs: each((merchantId) => ({ merchantId })), floor: 'plans' },
  'promotion grid': { path: 'promotions/listForPromotion', inputs: list({ promotionId: 'happy_hour' }) },
  'promotions of a merchant': { path: 'promotions/listForMerchant', inputs: each((merchantId) => ({ merchantId })) },
  subscribers: {
    path: 'subscriptions/subscribersRaw',
    inputs: each((merchantId) => ({ merchantId })),
    floor: 'subscribers',
  },
  'audit of a merchant': { path: 'activity/merchantAudit', inputs: each((merchantId) => ({ merchantId })) },
  'bank details': { path: 'banking/get', inputs: each((merchantId) => ({ merchantId })) },
  'team of a merchant': { path: 'users/list', inputs: each((merchantId) => ({ limit: 20, merchantId, tab: 'team' })) },
}
