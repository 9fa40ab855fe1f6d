import { users } from '@quaff/features/accounts/tables'
import { merchantApplications } from '@quaff/features/merchants/tables'
import { openForm } from '@quaff/features/sign-in/server'
import { verifyEmail } from '@quaff/features/sign-in/testing/mailbox-proof-factory'
import type { Services } from '@quaff/platform/server'
import { contextAs } from '@quaff/platform/testing/test-context'
import type { TestServices } from '@quaff/platform/testing/test-services'
import type { SubmitSignupInput } from '../contract'
import { signupFormKey } from '../rules'
import { merchantSignups } from '../server/tables'

let applicants = 0

/** An anonymous caller with its own network. */
export const applicantContext = (services: TestServices) =>
  contextAs(services, undefined, { network: `applicant-${++applicants}` })

/** A filled form of a person who verified the address a minute ago. */
export async function filledSignup(
  services: TestServices,
  email: string,
  details: Partial<SubmitSignupInput> = {},
): Promise<SubmitSignupInput> {
  const purpose = details.kind === 'convert' ? 'merchant_convert' : 'merchant_signup'
  const startToken = openForm(services, signupFormKey)
  const proof = await verifyEmail(applicantContext(services), email, purpose)
  services.clock.advance(60_000)
  return {
    requestKey: crypto.randomUUID(),
    startToken,
    trap: '',
    proof,
    kind: 'signup',
    contactName: 'Ana Paz',
    business: {
      name: 'Half Moon Café',
      businessType: 'coffee_shop',
      description: 'Filter and flat whites.',
      address: { line1: '1 High Street', city: 'Springfield', postalCode: '12345' },
      phone: '+1 555 0100',
      website: 'https://halfmoon.test',
    },
    firstPass: 'daily',
    affiliateCode: '',
    acceptsTerms: true,
    termsVersion: 1,
    ...details,
  }
}

/** An application that waits to be read. */
export async function insertSignup(
  services: Services,
  email = `${services.ids.newId('a')}@applicants.test`.toLowerCase(),
) {
  const now = services.clock.now()
  const [userId, applicationId] = [services.ids.newId('usr'), services.ids.newId('app')]
  await services.db
    .insert(users)
    .values({ id: userId, email, status: 'pending_approval', applicationId, createdAt: now, updatedAt: now })
  await services.db
    .insert(merchantApplications)
    .values({ id: applicationId, userId, business: { name: 'Half Moon' }, createdAt: now, updatedAt: now })
  const [row] = await services.db
    .insert(merchantSignups)
    .values({
      id: services.ids.newId('sgn'),
      keyHash: services.ids.newId('key'),
      kind: 'signup',
      email,
      userId,
      applicationId,
      contactName: 'Ana Paz',
      businessName: 'Half Moon',
      createdAt: now,
    })
    .returning()
  if (!row) throw new Error('Signup not inserted.')
  return row
}
