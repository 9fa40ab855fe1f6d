import { signInRefusals } from '../refusals'
import { isCommonPassword } from '../rules'

let loading: Promise<ReadonlySet<string>> | undefined

/** A hundred kilobytes, loaded when a new password is first typed. */
export async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return loading
}

/** The server's rule in the browser; if the list fails to load, only the server checks. */
export async function commonPasswordError(password: string): Promise<string | null> {
  if (password === '') return null
  try {
    return isCommonPassword(await loadCommonPasswords(), password) ? signInRefusals.COMMON_PASSWORD.text : null
  } catch {
    loading = undefined
    return null
  }
}

/** Shows the error of a new password field on blur. */
export function refusesCommon(setError: (text: string) => void) {
  return {
    onFocus: () => void loadCommonPasswords().catch(() => undefined),
    onBlur: async ({ currentTarget: field }: { currentTarget: { value: string } }) => {
      const typed = field.value
      const error = await commonPasswordError(typed)
      if (error !== null && field.value === typed) setError(error)
    },
  }
}
