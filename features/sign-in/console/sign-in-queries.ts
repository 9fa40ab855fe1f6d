import type { mailboxContract } from '@quaff/features/mailbox/contract'
import { createApi } from '@quaff/platform/console/rpc'
import type { signInContract } from '../contract'

export const signInApi = createApi<typeof signInContract>('signIn')
export const mailboxApi = createApi<typeof mailboxContract>('mailbox')
