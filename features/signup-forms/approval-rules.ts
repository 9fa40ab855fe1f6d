import { businessTypes, type BusinessType } from '@quaff/features/merchants/contract'
import { venueOwnerWay } from '@quaff/features/users/access/rules'
import { siteFault } from '@quaff/platform/shared/safe-address'
import { textLimits } from '@quaff/platform/shared/text'
import type { FieldKind, FormField, SubmittedAnswer } from './fields-contract'
import { chosenOptions } from './fields-rules'
import type { ApprovalWay } from './inbox-rules'

export type SubmittingAccount = Parameters<typeof venueOwnerWay>[0]

/** What approving does for an address; null when it cannot be made the owner of a new venue. */
export const approvalWay = (account: SubmittingAccount | null): ApprovalWay | null =>
  account === null ? 'invite' : venueOwnerWay(account)

/** Why the address cannot be made the owner of a new venue; null when it can, or has no account yet. */
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

/** What the application of an approved venue begins with; the applicant completes it. */
export function applicationOf({ fields, answers }: Answered, category: string | null) {
  const given = new Map(answers.map(({ fieldId, value }) => [fieldId, value]))
  const first = (...kinds: FieldKind[]) =>
    fields.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => given.get(id) ?? '')
  const website = first('website').find((link) => siteFault(link) === null)
  const address = first('address').find((text) => text !== '')
  const businessType =
    readType(category) ?? first('dropdown', 'choice').flatMap(chosenOptions).map(readType).find(Boolean)
  return {
    ...(website === undefined ? {} : { website }),
    ...(address === undefined ? {} : { address: { line1: oneLine(address) } }),
    ...(businessType ? { businessType } : {}),
  }
}

/** "Coffee shop" and "coffee_shop" are the same. */
function readType(text: string | null): BusinessType | undefined {
  const asked = (text ?? '')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  return businessTypes.find((type) => type === asked)
}

const oneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ', ').slice(0, textLimits.short)
