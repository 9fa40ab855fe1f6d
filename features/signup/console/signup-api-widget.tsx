import type { Conversion, SignupKind, SignupReceipt, SubmitSignupInput } from '../contract'

/** Calls of the application pages; refusals are thrown. */
export type SignupApi = {
  /** When the form was opened: needed to send it. */
  open: () => Promise<{ startToken: string }>
  mailCode: (email: string, purpose: SignupPurpose) => Promise<unknown>
  checkCode: (email: string, purpose: SignupPurpose, code: string) => Promise<{ token: string }>
  readConversion: (proof: string, kind: SignupKind) => Promise<Conversion>
  submit: (input: SubmitSignupInput, signal: AbortSignal) => Promise<SignupReceipt>
}

export type SignupPurpose = 'merchant_signup' | 'merchant_convert'

export const signupPaths = {
  signup: '/partners/signup',
  convert: '/partners/convert',
  processing: '/partners/signup/processing',
  existing: '/partners/signup/existing',
  success: '/partners/success',
} as const
export type SignupPath = (typeof signupPaths)[keyof typeof signupPaths]

/** Goes to another page; `replace` leaves no way back to this one. */
export type GoTo = (path: SignupPath, how?: 'replace') => void
