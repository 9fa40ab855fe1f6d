import { resolve } from 'node:path'
import { z } from 'zod'
import { type MapTiles, product } from '@quaff/platform/server'
import type { FieldKey } from '@quaff/platform/server/adapters/aes-field-cipher'
import type { OpenIdSettings } from '@quaff/platform/server/adapters/identity/open-id-provider'
import { logLevels, type LogLevel } from '@quaff/platform/server/adapters/pino-logger'
import {
  backupBucketFields,
  checkBackupBucket,
  toBackupBucket,
  type BackupBucketSettings,
} from './settings/backup-bucket'
import { checkDatabase, databaseFields, toDatabaseSettings, type DatabaseSettings } from './settings/database-address'
import * as field from './settings/fields'
import { workersFields } from './settings/fields'
import { checkMapTiles, mapTilesFields, toMapTiles } from './settings/map-tiles'
import { checkOpenId, openIdFields, toOpenId } from './settings/open-id'
import { fieldKeysField } from './settings/secrets-file'
import { areTracesOn, tracesFields } from './settings/traces'
import {
  checkFileStore,
  fileStoreFields,
  toFileStoreSettings,
  type FileStoreSettings,
} from './uploads/file-store-settings'

export const modes = [
  'start',
  'serve',
  'admin',
  'demo',
  'simulate',
  'import',
  'export',
  'rotate-bank-keys',
  'verify-audit',
  'aggregates',
  'currencies',
  'backup',
  'backups',
  'restore',
  'drill',
  'doctor',
] as const
export type Mode = (typeof modes)[number]
export type Variables = Readonly<Record<string, string | undefined>>

export type ServerSettings = {
  mode: Mode
  dataFolder: string
  database: DatabaseSettings
  host: string
  port: number
  baseUrl: string
  /** null: stored in the data folder. */
  sessionSecret: string | null
  /** null: stored in the data folder. */
  fieldKeys: readonly FieldKey[] | null
  mail: { kind: 'smtp'; url: string; from: string } | { kind: 'files'; folder: string; from: string }
  files: FileStoreSettings
  /** null: backups go into folders alone. */
  backupBucket: BackupBucketSettings | null
  mapTiles: MapTiles | null
  /** null: people sign in here alone. */
  openId: OpenIdSettings | null
  privateWebhooks: boolean
  /** Parameters of imported password hashes; the file is optional. */
  hashConfigFile: string
  /** null: no payment provider sends events, or its secrets lie in the data folder. */
  stripeSecrets: readonly string[] | null
  stripeMode: 'live' | 'test'
  /** Key of the simulator; null creates one on the demo data. */
  simulatorKey: { secret: string; signingSecret: string } | null
  /** null: this process answers by itself. */
  workers: number | null
  /** How long a stopping server still answers while it reports "not ready". */
  drainMs: number
  /** How long requests and jobs in progress may take after that before they are cut. */
  stopMs: number
  /** Spans of requests, jobs and what they call, sent where the standard variables say. */
  traces: boolean
  timeZone: string
  trustedProxies: readonly string[]
  metricsToken: string | null
  logLevel: LogLevel
}

/** An error that the operator can fix; printed as it is, without a stack. */
export class SettingsError extends Error {}

