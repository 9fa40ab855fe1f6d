import type { MailPreview } from '@quaff/features/settings/server'
import {
  emailVerificationPurposes,
  type EmailVerificationPurpose,
} from '@quaff/features/sign-in/email-verification-contract'
import { emailCodeMail } from '@quaff/features/sign-in/server'
import {
  submissionNoticeMail,
  submissionReceiptMail,
  submissionRejectedMail,
} from '@quaff/features/signup-forms/server'
import { conversionRejectedMail, signupReceivedMail } from '@quaff/features/signup/server'
import { invitationMail, movedInMail, rejectedMail, venueOwnerMail } from '@quaff/features/users/server'
import { waitlistInvitationMail, waitlistJoinedMail } from '@quaff/features/waitlists/server'
import type { ExampleMessages } from './example-texts'

const purposeNames = {
  merchant_signup: 'Code: merchant signup',
  merchant_convert: 'Code: convert account',
  signup_form: 'Code: signup form',
  waitlist: 'Code: waitlist',
  registration: 'Code: registration',
} as const satisfies Record<EmailVerificationPurpose, string>

const twoDaysMs = 2 * 86_400_000

/** Returns previews of the emails about invitations, registrations, signups, waitlists and form submissions. */
export function joiningMails(texts: ExampleMessages): MailPreview[] {
  return [
    {
      name: 'Invitation',
      receiver: 'Invited user',
      write: ({ settings }) =>
        invitationMail(`${settings.baseUrl}/auth/complete-signin?token=example`, {
          role: 'merchant_owner',
          inviter: texts.person,
          venues: [texts.venue],
        }),
    },
    {
      name: 'Account migrated',
      receiver: 'Imported team members',
      write: ({ settings: { baseUrl } }) =>
        movedInMail({
          url: `${baseUrl}/auth/reset-password?token=example`,
          loginUrl: `${baseUrl}/auth/login`,
          invitedTo: { role: 'merchant_owner', inviter: null, venues: [texts.venue] },
          hasPassword: false,
        }),
    },
    { name: 'Registration rejected', receiver: 'Person who registered', write: () => rejectedMail(texts.reason) },
    {
      name: 'Application approved',
      receiver: 'Applicant with an account',
      write: ({ settings }) => venueOwnerMail(texts.venue, settings.baseUrl),
    },
    ...emailVerificationPurposes.map((purpose) => ({
      name: purposeNames[purpose],
      receiver: 'Person applying',
      write: () => emailCodeMail(purpose, texts.code),
    })),
    { name: 'Signup received', receiver: 'Applicant', write: () => signupReceivedMail(texts.venue, texts.reference) },
    {
      name: 'Signup rejected',
      receiver: 'Applicant with an account',
      write: () => conversionRejectedMail(texts.venue, texts.reason),
    },
    ...formMails(texts),
    {
      name: 'Waitlist: confirmation',
      receiver: 'Person who joined',
      write: ({ settings: { baseUrl } }) =>
        waitlistJoinedMail({
          name: texts.person,
          listName: texts.list,
          placeUrl: `${baseUrl}/w/example?place=example`,
          friendsUrl: `${baseUrl}/w/example?ref=example`,
        }),
    },
    {
      name: 'Waitlist invitation',
      receiver: 'Person invited from the waitlist',
      write: ({ settings: { baseUrl, timeZone }, clock }) =>
        waitlistInvitationMail({
          url: `${baseUrl}/w/example?invitation=example`,
          name: texts.person,
          listName: texts.list,
          expiresAt: new Date(clock.now().getTime() + twoDaysMs),
          timeZone,
        }),
    },
  ]
}

function formMails({ venue, form, reason, reference }: ExampleMessages): MailPreview[] {
  return [
    {
      name: 'Form submission: notice',
      receiver: 'Form owner',
      write: ({ settings }) =>
        submissionNoticeMail({
          formName: form,
          businessName: venue,
          email: 'ada@example.com',
          isProved: false,
          inboxUrl: `${settings.baseUrl}/merchant-signup-forms?tab=submissions`,
        }),
    },
    {
      name: 'Form submission: receipt',
      receiver: 'Person who submitted the form',
      write: () => submissionReceiptMail(venue, reference),
    },
    {
      name: 'Form submission: rejected',
      receiver: 'Person who submitted the form',
      write: () => submissionRejectedMail(venue, reason),
    },
  ]
}
