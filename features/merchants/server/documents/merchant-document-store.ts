import { importedRows } from '@quaff/platform/server/documents/imported-rows'
import { merchantApplications, merchants } from '../tables'

export const merchantDocumentRows = importedRows(merchants, [merchants.id], merchants.version)
export const applicationDocumentRows = importedRows(
  merchantApplications,
  [merchantApplications.id],
  merchantApplications.version,
)