const always = {
  PORT: field.portField.default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('.data'),
  PLATFORM_TIME_ZONE: field.timeZoneField.default('UTC'),
  TRUSTED_PROXIES: field.trustedProxiesField.default([]),
  METRICS_TOKEN: field.metricsTokenField.optional(),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).optional(),
  NODE_ENV: z.string().optional(),
  DRAIN_SECONDS: field.drainSecondsField,
  STOP_SECONDS: field.stopSecondsField,
  WEBHOOK_PRIVATE_ADDRESSES: z.enum(['refuse', 'allow'], 'must be refuse or allow').default('refuse'),
  FIREBASE_HASH_CONFIG: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: field.stripeSecretsField.optional(),
  STRIPE_MODE: z.enum(['live', 'test'], 'must be live or test').default('live'),
  SIMULATE_KEY: z.string().optional(),
  SIMULATE_SIGNING_SECRET: z.string().optional(),
  ...databaseFields,
  ...fileStoreFields,
  ...backupBucketFields,
  ...mapTilesFields,
  ...openIdFields,
  ...workersFields,
  ...tracesFields,
}
const optional = {
  DATABASE_URL: field.databaseUrlField.optional(),
  BASE_URL: field.baseUrlField.optional(),
  SESSION_SECRET: field.sessionSecretField.optional(),
  FIELD_KEYS: fieldKeysField.optional(),
  SMTP_URL: field.smtpUrlField.optional(),
  MAIL_FROM: field.mailFromField.default(`${product.name} <console@${product.slug}.test>`),
}
const needed = {
  DATABASE_URL: field.databaseUrlField,
  BASE_URL: field.baseUrlField,
  SESSION_SECRET: field.sessionSecretField,
  FIELD_KEYS: fieldKeysField,
  SMTP_URL: field.smtpUrlField,
  MAIL_FROM: field.mailFromField,
}

const trying = z.object({ ...always, ...optional })
/** If the database is real, the link must be signed with the secret and use the URL of `serve`. */
const administering = z.object({
  ...always,
  ...optional,
  BASE_URL: needed.BASE_URL,
  SESSION_SECRET: needed.SESSION_SECRET,
})
/** Keys that were not named would seal real account numbers with keys that `serve` does not have. */
const rotating = z.object({ ...always, ...optional, FIELD_KEYS: needed.FIELD_KEYS })
const serving = z.object({ ...always, ...needed })

/** All variables of the server; `needed` by `serve`. Other installations rely on these names (docs/compatibility.md). */
export const environmentVariables = Object.keys(serving.shape).map((name) => ({
  name,
  needed: name in needed && name !== 'MAIL_FROM',
}))

/** The only reader of the environment. Throws one SettingsError that names every variable to be put right. */
export function readEnvironment(mode: Mode, variables: Variables = process.env): ServerSettings {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = schemaFor(mode, given)
    .superRefine(checkDatabase)
    .superRefine(checkFileStore)
    .superRefine(checkBackupBucket)
    .superRefine(checkMapTiles)
    .superRefine(checkOpenId)
    .safeParse(given)
  if (!parsed.success) throw new SettingsError(describeIssues(mode, parsed.error))
  if (mode === 'start' || mode === 'demo') refuseDemoInPublic(parsed.data)
  if (mode === 'start') refuseWorkers(parsed.data)
  return toSettings(mode, parsed.data)
}

export type Examined = {
  settings: ServerSettings
  /** Variables that are wrong, left out of `settings`; each with the rest of a sentence that begins with its name. */
  errors: readonly { name: string; message: string }[]
  /** Variables that `serve` would also require. */
  missing: readonly string[]
  isProduction: boolean
}

/** Used for diagnostics of a possibly invalid configuration: returns the valid parts and the errors. Never throws. */
export function examineEnvironment(variables: Variables = process.env): Examined {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''))
  const checked = trying
    .superRefine(checkDatabase)
    .superRefine(checkFileStore)
    .superRefine(checkBackupBucket)
    .superRefine(checkMapTiles)
    .superRefine(checkOpenId)
    .safeParse(given)
  const errors = (checked.error?.issues ?? []).map(({ path, message }) => ({ name: path.join('.'), message }))
  const right = Object.fromEntries(
    Object.entries(given).filter(([name]) => !errors.some((error) => error.name === name)),
  )
  const served = serving.safeParse(given).error?.issues.map(({ path }) => path.join('.')) ?? []
  return {
    settings: toSettings('doctor', trying.parse(right)),
    errors,
    missing: [...new Set(served)].filter((name) => !errors.some((error) => error.name === name)),
    isProduction: given['NODE_ENV'] === 'production',
  }
}

