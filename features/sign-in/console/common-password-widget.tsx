import { signInRefusals } from '../refusals'
import { isCommonPassword } from '../rules'

let loading: Promise<ReadonlySet<string>> | undefined

/** Some hundred kilobytes, loaded with the first new password that somebody begins to type. */
export async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return loading
}

/** The server's rule, where the password is typed; without the list only the server tells. */
export async function commonPasswordFault(password: string): Promise<string | null> {
  if (password === '') return null
  try {
    return isCommonPassword(await loadCommonPasswords(), password) ? signInRefusals.COMMON_PASSWORD.text : null
  } catch {
    loading = undefined
    return null
  }
}

/** For the field of a new password: says so as soon as the field is left. */
export function refusesCommon(setFault: (text: string) => void) {
  return {
    onFocus: () => void loadCommonPasswords().catch(() => undefined),
    onBlur: async ({ currentTarget: field }: { currentTarget: { value: string } }) => {
      const typed = field.value
      const fault = await commonPasswordFault(typed)
      if (fault !== null && field.value === typed) setFault(fault)
    },
  }
}
