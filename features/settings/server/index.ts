export { findHashAt as findSealHash } from './audit/chain/audit-chain-store'
export { sealAuditLog, sealOldAuditEntries } from './audit/chain/seal-audit-log'
export { verifyAuditChain } from './audit/chain/verify-audit-chain'
export { exportAuditLog } from './audit/log/audit-log-export'
export { keepCounterZone, setCounterZone } from './counter-zone/counter-zone'
export { findCounterZone } from './counter-zone/counter-zone-store'
export { loadPlatformSettings } from './platform/get-platform-settings'
export type { MailPreview } from './mails/preview-mail'
export { createSettingsRouter } from './settings-router'
export { writeAuditDocument } from './documents/audit-document'
export {
  findCurrencyDecimals,
  insertCurrencyDecimals,
  updateCurrencyDecimals,
} from './currency-decimals/currency-decimals-store'
export type { CurrencyDecimals } from './currency-decimals/currency-decimals-store'
