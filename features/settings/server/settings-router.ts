import { routerOf } from '@quaff/platform/server/router'
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
