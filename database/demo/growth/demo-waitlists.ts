import type { waitlistEntries, waitlists } from '@quaff/features/waitlists/tables'
import { demoId, type Chance } from '../chance'
import type { DemoLocation } from '../demo-locations'
import { personName, slug } from '../names'

export type DemoWaitlists = { lists: NewList[]; entries: NewEntry[] }

const hourMs = 3_600_000
const dayMs = 24 * hourMs

type NewList = typeof waitlists.$inferInsert
type NewEntry = typeof waitlistEntries.$inferInsert

const plans: readonly (Pick<NewList, 'name' | 'kind' | 'slug' | 'city' | 'description'> & { size: number })[] = [
  { name: 'Early guests', kind: 'consumer', slug: 'early-guests', size: 64, description: 'Be among the first.' },
  {
    name: 'Lisbon opening',
    kind: 'city',
    slug: 'lisbon',
    city: 'Lisbon',
    size: 38,
    description: 'We’ll open in Lisbon when enough people join.',
  },
  {
    name: 'Upcoming venues',
    kind: 'merchant',
    slug: 'venues',
    size: 12,
    description: 'For owners waiting for a slot.',
  },
  { name: 'Summer terrace', kind: 'consumer', slug: 'summer-terrace', size: 0, description: '' },
]

type Area = readonly [city: string, postalCode: string]
const elsewhere: readonly [Area, ...Area[]] = [
  ['Lisbon', '1100-148'],
  ['Lisbon', '1200-109'],
  ['Porto', '4050-290'],
  ['Ghent', '9000'],
  ['Leeds', 'LS1 4DY'],
  ['', ''],
]
const venues = ['Copenhagen Coffee Lab', 'Fábrica', 'Harbour Coffee', 'Old Mill', '', '', ''] as const
const statuses = [
  'waiting',
  'waiting',
  'waiting',
  'waiting',
  'shortlisted',
  'invited',
  'expired',
  'joined',
  'removed',
] as const

/** Returns lists with people in every state, near merchants and elsewhere. One list is empty. */
export function planWaitlists(chance: Chance, now: Date, locations: readonly DemoLocation[]): DemoWaitlists {
  const covered = locations.flatMap(({ fields }) => placeOf(fields))
  const everywhere: readonly [Area, ...Area[]] = [...elsewhere, ...covered.slice(0, 6)]
  const lists = plans.map(({ size: _size, ...plan }, index) => {
    const createdAt = new Date(now.getTime() - (120 - index * 20) * dayMs)
    return { ...plan, id: demoId('wl', index + 1), isOpen: index !== 2, createdAt, updatedAt: createdAt }
  })
  let number = 0
  const entries = plans.flatMap((plan, index) =>
    Array.from({ length: plan.size }, (_, place) => {
      const entry = planEntry(chance, now, (number += 1))
      const [city, postalCode] = chance.oneOf(plan.kind === 'city' ? elsewhere : everywhere)
      const friend = place > 0 && chance.next() < 0.2 ? demoId('wle', number - 1) : null
      return {
        ...entry,
        waitlistId: demoId('wl', index + 1),
        city,
        postalCode,
        ...(friend && { source: 'friend', referredBy: friend }),
      }
    }),
  )
  const friends = new Map<string, number>()
  for (const { referredBy } of entries) if (referredBy) friends.set(referredBy, (friends.get(referredBy) ?? 0) + 1)
  return { lists, entries: entries.map((entry) => ({ ...entry, referralCount: friends.get(entry.id) ?? 0 })) }
}

function planEntry(chance: Chance, now: Date, number: number): Omit<NewEntry, 'waitlistId'> {
  const id = demoId('wle', number)
  const name = personName(chance)
  const hoursBefore = chance.whole(1, 90 * 24)
  const fromFile = chance.next() < 0.25
  const details = {
    id,
    name,
    email: `${slug(name)}.${number}@waitlist.example`,
    referralCode: `friend${number}`,
    wantedVenue: chance.oneOf(venues),
    source: fromFile ? 'import' : 'join page',
    answers: fromFile ? { 'Favorite drink': chance.oneOf(['Flat white', 'Matcha', '=1+1']) } : {},
    ...stateOf(chance, now, chance.oneOf(statuses)),
  }
  // People join the list before they are invited.
  const createdAt = new Date((details.invitedAt ?? now).getTime() - hoursBefore * hourMs)
  return { ...details, createdAt, updatedAt: createdAt, confirmedAt: createdAt }
}

function stateOf(chance: Chance, now: Date, shown: (typeof statuses)[number]): Partial<NewEntry> {
  if (shown === 'invited' || shown === 'expired' || shown === 'joined') {
    const daysAgo = shown === 'expired' ? chance.whole(15, 30) : chance.whole(1, 12)
    const invitedAt = new Date(now.getTime() - daysAgo * dayMs)
    const invitation = { invitedAt, invitationExpiresAt: new Date(invitedAt.getTime() + 14 * dayMs) }
    if (shown !== 'joined') return { status: 'invited', ...invitation }
    return { status: 'joined', ...invitation, joinedAt: new Date(invitedAt.getTime() + 7 * hourMs) }
  }
  if (shown === 'removed') return { status: 'removed', removedAt: now }
  return { status: shown === 'shortlisted' ? 'shortlisted' : 'waiting' } as const
}

function placeOf(fields: DemoLocation['fields']): Area[] {
  const address = fields?.['address']
  if (typeof address !== 'object' || address === null || !('city' in address)) return []
  const postalCode = 'postalCode' in address && typeof address.postalCode === 'string' ? address.postalCode : ''
  return typeof address.city === 'string' ? [[address.city, postalCode]] : []
}
