import { eq } from 'drizzle-orm'
import { signupForms, signupSubmissions } from '@quaff/features/signup-forms/tables'
import { answersFor } from '@quaff/features/signup-forms/testing/field-factory'
import { insertForm, insertLiveForm, insertSubmission } from '@quaff/features/signup-forms/testing/form-factory'
import type { Services } from '@quaff/platform/server'
import { rateLimits } from '@quaff/platform/server/tables'
import type { Ownership } from '../../actor-kinds'
import { perOwnership, signedIn, strangers, type Endpoint } from '../../endpoint'
import { formOpenedBefore, newAddress } from '../../target-rows'

/** A form has no owner: administrators see every existing one. */
const wherever = perOwnership('ok', 'ok', 'NOT_FOUND', 'NOT_FOUND')
const administrators = { ...strangers('UNAUTHORIZED'), ...signedIn('FORBIDDEN'), admin: wherever } as const
/** The caller does not matter, only whether the form exists. */
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
const administratorsOnly = { ...strangers('UNAUTHORIZED'), ...signedIn('FORBIDDEN'), admin: 'ok' } as const

async function liveForm(services: Services, row: Ownership) {
  if (row === 'missing') return { id: 'frm_missing', slug: 'missing-form' }
  const { id, slug } = await insertLiveForm(services)
  if (row === 'deleted') await services.db.delete(signupForms).where(eq(signupForms.id, id))
  return { id, slug }
}

const formIdInput = async (services: Services, row: Ownership) => ({ formId: (await liveForm(services, row)).id })
const versionOf = async (services: Services, row: Ownership) => ({ ...(await formIdInput(services, row)), version: 1 })
const slugOf = async (services: Services, row: Ownership) => ({ slug: (await liveForm(services, row)).slug })
const newSlug = ({ ids }: Services) => ids.newId('form').replace('_', '-').toLowerCase()

async function submissionOf(services: Services, row: Ownership) {
  if (row === 'missing') return { submissionId: 'sub_missing' }
  const { id: formId } = await insertLiveForm(services)
  const { id } = await insertSubmission(services, { formId })
  if (row === 'deleted') await services.db.delete(signupSubmissions).where(eq(signupSubmissions.id, id))
  return { submissionId: id }
}
const submissionVersion = async (services: Services, row: Ownership) => ({
  ...(await submissionOf(services, row)),
  version: 1,
})

export const formEndpoints = {
  'signupForms.list': { input: async (services) => (await insertForm(services), {}), expected: administratorsOnly },
  'signupForms.get': { hasId: true, input: formIdInput, expected: administrators },
  'signupForms.create': {
    input: (services) => ({ name: 'Cafés', slug: newSlug(services) }),
    expected: administratorsOnly,
  },
  'signupForms.save': {
    hasId: true,
    async input(services, row) {
      const { id: formId, slug } = await liveForm(services, row)
      const content = { fields: [], intro: '', successText: '', ownerEmail: null, category: null, closesAt: null }
      return { formId, version: 1, name: 'Cafés', slug, ...content, allowedSites: [] }
    },
    expected: administrators,
  },
  'signupForms.publish': { hasId: true, input: versionOf, expected: administrators },
  'signupForms.close': { hasId: true, input: versionOf, expected: administrators },
  'signupForms.remove': { hasId: true, input: versionOf, expected: administrators },
  'signupForms.funnel': { hasId: true, input: formIdInput, expected: administrators },
  'signupForms.versions': { hasId: true, input: formIdInput, expected: administrators },
  'signupForms.publishedVersion': {
    hasId: true,
    input: async (services, row) => ({ ...(await formIdInput(services, row)), number: 1 }),
    expected: administrators,
  },
  'signupForms.open': { hasId: true, input: slugOf, expected: anybody },
  'signupForms.noteStart': { hasId: true, input: slugOf, expected: anybody },
  'signupForms.submit': {
    hasId: true,
    async input(services, row) {
      // All cases come from one network.
      await services.db.delete(rateLimits)
      const { id, slug } = await liveForm(services, row)
      const startToken = formOpenedBefore(services, `form:${id}`)
      const answers = answersFor(newAddress(services))
      return { slug, version: 1, requestKey: crypto.randomUUID(), startToken, trap: '', answers }
    },
    expected: anybody,
  },
  'signupForms.submissions': {
    input: async (services) => (await submissionOf(services, 'own'), {}),
    expected: administratorsOnly,
  },
  'signupForms.submissionCounts': { input: () => ({}), expected: administratorsOnly },
  'signupForms.submission': { hasId: true, input: submissionOf, expected: administrators },
  'signupForms.approve': { hasId: true, input: submissionVersion, expected: administrators },
  'signupForms.reject': {
    hasId: true,
    input: async (services, row) => ({ ...(await submissionVersion(services, row)), reason: 'Too far away' }),
    expected: administrators,
  },
} satisfies Record<string, Endpoint>

export const formFileEndpoints = {
  'submissions-export': {
    hasId: true,
    input: async (services, row) => ({ format: 'csv', ...(await formIdInput(services, row)) }),
    expected: administrators,
  },
} satisfies Record<string, Endpoint>
