import type { Conversion, SignupKind, SubmitSignupInput } from './contract'

/** `formKey` of the gate. */
export const signupFormKey = 'merchant-signup'

/** Purpose of the code; a proof for one is not valid for the other. */
export const purposeOf = (kind: SignupKind) => (kind === 'convert' ? 'merchant_convert' : 'merchant_signup')

/** The application as the onboarding reads it; blank fields are left out. */
export function applicationBusiness(email: string, { business }: Pick<SubmitSignupInput, 'business'>) {
  const { name, businessType, description, phone, website, address } = business
  const filled = Object.entries({ description, phone, website }).filter(([, value]) => value !== '')
  return { name, businessName: name, businessType, email, address, ...Object.fromEntries(filled) }
}

export type ConvertingAccount = {
  role: string
  status: string
  hasApplication: boolean
  /** An application of this account is being read. */
  isWaiting: boolean
}

/** State of the conversion page for a verified address. */
export function conversionState(account: ConvertingAccount | null): Conversion['state'] {
  if (account === null) return 'none'
  if (account.isWaiting || account.status === 'pending_approval') return 'pending'
  if (account.status !== 'active') return account.status === 'pending' ? 'staff' : 'blocked'
  return account.role === 'customer' && !account.hasApplication ? 'convertible' : 'staff'
}
