import { createHash } from 'node:crypto'

/** What the provider's scrypt needs beside salt and hash. The signer key is a secret: it is never stored in the database. */
export type HashConfig = { signerKey: Buffer; saltSeparator: Buffer; rounds: number; memoryCost: number }

/** The console's own text `hash_config { … }`, or the same as JSON; null where something is missing or out of bounds. */
export function readHashConfig(text: string): HashConfig | null {
  const valueOf = (name: string) => new RegExp(`["']?${name}["']?\\s*[:=]\\s*["']?([\\w+/=.-]+)`).exec(text)?.[1]
  const [key, separator] = [valueOf('base64_signer_key'), valueOf('base64_salt_separator')]
  const [rounds, memoryCost] = [Number(valueOf('rounds')), Number(valueOf('mem_cost'))]
  const algorithm = valueOf('algorithm') ?? 'SCRYPT'
  if (!key || !separator || algorithm !== 'SCRYPT') return null
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > 8) return null
  if (!Number.isInteger(memoryCost) || memoryCost < 1 || memoryCost > 14) return null
  const signerKey = Buffer.from(key, 'base64')
  return signerKey.length === 0
    ? null
    : { signerKey, saltSeparator: Buffer.from(separator, 'base64'), rounds, memoryCost }
}

/** Names the settings without telling them: what a stored hash was made with. */
export const hashConfigId = ({ signerKey, saltSeparator, rounds, memoryCost }: HashConfig): string =>
  createHash('sha256')
    .update(JSON.stringify([signerKey.toString('base64'), saltSeparator.toString('base64'), rounds, memoryCost]))
    .digest('hex')
    .slice(0, 12)

/** A text that `readHashConfig` reads. It holds the secret. */
export function hashConfigText({ signerKey, saltSeparator, rounds, memoryCost }: HashConfig): string {
  const settings = {
    algorithm: 'SCRYPT',
    base64_signer_key: signerKey.toString('base64'),
    base64_salt_separator: saltSeparator.toString('base64'),
    rounds,
    mem_cost: memoryCost,
  }
  return JSON.stringify(settings, null, 2)
}