function schemaFor(mode: Mode, given: Variables) {
  if (mode === 'serve') return serving
  if (given['DATABASE_URL'] === undefined) return trying
  if (mode === 'rotate-bank-keys') return rotating
  return mode === 'admin' ? administering : trying
}

function describeIssues(mode: Mode, error: z.ZodError) {
  const lines = error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`)
  return [`Fix these settings to run \`${mode}\`:`, ...lines].join('\n')
}

/** Only one process may own the embedded database or create demo data. `serve` requires PostgreSQL anyway. */
function refuseWorkers({ WORKERS }: { WORKERS?: number }) {
  if (WORKERS === undefined) return
  throw new SettingsError('WORKERS needs `npm run serve` on PostgreSQL. Unset WORKERS.')
}

/** The demo accounts have well-known passwords. */
function refuseDemoInPublic({ NODE_ENV, HOST, BASE_URL }: { NODE_ENV?: string; HOST: string; BASE_URL?: string }) {
  const reasons = [
    NODE_ENV === 'production' ? '  NODE_ENV is production' : '',
    field.isLoopbackHost(HOST) ? '' : `  HOST is ${HOST}, reachable by others. Use 127.0.0.1, localhost or ::1`,
    BASE_URL === undefined || isOnLoopback(BASE_URL) ? '' : `  BASE_URL is ${BASE_URL}, not on this machine`,
  ].filter((reason) => reason !== '')
  if (reasons.length === 0) return
  throw new SettingsError(
    [
      'Demo data has public passwords, so it can’t start here:',
      ...reasons,
      'For production, use `npm run serve`.',
    ].join('\n'),
  )
}

/** Takes an origin that `baseUrlField` has accepted. */
export const isOnLoopback = (baseUrl: string) => field.isLoopbackHost(new URL(baseUrl).hostname)

function toSettings(mode: Mode, values: z.infer<typeof trying>): ServerSettings {
  const dataFolder = resolve(values.DATA_DIR)
  const { SMTP_URL: url, MAIL_FROM: from } = values
  return {
    mode,
    dataFolder,
    database: toDatabaseSettings(values, dataFolder),
    host: values.HOST,
    port: values.PORT,
    baseUrl: values.BASE_URL ?? `http://${values.HOST.includes(':') ? `[${values.HOST}]` : values.HOST}:${values.PORT}`,
    sessionSecret: values.SESSION_SECRET ?? null,
    fieldKeys: values.FIELD_KEYS ?? null,
    mail: url ? { kind: 'smtp', url, from } : { kind: 'files', folder: resolve(dataFolder, 'outbox'), from },
    files: toFileStoreSettings(values, dataFolder),
    backupBucket: toBackupBucket(values),
    mapTiles: toMapTiles(values),
    openId: toOpenId(values),
    privateWebhooks: values.WEBHOOK_PRIVATE_ADDRESSES === 'allow',
    hashConfigFile: resolve(values.FIREBASE_HASH_CONFIG ?? resolve(dataFolder, 'hash-config.json')),
    stripeSecrets: values.STRIPE_WEBHOOK_SECRET ?? null,
    stripeMode: values.STRIPE_MODE,
    simulatorKey:
      values.SIMULATE_KEY && values.SIMULATE_SIGNING_SECRET
        ? { secret: values.SIMULATE_KEY, signingSecret: values.SIMULATE_SIGNING_SECRET }
        : null,
    workers: mode === 'serve' ? (values.WORKERS ?? null) : null,
    drainMs: mode === 'serve' || mode === 'doctor' ? values.DRAIN_SECONDS * 1_000 : 0,
    stopMs: values.STOP_SECONDS * 1_000,
    traces: (mode === 'serve' || mode === 'start') && areTracesOn(values),
    timeZone: values.PLATFORM_TIME_ZONE,
    trustedProxies: values.TRUSTED_PROXIES,
    metricsToken: values.METRICS_TOKEN ?? null,
    // A demo prints sign-ins in the terminal, so it does not log each request.
    logLevel: values.LOG_LEVEL ?? (mode === 'serve' ? 'info' : 'warn'),
  }
}
