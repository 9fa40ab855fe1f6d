/** What a mailed code is asked for; a proof for one purpose proves nothing for another. */
export const mailboxPurposes = ['merchant_signup', 'merchant_convert', 'signup_form', 'waitlist'] as const
export type MailboxPurpose = (typeof mailboxPurposes)[number]
