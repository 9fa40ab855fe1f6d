import { refuse } from '@quaff/platform/shared/refusal'
import { signInRefusals } from '../refusals'
import { isCommonPassword } from '../rules'

let loading: Promise<ReadonlySet<string>> | undefined

/** Half a megabyte that most requests never need, hence loaded with the first new password. */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** `field` is the input's name for the password. */
export async function refuseCommonPassword(password: string, field = 'password'): Promise<void> {
  loading ??= loadCommonPasswords()
  if (!isCommonPassword(await loading, password)) return
  throw refuse(signInRefusals, 'COMMON_PASSWORD').with({ field })
}
