import { importedRows } from '@quaff/platform/server/documents/imported-rows'
import { merchantBankAccounts } from './tables'

export const bankDocumentRows = importedRows(
  merchantBankAccounts,
  [merchantBankAccounts.merchantId],
  merchantBankAccounts.version,
)
