import type { Context } from '@quaff/platform/server/context'
import type { Mailbox } from './mailbox-store'

/** Bound to the address and to what it is for: the same six digits do not match elsewhere. */
export const hashMailboxCode = ({ secrets }: Pick<Context, 'secrets'>, { email, purpose }: Mailbox, code: string) =>
  secrets.hash(`mailbox:${purpose}:${email}:${code}`)
