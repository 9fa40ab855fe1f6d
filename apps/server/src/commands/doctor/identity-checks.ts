import { singleSignOnPaths } from '@quaff/features/sign-in/single-sign-on/contract'
import { describeProvider, type OpenIdSettings } from '@quaff/platform/server/adapters/identity/open-id-provider'
import type { Examined } from '../../environment'
import { fail, ok, sentenceOf, type Check, type Finding } from './check'

const advice = 'Check OIDC_ISSUER and that this machine can reach it.'

/** Returns no checks if single sign-on is not configured. */
export function identityChecks({ settings: { openId, baseUrl }, errors }: Examined): Check[] {
  const wrong = errors.find(({ name }) => name.startsWith('OIDC_'))
  if (!openId && !wrong) return []
  const run = () => {
    if (wrong || !openId) return Promise.resolve(fail(`${wrong?.name} is invalid`, 'Correct it, then run this again.'))
    return judgeProvider(openId, baseUrl)
  }
  return [{ name: 'single sign-on', run, advice }]
}

/** Only a sign-in can show whether the secret is right. */
async function judgeProvider(openId: OpenIdSettings, baseUrl: string): Promise<Finding> {
  try {
    const { signsOut } = await describeProvider(openId)
    const signOut = signsOut ? 'supports sign-out' : 'no sign-out'
    const back = `callback ${baseUrl}${singleSignOnPaths.callback}`
    const required = openId.requiredFor.length > 0 ? [`required for ${openId.requiredFor.join(', ')}`] : []
    return ok([`${openId.issuer} responds`, back, signOut, ...required].join('; '))
  } catch (error) {
    return fail(`couldn’t read the configuration of ${openId.issuer}: ${sentenceOf(error)}`, advice)
  }
}
