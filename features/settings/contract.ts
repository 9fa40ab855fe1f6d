import { auditLogContract } from './audit-contract'
import { healthContract } from './health-contract'
import { mailsContract } from './mails-contract'
import { platformContract } from './platform-contract'

export const settingsContract = { ...platformContract, ...healthContract, ...mailsContract, ...auditLogContract }
