import { normalizeEmail, textLimits } from '@quaff/platform/shared/text'
import { signInLimits, signInTexts } from '../contract'

/** Written by hand with the contract's limits and texts, so that no schema library has to be downloaded to sign in. */
const completeAddress = /^(?!\.)(?!.*\.\.)[a-z0-9_'+.-]*[a-z0-9_+-]@([a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/

export function isCompleteEmail(value: string): boolean {
  return value.length <= textLimits.email && completeAddress.test(normalizeEmail(value))
}

export const checkEmail = (value: string) => (isCompleteEmail(value) ? null : signInTexts.invalidEmail)

export const checkPassword = (value: string) =>
  value.length < signInLimits.passwordMin ? signInTexts.passwordTooShort : null

/** Spec §5: the confirmation has the same minimum with a text of its own, then must equal the password. */
export function checkConfirmation(value: string, password: string): string | null {
  if (value.length < signInLimits.passwordMin) return signInTexts.confirmPassword
  return value === password ? null : signInTexts.passwordsDiffer
}

/** Where no minimum is specified for the confirmation: only the comparison. */
export const checkRepeated = (value: string, password: string) =>
  value === password ? null : signInTexts.passwordsDiffer
