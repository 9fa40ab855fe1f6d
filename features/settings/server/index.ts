import { routerOf } from '@quaff/platform/server'
import { settingsContract } from '../contract'
import { verifyAuditStep } from './audit-chain'
import { checkHealth } from './check-health'
import { getPlatformSettings, getPublicSettings } from './get-platform-settings'
import { listMailTemplates, type MailPreview, previewMail } from './preview-mail'
import { getAuditEntry, getAuditOptions, listAuditLog } from './read-audit-log'
import { retryFailed } from './retry-failed'
import { updatePlatformSettings } from './update-platform-settings'

export { findHashAt as findSealHash } from './audit-chain-store'
export { sealAuditLog, sealOldAuditEntries, verifyAuditChain } from './audit-chain'
export { exportAuditLog } from './audit-log-export'
export { keepCounterZone, setCounterZone } from './counter-zone'
export {
  findCounterZone,
  findCurrencyDecimals,
  findDrill,
  insertCurrencyDecimals,
  saveDrill,
  updateCurrencyDecimals,
} from './platform-settings-store'
export { loadPlatformSettings } from './get-platform-settings'
export { showFirstSteps } from './update-platform-settings'
export type { MailPreview } from './preview-mail'
export { writeAuditDocument } from './audit-document'
export type { CurrencyDecimals, Drill } from './platform-settings-store'

/** The app passes the previews in, because they belong to features that settings may not import. */
export function createSettingsRouter(mailPreviews: readonly MailPreview[]) {
  return routerOf(settingsContract, {
    platform: getPlatformSettings,
    public: getPublicSettings,
    updatePlatform: updatePlatformSettings,
    checkHealth: (ctx) => checkHealth(ctx),
    retryFailed,
    mailTemplates: (ctx) => listMailTemplates(ctx, mailPreviews),
    mailPreview: (ctx, input) => previewMail(ctx, input, mailPreviews),
    auditLog: listAuditLog,
    auditEntry: getAuditEntry,
    auditOptions: getAuditOptions,
    verifyAudit: verifyAuditStep,
  })
}
