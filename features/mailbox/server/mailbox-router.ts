import { implement } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
import { mailboxContract } from '../contract'
import { checkMailboxCode } from './check-mailbox-code'
import { sendMailboxCode } from './send-mailbox-code'

const os = implement(mailboxContract).$context<Context>()

export const mailboxRouter = os.router({
  requestCode: os.requestCode.handler(({ context, input }) => sendMailboxCode(context, input)),
  checkCode: os.checkCode.handler(({ context, input }) => checkMailboxCode(context, input)),
})
