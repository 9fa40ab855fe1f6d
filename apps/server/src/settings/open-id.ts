import { z } from 'zod'
import type { OpenIdSettings } from '@quaff/platform/server/adapters/identity/open-id-provider'
import { isLoopbackHost } from './fields'

const usualName = 'single sign-on'
const needed = {
  OIDC_ISSUER: 'the identity provider’s URL, such as https://id.example.com',
  OIDC_CLIENT_ID: 'this console’s client ID at the provider',
  OIDC_CLIENT_SECRET: 'the client secret from the provider',
} as const

/** Without them there is no single sign-on. Each message completes "NAME …" and never repeats a value. */
export const openIdFields = {
  OIDC_ISSUER: z
    .string()
    .refine(isIssuer, 'must be the provider’s https issuer URL without a query (http only on this machine)')
    .optional(),
  OIDC_CLIENT_ID: z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'must be up to 255 characters without spaces')
    .optional(),
  OIDC_CLIENT_SECRET: z
    .string()
    .regex(/^[\x21-\x7e]{8,1000}$/, 'must be at least 8 characters without spaces')
    .optional(),
  OIDC_NAME: z
    .string()
    .trim()
    .regex(/^[^\p{C}<>]{1,40}$/u, 'must be at most 40 characters: the button shows “Continue with …”')
    .optional(),
  OIDC_REQUIRED_FOR: z
    .string()
    .transform((text) => text.split(',').map((domain) => domain.trim().toLowerCase()))
    .refine(
      (domains) => domains.every((domain) => /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/.test(domain)),
      'must be email domains such as example.com, separated by commas',
    )
    .optional(),
}
type OpenIdValues = z.infer<z.ZodObject<typeof openIdFields>>

/** Requires all three values or none. */
export function checkOpenId(values: OpenIdValues, issues: z.RefinementCtx) {
  const names = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const
  const optional = ['OIDC_NAME', 'OIDC_REQUIRED_FOR'] as const
  if ([...names, ...optional].every((name) => values[name] === undefined)) return
  for (const name of names.filter((one) => values[one] === undefined))
    issues.addIssue({ code: 'custom', path: [name], message: `is missing: ${needed[name]}` })
}

export function toOpenId(values: OpenIdValues): OpenIdSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return null
  const { OIDC_NAME: name = usualName, OIDC_REQUIRED_FOR: requiredFor = [] } = values
  return { issuer, clientId, clientSecret, name, requiredFor }
}

/** Entra's common address names no single issuer and would admit users of any company. */
function isIssuer(text: string) {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, search, hash } = new URL(text)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname))
  const isForAll =
    hostname === 'login.microsoftonline.com' && /^https:\/\/[^/]+\/(common|organizations|consumers)\b/.test(text)
  return isSafe && !isForAll && [username, password, search, hash].every((part) => part === '')
}
