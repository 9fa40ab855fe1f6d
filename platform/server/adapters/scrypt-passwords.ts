import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions, createCipheriv } from 'node:crypto'
import { promisify } from 'node:util'
import { platformRefusals, refuse } from '@quaff/platform/shared/refusal'
import { type BorrowedHash, type HashConfig, hashConfigId, isBorrowed, readBorrowed } from '../imported-passwords'
import type { PasswordHasher } from '../ports'

/** Each run takes 32 MB and about 0.1 s of one core: more at a time would starve everything else. */
const limits = { concurrent: 2, waiting: 64 } as const
const retryAfterSeconds = 5

export type PasswordFunctions = {
  hash(password: string): Promise<string>
  verify(password: string, hash: string): Promise<boolean>
}

export type KeptConfig = { find(): Promise<HashConfig | null>; keep(config: HashConfig): Promise<void> }

const derive = promisify<string, string, number, ScryptOptions, Buffer>(scrypt)
const keyBytes = 64
/** A run uses half of this. */
const maxmem = 64 * 1_024 * 1_024

/**
 * `salt:key` in hexadecimal digits, the salt used as these digits: every stored password depends on it. `work` is
 * lowered by tests only.
 */
export function scryptFunctions(work = 16_384): PasswordFunctions {
  const options = { N: work, r: 16, p: 1, maxmem }
  const keyOf = (password: string, salt: string) => derive(password.normalize('NFKC'), salt, keyBytes, options)
  return {
    async hash(password) {
      const salt = randomBytes(16).toString('hex')
      return `${salt}:${(await keyOf(password, salt)).toString('hex')}`
    },
    async verify(password, hash) {
      const [salt, digits = ''] = hash.split(':')
      const key = Buffer.from(digits, 'hex')
      if (!salt || key.length !== keyBytes) throw new Error('A stored password lacks the form salt:key')
      return timingSafeEqual(key, await keyOf(password, salt))
    },
  }
}

/**
 * `known`: parameters of imported hashes. If any exist, each check computes both kinds, so that the response time
 * does not reveal the imported accounts; until then each check reads `kept` for another process's import.
 */
export function scryptPasswords(
  functions: PasswordFunctions = scryptFunctions(),
  known: HashConfig | null = null,
  kept: KeptConfig = { find: async () => null, keep: async () => {} },
): PasswordHasher {
  let borrowed = known
  const findBorrowed = async () => (borrowed ??= await kept.find())
  const takeTurn = boundedQueue()
  let dummy: Promise<string> | undefined
  const dummyHash = () => (dummy ??= functions.hash('no one has this password'))

  async function verifyOwn(password: string, hash: string | null): Promise<boolean> {
    const matches = await functions.verify(password, hash ?? (await dummyHash()))
    return matches && hash !== null
  }

  async function verifyBorrowed(password: string, known: BorrowedHash | undefined): Promise<boolean> {
    const config = await findBorrowed()
    if (!config) return false
    const matches = await verifyProviderScrypt(config, password, known ?? nobodys)
    return matches && known?.configId === hashConfigId(config)
  }

  return {
    hash: (password) => takeTurn(() => functions.hash(password)),
    verify: (password, hash) =>
      takeTurn(async () => {
        const known = hash === null ? undefined : readBorrowed(hash)
        const isOwn = await verifyOwn(password, known ? null : hash)
        return (await verifyBorrowed(password, known)) || isOwn
      }),
    isBorrowed,
    async findBorrowedFrom() {
      const config = await findBorrowed()
      return config && hashConfigId(config)
    },
    async borrow(config) {
      await kept.keep(config)
      borrowed = config
    },
  }
}

const nobodys: BorrowedHash = { configId: '', salt: 'bm9ib2R5', hash: '' }

function boundedQueue() {
  const waiting: (() => void)[] = []
  let running = 0

  async function start(): Promise<void> {
    if (running < limits.concurrent) {
      running++
      return
    }
    if (waiting.length >= limits.waiting) {
      throw refuse(platformRefusals, 'BUSY', 'Too many sign-ins right now. Try again in a few seconds.').with({
        retryAfterSeconds,
      })
    }
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  /** Hands the slot to the next waiter directly, so that no other caller can take it. */
  function finish(): void {
    const next = waiting.shift()
    if (next) next()
    else running--
  }

  return async <T>(work: () => Promise<T>): Promise<T> => {
    await start()
    try {
      return await work()
    } finally {
      finish()
    }
  }
}

const deriveBytes = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/**
 * Passwords as the old system's provider keeps them: what scrypt makes of the password encrypts the signer key, and that is
 * the hash. Salt and hash as base64, of either alphabet.
 */
export async function verifyProviderScrypt(
  { signerKey, saltSeparator, rounds, memoryCost }: HashConfig,
  password: string,
  { salt, hash }: { salt: string; hash: string },
): Promise<boolean> {
  const [work, expected] = [2 ** memoryCost, Buffer.from(hash, 'base64')]
  const salted = Buffer.concat([Buffer.from(salt, 'base64'), saltSeparator])
  const key = await deriveBytes(password, salted, 32, { N: work, r: rounds, p: 1, maxmem: 256 * work * rounds })
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
  const found = Buffer.concat([cipher.update(signerKey), cipher.final()])
  return found.length === expected.length && timingSafeEqual(found, expected)
}
