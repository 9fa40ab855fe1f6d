import { hashPassword, verifyPassword } from '@better-auth/utils/password'
import { platformRefusals, refuse } from '@quaff/platform/shared/refusal'
import type { PasswordHasher } from '../ports'

/** Each run takes 16 MB and about 0.1 s of one core: more at a time would starve everything else. */
const limits = { concurrent: 2, waiting: 64 } as const
const retryAfterSeconds = 5

export type PasswordFunctions = {
  hash(password: string): Promise<string>
  verify(password: string, hash: string): Promise<boolean>
}

const scrypt: PasswordFunctions = {
  hash: hashPassword,
  verify: (password, hash) => verifyPassword(hash, password),
}

export function scryptPasswords(functions: PasswordFunctions = scrypt): PasswordHasher {
  const takeTurn = boundedQueue()
  let dummy: Promise<string> | undefined
  const dummyHash = () => (dummy ??= functions.hash('nobody has this password'))
  return {
    hash: (password) => takeTurn(() => functions.hash(password)),
    verify: (password, hash) =>
      takeTurn(async () => {
        const matches = await functions.verify(password, hash ?? (await dummyHash()))
        return matches && hash !== null
      }),
  }
}

function boundedQueue() {
  const waiting: (() => void)[] = []
  let running = 0

  async function start(): Promise<void> {
    if (running < limits.concurrent) {
      running++
      return
    }
    if (waiting.length >= limits.waiting) {
      throw refuse(platformRefusals, 'BUSY', 'Too many sign-ins at this moment. Try again in a few seconds.').with({
        retryAfterSeconds,
      })
    }
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  /** Hands the place over directly, so that nobody slips in between. */
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
