import { routerOf } from '@quaff/platform/server/router'
import { settingsContract } from '../contract'
import { checkHealth } from './check-health'
import { getAuditEntry } from './get-audit-entry'
import { getAuditOptions } from './get-audit-options'
import { getPlatformSettings } from './get-platform-settings'
import { getPublicSettings } from './get-public-settings'
import { listAuditLog } from './list-audit-log'
import { listMailTemplates } from './list-mail-templates'
import { previewMail, type MailPreview } from './preview-mail'
import { updatePlatformSettings } from './update-platform-settings'
import { verifyAuditStep } from './verify-audit-step'

/** The app passes the mails in, because they belong to features that settings may not import. */
export function createSettingsRouter(mailPreviews: readonly MailPreview[]) {
  return routerOf(settingsContract, {
    platform: getPlatformSettings,
    public: getPublicSettings,
    updatePlatform: updatePlatformSettings,
    checkHealth: (ctx) => checkHealth(ctx),
    mailTemplates: (ctx) => listMailTemplates(ctx, mailPreviews),
    mailPreview: (ctx, input) => previewMail(ctx, input, mailPreviews),
    auditLog: listAuditLog,
    auditEntry: getAuditEntry,
    auditOptions: getAuditOptions,
    verifyAudit: verifyAuditStep,
  })
}
