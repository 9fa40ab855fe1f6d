import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { z } from 'zod'

/** Each message completes "NAME …" in the list that a wrong environment is answered with. */
const missing = (purpose: string) => `is missing: ${purpose}`
const required = (purpose: string) => z.string({ error: missing(purpose) })

const loopbackNames = ['localhost', '127.0.0.1', '[::1]', '::1']
export const isLoopbackHost = (host: string) => loopbackNames.includes(host) || /^127(\.\d{1,3}){3}$/.test(host)

export const portField = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a number from 1 to 65535')
  .transform(Number)
  .refine((port) => port >= 1 && port <= 65_535, 'must be a number from 1 to 65535')

export const drainSecondsField = z
  .string()
  .regex(/^([12]?\d|30)$/, 'must be a number of seconds from 0 to 30')
  .default('2')
  .transform(Number)

export const stopSecondsField = z
  .string()
  .regex(/^([1-9]|[1-5]\d|60)$/, 'must be a number of seconds from 1 to 60')
  .default('20')
  .transform(Number)

export const baseUrlField = required('the console’s URL, such as https://console.example.com').transform(
  (text, issues) => {
    const url = URL.canParse(text) ? new URL(text) : null
    const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.hostname))
    if (url && safe && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '')
      return url.origin
    issues.addIssue('must be an https URL without a path (http only on this machine)')
    return z.NEVER
  },
)

export const sessionSecretField = required('at least 32 random characters, the same after restarts').min(
  32,
  'must have at least 32 characters',
)

export const databaseUrlField = required('postgresql://user:password@host/database').regex(
  /^postgres(ql)?:\/\/./,
  'must start with postgresql://',
)

export const smtpUrlField = required('the email server, such as smtps://user:password@smtp.example.com').regex(
  /^smtps?:\/\/./,
  'must start with smtp:// or smtps://',
)

export const mailFromField = required('the sender of emails, such as "Console <console@example.com>"').regex(
  /^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/,
  'must be an email address, optionally with a name',
)

export const timeZoneField = z.string().refine(isTimeZone, 'must be a time zone such as Europe/Berlin')

export const trustedProxiesField = z
  .string()
  .transform((text) => text.split(',').map((entry) => entry.trim()))
  .refine(
    (entries) => entries.every(isNetwork),
    'must be IP addresses or networks such as 10.0.0.0/8, separated by commas',
  )

export const metricsTokenField = z.string().min(16, 'must have at least 16 characters')

/** Several while one is being changed for another. No message repeats what may be a secret. */
export const stripeSecretsField = z
  .string()
  .transform((text) => text.split(',').map((secret) => secret.trim()))
  .refine(
    (secrets) => secrets.every((secret) => /^whsec_[\w+/=-]{8,}$/.test(secret)),
    'must be signing secrets that start with whsec_, separated by commas',
  )

function isTimeZone(name: string) {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

function isNetwork(entry: string) {
  const [address = '', prefix = '0', ...rest] = entry.split('/')
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return rest.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= longest
}

const message = 'must be all, or a number from 1 to 64'

/** Each message completes "NAME …". */
export const workersFields = {
  WORKERS: z
    .string()
    .regex(/^(all|[1-9]|[1-5]\d|6[0-4])$/, message)
    .transform((text) => (text === 'all' ? availableParallelism() : Number(text)))
    .optional(),
}
