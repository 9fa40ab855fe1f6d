import { businessTypes } from '@quaff/features/merchants/contract'
import { venueOwnerWay } from '@quaff/features/users/access-rules'
import { siteError } from '@quaff/platform/shared/safe-address'
import { textLimits } from '@quaff/platform/shared/text'
import { type ApprovalWay, buildingLimits, siteHint, siteShape } from './contract'
import type { FieldKind, FormField, SubmittedAnswer } from './fields-contract'
import { chosenOptions } from './fields-rules'

/** Parses origins, one per line. Full URLs are cut to their origin. */
export function parseSites(text: string): { sites: string[]; error: string | null } {
  const lines = text
    .split(/\s+/)
    .map((line) => line.toLowerCase().replace(/^(https:\/\/[^/?#]+)[/?#].*$/, '$1'))
    .filter((line) => line !== '')
  const sites = [...new Set(lines)]
  const wrong = sites.find((site) => !siteShape.test(site) || site.length > buildingLimits.site)
  if (wrong !== undefined) return { sites, error: `“${wrong}”: ${siteHint}` }
  return { sites, error: sites.length > buildingLimits.sites ? `Enter up to ${buildingLimits.sites} sites` : null }
}

export const publicFormPath = (slug: string) => `/f/${slug}`

/** Returns why a form cannot be deleted; submissions must stay. */
export function removalRefusal(form: { submitted: number }): string | null {
  return form.submitted > 0 ? 'It has submissions. Close it instead.' : null
}

export type SubmittingAccount = Parameters<typeof venueOwnerWay>[0]

/** Returns the effect of an approval, or null if the account cannot become an owner. */
export const approvalWay = (account: SubmittingAccount | null): ApprovalWay | null =>
  account === null ? 'invite' : venueOwnerWay(account)

/** Returns why the email's account cannot become the owner of a new merchant, or null if it can. */
export function approvalObstacle(account: SubmittingAccount | null): string | null {
  if (account === null || approvalWay(account) !== null) return null
  if (account.status === 'pending') return 'This email was already invited and hasn’t accepted yet.'
  if (account.status === 'rejected') return 'A registration with this email was rejected earlier.'
  if (account.status !== 'active') return 'The account with this email is suspended.'
  return account.role === 'customer'
    ? 'This email already has an application.'
    : 'This email already belongs to a console user.'
}

type Answered = { fields: readonly FormField[]; answers: readonly SubmittedAnswer[] }

/** Returns the prefilled application of an approved merchant. The applicant completes it. */
export function applicationOf({ fields, answers }: Answered, category: string | null) {
  const given = new Map(answers.map(({ fieldId, value }) => [fieldId, value]))
  const first = (...kinds: FieldKind[]) =>
    fields.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => given.get(id) ?? '')
  const website = first('website').find((link) => siteError(link) === null)
  const address = first('address').find((text) => text !== '')
  const businessType =
    readType(category) ?? first('dropdown', 'choice').flatMap(chosenOptions).map(readType).find(Boolean)
  return {
    ...(website === undefined ? {} : { website }),
    ...(address === undefined ? {} : { address: { line1: oneLine(address) } }),
    ...(businessType ? { businessType } : {}),
  }
}

/** Treats "Coffee shop" and "coffee_shop" alike. */
function readType(text: string | null) {
  const requested = (text ?? '')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  return businessTypes.find((type) => type === requested)
}

const oneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ', ').slice(0, textLimits.short)
