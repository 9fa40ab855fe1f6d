import { routerOf } from '@quaff/platform/server/router'
import { mailboxContract } from '../contract'
import { checkMailboxCode } from './check-mailbox-code'
import { sendMailboxCode } from './send-mailbox-code'

export const mailboxRouter = routerOf(mailboxContract, { requestCode: sendMailboxCode, checkCode: checkMailboxCode })
