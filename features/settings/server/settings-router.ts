import { implement } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
import { settingsContract } from '../contract'
import { verifyAuditStep } from './audit/chain/verify-audit-step'
import { getAuditEntry } from './audit/log/get-audit-entry'
import { getAuditOptions } from './audit/log/get-audit-options'
import { listAuditLog } from './audit/log/list-audit-log'
import { checkHealth } from './health/check-health'
import { listMailTemplates } from './mails/list-mail-templates'
import { previewMail, type MailPreview } from './mails/preview-mail'
import { getPlatformSettings } from './platform/get-platform-settings'
import { getPublicSettings } from './platform/get-public-settings'
import { updatePlatformSettings } from './platform/update-platform-settings'

const os = implement(settingsContract).$context<Context>()

/** The mails are handed in by the app: they belong to features that the settings do not import. */
export function createSettingsRouter(mailPreviews: readonly MailPreview[]) {
  return os.router({
    platform: os.platform.handler(({ context }) => getPlatformSettings(context)),
    public: os.public.handler(({ context }) => getPublicSettings(context)),
    updatePlatform: os.updatePlatform.handler(({ context, input }) => updatePlatformSettings(context, input)),
    checkHealth: os.checkHealth.handler(({ context }) => checkHealth(context)),
    mailTemplates: os.mailTemplates.handler(({ context }) => listMailTemplates(context, mailPreviews)),
    mailPreview: os.mailPreview.handler(({ context, input }) => previewMail(context, input, mailPreviews)),
    auditLog: os.auditLog.handler(({ context, input }) => listAuditLog(context, input)),
    auditEntry: os.auditEntry.handler(({ context, input }) => getAuditEntry(context, input)),
    auditOptions: os.auditOptions.handler(({ context }) => getAuditOptions(context)),
    verifyAudit: os.verifyAudit.handler(({ context, input }) => verifyAuditStep(context, input)),
  })
}
