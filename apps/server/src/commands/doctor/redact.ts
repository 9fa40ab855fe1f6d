import type { ServerSettings } from '../../environment'
import type { PostgresSettings } from '../../settings/database-address'

/** Shorter ones would be found in ordinary words. */
const shortest = 4

/** Returns a function that removes the settings' secrets, and any credentials in URLs, from a text. */
export function redactor(settings: ServerSettings, kept: readonly string[]): (text: string) => string {
  const secrets = [...new Set([...secretsOf(settings), ...kept])]
    .filter((secret) => secret.length >= shortest)
    // A secret that is part of another one must not leave the rest of it.
    .toSorted((left, right) => right.length - left.length)
  return (text) => {
    const without = secrets.reduce((left, secret) => left.replaceAll(secret, '…'), text)
    return without.replaceAll(/(\w:\/\/)[^\s/@]*@/g, '$1…@')
  }
}

function secretsOf({ database, mail, files, ...settings }: ServerSettings) {
  const addresses = [
    ...(database.kind === 'postgres' ? addressesOf(database) : []),
    ...(mail.kind === 'smtp' ? [mail.url] : []),
  ]
  return [
    ...addresses.flatMap((address) => [address, ...passwordsOf(address)]),
    ...(files.kind === 's3' ? [files.secretAccessKey, files.accessKeyId] : []),
    settings.backupBucket?.secretAccessKey ?? '',
    settings.backupBucket?.accessKeyId ?? '',
    settings.sessionSecret ?? '',
    settings.metricsToken ?? '',
    settings.openId?.clientSecret ?? '',
    ...(settings.stripeSecrets ?? []),
    ...Object.values(settings.simulatorKey ?? {}),
    ...keyTexts(settings.fieldKeys ?? []),
  ]
}

const addressesOf = ({ connectionString, directConnectionString, replicas }: PostgresSettings) => [
  connectionString,
  directConnectionString,
  ...(replicas?.connectionStrings ?? []),
]

export const keyTexts = (keys: readonly { key: Uint8Array }[]) =>
  keys.flatMap(({ key }) => [Buffer.from(key).toString('base64'), Buffer.from(key).toString('base64url')])

/** Returns the password as written and decoded. */
function passwordsOf(address: string) {
  if (!URL.canParse(address)) return []
  const { password, searchParams } = new URL(address)
  return [password, decode(password), searchParams.get('password') ?? '']
}

function decode(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
