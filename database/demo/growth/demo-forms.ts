import type { merchantApplications } from '@quaff/features/merchants/tables'
import type { FormField, SubmittedAnswer } from '@quaff/features/signup-forms/contract'
import { newFields } from '@quaff/features/signup-forms/fields-rules'
import type {
  signupFormDays,
  signupForms,
  signupFormVersions,
  signupSubmissions,
} from '@quaff/features/signup-forms/tables'
import { dayKeyIn, shiftDaysIn } from '@quaff/platform/server'
import { demoId, type Chance } from '../chance'
import { personName, slug, streetAddress, venueName } from '../names'

type NewForm = typeof signupForms.$inferInsert
type NewVersion = typeof signupFormVersions.$inferInsert
type NewSubmission = typeof signupSubmissions.$inferInsert
type NewDay = typeof signupFormDays.$inferInsert
export type DemoForms = { forms: NewForm[]; versions: NewVersion[]; submissions: NewSubmission[]; days: NewDay[] }

type World = {
  timeZone: string
  applications: readonly (typeof merchantApplications.$inferInsert)[]
  administratorId: string | null
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const field = (details: Partial<FormField> & Pick<FormField, 'id' | 'kind' | 'label'>): FormField => ({
  help: '',
  required: false,
  options: [],
  showWhen: null,
  ...details,
})

const kinds = ['Coffee shop', 'Tea house', 'Bar', 'Other'] as const
const first: FormField[] = [
  ...newFields(),
  field({ id: 'kind', kind: 'dropdown', label: 'What are you?', required: true, options: [...kinds] }),
  field({ id: 'address', kind: 'address', label: 'Where are you?', required: true }),
]
const second: FormField[] = [
  ...first,
  field({ id: 'other', kind: 'short', label: 'What do you serve?', showWhen: { fieldId: 'kind', equals: 'Other' } }),
  field({
    id: 'website',
    kind: 'website',
    label: 'Website or social profile',
    help: 'A link that starts with https://',
  }),
  field({ id: 'photo', kind: 'image', label: 'A photo of your counter' }),
  field({ id: 'why', kind: 'long', label: 'Why would you like to join?' }),
]
const reasons = ['Quiet mornings need regulars.', 'Our guests ask for a pass.', '=SUM(regulars)', ''] as const

/** Returns a live form with submissions in every state under two versions, a draft, and a closed form. */
export function planForms(chance: Chance, now: Date, world: World): DemoForms {
  const ago = (days: number) => new Date(now.getTime() - days * dayMs)
  const texts = {
    intro: 'Tell us about your venue. It takes two minutes.',
    successText: 'Thank you! We’ll email you soon.',
  }
  const form = (number: number, details: Pick<NewForm, 'name' | 'slug' | 'status' | 'liveVersion' | 'fields'>) => ({
    id: demoId('frm', number),
    ...texts,
    createdAt: ago(80 - number),
    updatedAt: ago(number),
    ...details,
  })
  const forms: NewForm[] = [
    form(1, { name: 'Cafés and tea houses', slug: 'cafes', status: 'live', liveVersion: 2, fields: second }),
    form(2, { name: 'Roasters', slug: 'roasters', status: 'draft', liveVersion: null, fields: first }),
    form(3, { name: 'Summer bars', slug: 'summer-bars', status: 'closed', liveVersion: 1, fields: first }),
  ]
  const version = (number: number, formNumber: number, fields: FormField[], publishedAt: Date): NewVersion => ({
    formId: demoId('frm', formNumber),
    number,
    fields,
    ...texts,
    publishedAt,
    publishedBy: world.administratorId,
  })
  const versions = [version(1, 1, first, ago(70)), version(2, 1, second, ago(30)), version(1, 3, first, ago(60))]
  return { forms, versions, submissions: planSubmissions(chance, now, world), days: planDays(chance, now, world) }
}

function planSubmissions(chance: Chance, now: Date, world: World) {
  const accepted = world.applications.filter(({ userId, merchantId }) => userId && merchantId).slice(0, 3)
  const approved = accepted.map(({ id, userId, business }, index) => ({
    ...submissionOf(chance, now, index + 1, { daysAgo: 45 - index, formNumber: 1 }, namedBy(business)),
    status: 'approved' as const,
    userId,
    applicationId: id,
    reviewedAt: new Date(now.getTime() - 40 * dayMs),
    reviewedBy: world.administratorId,
  }))
  const others = Array.from({ length: 14 }, (_, index) => {
    const number = accepted.length + index + 1
    const at = { daysAgo: chance.whole(1, 28), formNumber: index < 11 ? 1 : 3 }
    const submission = submissionOf(chance, now, number, index < 11 ? at : { ...at, daysAgo: 50 }, {})
    if (index % 4 !== 3) return submission
    const reviewedAt = new Date(submission.submittedAt.getTime() + 20 * hourMs)
    const answered = {
      reviewedAt,
      reviewedBy: world.administratorId,
      rejectionReason: 'The venue has no pickup counter.',
    }
    return { ...submission, ...answered, status: 'rejected' as const }
  })
  return [...approved, ...others]
}

type Named = { email?: string; name?: string }

function namedBy(business: Readonly<Record<string, unknown>> | null | undefined): Named {
  const { email, name } = business ?? {}
  return { ...(typeof email === 'string' ? { email } : {}), ...(typeof name === 'string' ? { name } : {}) }
}

function submissionOf(
  chance: Chance,
  now: Date,
  number: number,
  { daysAgo, formNumber }: { daysAgo: number; formNumber: number },
  named: Named,
): NewSubmission {
  const formVersion = formNumber === 1 && daysAgo < 30 ? 2 : 1
  const businessName = named.name ?? venueName(200 + number, 'coffee_shop')
  const email = named.email ?? `${slug(personName(chance))}.${number}@forms.example`
  const kind = chance.oneOf(kinds)
  const given: Record<string, string> = { business_name: businessName, email, kind, address: streetAddress(chance) }
  if (formVersion === 2) {
    if (kind === 'Other') given['other'] = 'Juice and soup'
    given['website'] = `https://${slug(businessName)}.example`
    given['why'] = chance.oneOf(reasons)
  }
  const answers: SubmittedAnswer[] = Object.entries(given)
    .filter(([, value]) => value !== '')
    .map(([fieldId, value]) => ({ fieldId, value }))
  const submittedAt = new Date(now.getTime() - daysAgo * dayMs - chance.whole(1, 20) * hourMs)
  const id = demoId('sub', number)
  // Every third sender requested a receipt.
  const provedAt = number % 3 === 0 ? submittedAt : null
  const sent = { id, provedAt, formId: demoId('frm', formNumber), formVersion, keyHash: `demo-${number}`, submittedAt }
  return { ...sent, status: 'submitted', email, businessName, answers }
}

/** Views and starts per day. Each day has more of them than submissions. */
function planDays(chance: Chance, now: Date, { timeZone }: World): NewDay[] {
  return Array.from({ length: 60 }, (_, daysAgo) => {
    const day = dayKeyIn(timeZone, shiftDaysIn(timeZone, now, -daysAgo))
    const started = chance.whole(1, 5)
    return { formId: demoId('frm', 1), day, started, viewed: started * chance.whole(2, 5) }
  })
}
