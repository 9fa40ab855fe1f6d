import { eq } from 'drizzle-orm'
import { verifyEmail } from '@quaff/features/sign-in/testing/mailbox-proof-factory'
import { waitlistEntries, waitlists } from '@quaff/features/waitlists/tables'
import { insertEntry, insertWaitlist } from '@quaff/features/waitlists/testing/waitlist-factory'
import type { Services } from '@quaff/platform/server'
import { contextAs } from '@quaff/platform/testing/test-context'
import type { Ownership } from '../../actor-kinds'
import { everybody, perOwnership, signedIn, strangers, type Endpoint } from '../../endpoint'
import { formOpenedBefore, newAddress } from '../../target-rows'

const signedOut = strangers('UNAUTHORIZED')
/** A waitlist has no owner: administrators see every existing one. */
const wherever = perOwnership('ok', 'ok', 'NOT_FOUND', 'NOT_FOUND')
const administrators = { ...signedOut, ...signedIn('FORBIDDEN'), admin: wherever } as const
/** The caller does not matter, only whether the list exists. */
const anybody = {
  anon: wherever,
  expired: wherever,
  customer: wherever,
  noRole: wherever,
  suspendedAdmin: wherever,
  pendingApproval: wherever,
  customRole: wherever,
  viewerOwn: wherever,
  viewerNone: wherever,
  ownerOfOne: wherever,
  ownerOfTwo: wherever,
  admin: wherever,
}
/** Uses an unknown token. */
const nowhere = perOwnership('null', 'null', 'NOT_FOUND', 'NOT_FOUND')
const anybodyFindsNothing = {
  anon: nowhere,
  expired: nowhere,
  customer: nowhere,
  noRole: nowhere,
  suspendedAdmin: nowhere,
  pendingApproval: nowhere,
  customRole: nowhere,
  viewerOwn: nowhere,
  viewerNone: nowhere,
  ownerOfOne: nowhere,
  ownerOfTwo: nowhere,
  admin: nowhere,
}
const administratorsOnly = { ...signedOut, ...signedIn('FORBIDDEN'), admin: 'ok' } as const

async function listOf(services: Services, row: Ownership) {
  if (row === 'missing') return { waitlistId: 'wl_missing', slug: 'missing-list' }
  const { id, slug } = await insertWaitlist(services)
  if (row === 'deleted') await services.db.delete(waitlists).where(eq(waitlists.id, id))
  return { waitlistId: id, slug }
}

async function emptyList(services: Services, row: Ownership) {
  return { waitlistId: (await listOf(services, row)).waitlistId }
}

async function listWithSomebody(services: Services, row: Ownership) {
  const { waitlistId } = await listOf(services, row)
  if (row === 'own' || row === 'foreign') await insertEntry(services, { waitlistId })
  return { waitlistId }
}

/** A person on an existing list; removed if the row is deleted. */
async function person(services: Services, row: Ownership) {
  const { id: waitlistId } = await insertWaitlist(services)
  if (row === 'missing') return { waitlistId, entryId: 'wle_missing' }
  const { id: entryId } = await insertEntry(services, { waitlistId })
  if (row === 'deleted') await services.db.delete(waitlistEntries).where(eq(waitlistEntries.id, entryId))
  return { waitlistId, entryId }
}

const fields = { name: 'Early guests', kind: 'consumer', description: '', city: '', invitationDays: 14 } as const
const csv = 'email\nana@example.test'

export const waitlistEndpoints = {
  'waitlists.list': { input: async (services) => (await insertWaitlist(services), {}), expected: administratorsOnly },
  'waitlists.create': {
    input: async ({ ids }) => ({ ...fields, slug: ids.newId('list').replace('_', '-') }),
    expected: administratorsOnly,
  },
  'waitlists.update': {
    hasId: true,
    input: async (services, row) => ({ ...fields, ...(await listOf(services, row)), version: 1 }),
    expected: administrators,
  },
  'waitlists.setOpen': {
    hasId: true,
    input: async (services, row) => ({ ...(await emptyList(services, row)), version: 1, isOpen: false }),
    expected: administrators,
  },
  'waitlists.remove': {
    hasId: true,
    input: async (services, row) => ({ ...(await emptyList(services, row)), version: 1 }),
    expected: administrators,
  },
  'waitlists.entries': { hasId: true, input: listWithSomebody, expected: administrators },
  'waitlists.sources': { hasId: true, input: listWithSomebody, expected: administrators },
  'waitlists.entry': { hasId: true, input: person, expected: administrators },
  'waitlists.previewNext': {
    hasId: true,
    input: async (services, row) => ({ ...(await listWithSomebody(services, row)), count: 10 }),
    expected: administrators,
  },
  /** Missing rows are reported in the response. */
  'waitlists.changeEntries': {
    hasId: true,
    async input(services, row) {
      const entries = [{ id: 'wle_missing', version: 1 }]
      return { ...(await emptyList(services, row)), action: 'invite', entries }
    },
    expected: administrators,
  },
  'waitlists.saveNotes': {
    hasId: true,
    input: async (services, row) => ({ ...(await person(services, row)), version: 1, notes: 'Asked twice' }),
    expected: administrators,
  },
  'waitlists.forget': {
    hasId: true,
    input: async (services, row) => ({ ...(await person(services, row)), version: 1 }),
    expected: administrators,
  },
  'waitlists.demand': { hasId: true, input: listWithSomebody, expected: administrators },
  'waitlists.previewImport': {
    hasId: true,
    input: async (services, row) => ({ ...(await emptyList(services, row)), csv }),
    expected: administrators,
  },
  'waitlists.importRows': {
    hasId: true,
    input: async (services, row) => ({ ...(await emptyList(services, row)), csv }),
    expected: administrators,
  },
  'waitlists.openJoinPage': {
    hasId: true,
    input: async (services, row) => ({ slug: (await listOf(services, row)).slug }),
    expected: anybody,
  },
  'waitlists.join': {
    hasId: true,
    async input(services, row) {
      const email = newAddress(services)
      const stranger = contextAs(services, undefined, { network: email })
      const { waitlistId, slug } = await listOf(services, row)
      const token = await verifyEmail(stranger, email, 'waitlist')
      const startToken = formOpenedBefore(services, `waitlist:${waitlistId}`)
      return { slug, token, name: 'Ana', city: '', postalCode: '', wantedVenue: '', startToken }
    },
    expected: anybody,
  },
  'waitlists.openPlace': {
    hasId: true,
    input: async (services, row) => ({ slug: (await listOf(services, row)).slug, token: 'x'.repeat(43) }),
    expected: anybodyFindsNothing,
  },
  /** An unknown token returns the same for each list. */
  'waitlists.openInvitation': { input: () => ({ slug: 'any', token: 'x'.repeat(43) }), expected: everybody('ok') },
  'waitlists.acceptInvitation': { input: () => ({ slug: 'any', token: 'x'.repeat(43) }), expected: everybody('ok') },
} satisfies Record<string, Endpoint>

export const waitlistFileEndpoints = {
  'waitlist-export': {
    hasId: true,
    input: async (services, row) => ({ format: 'csv', filter: await listWithSomebody(services, row) }),
    expected: administrators,
  },
} satisfies Record<string, Endpoint>
