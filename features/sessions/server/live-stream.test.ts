import { describe, expect, it } from 'vitest'
import type { LiveTopic, UserActor } from '@quaff/platform/server'
import { maySee } from './live-stream'

const topics = {
  merchant: true,
  user: true,
  session: true,
  audit: true,
  subscription: true,
  redemption: true,
  import: true,
  payment: true,
  webhook: true,
} satisfies Record<LiveTopic, true>
const everyTopic = Object.keys(topics) as LiveTopic[]
const ofStaff = ['merchant', 'user', 'subscription', 'redemption']

const places = { claimed: 'mer_claimed', applied: 'mer_applied', foreign: 'mer_foreign', platform: null } as const
const both = { merchantIds: ['mer_claimed'], ownMerchantIds: ['mer_applied'] }

type Seen = Record<keyof typeof places, readonly string[]>
const nothing: Seen = { claimed: [], applied: [], foreign: [], platform: [] }
const everything: Seen = { claimed: everyTopic, applied: everyTopic, foreign: everyTopic, platform: everyTopic }

const listeners: [name: string, details: Partial<UserActor>, seen: Seen][] = [
  ['an administrator', { role: 'quaff_admin' }, everything],
  ['an owner', { role: 'merchant_owner', ...both }, { ...nothing, claimed: ofStaff, applied: ofStaff }],
  ['an owner without merchants', { role: 'merchant_owner' }, nothing],
  ['a viewer', { role: 'merchant_viewer', ...both }, { ...nothing, claimed: ofStaff, applied: ofStaff }],
  ['a viewer without merchants', { role: 'merchant_viewer' }, nothing],
  ['a role of which the platform knows nothing', { role: 'barista', ...both }, nothing],
  ['a customer, whom the gate lets in nowhere', { role: 'customer', ...both }, nothing],
  [
    'an administrator who looks as a viewer',
    { role: 'merchant_viewer', merchantIds: ['mer_claimed'] },
    { ...nothing, claimed: ofStaff },
  ],
]

const reader: UserActor = {
  kind: 'user',
  sessionId: 'ses_reader',
  userId: 'usr_reader',
  email: 'reader@example.test',
  displayName: null,
  photoUrl: null,
  role: 'merchant_owner',
  status: 'active',
  merchantIds: [],
  ownMerchantIds: [],
  applicationId: null,
  phoneNumber: null,
  hasPassword: true,
  passwordSetupUntil: null,
  authenticatedAt: new Date(0),
}

describe('the events of each topic, for own merchants, foreign ones and none', () => {
  it.each(listeners)('§6 §7 to %s', (_, details, expected) => {
    const actor = { ...reader, ...details }
    const seen = Object.entries(places).map(([place, merchantId]) => {
      const told = everyTopic.filter((topic) =>
        maySee(actor, { topic, subjectId: 'canary', merchantId, cursor: '1.1.1' }),
      )
      return [place, told]
    })
    expect(Object.fromEntries(seen)).toEqual(expected)
  })

  it('tells everybody of the own account, and only administrators of the own sessions', () => {
    for (const [name, details] of listeners) {
      const own = { subjectId: reader.userId, merchantId: null, cursor: '1.1.1' }
      expect(maySee({ ...reader, ...details }, { topic: 'user', ...own }), name).toBe(true)
      expect(maySee({ ...reader, ...details }, { topic: 'session', ...own }), name).toBe(details.role === 'quaff_admin')
    }
  })
})
