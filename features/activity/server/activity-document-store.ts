import { importedRows } from '@quaff/platform/server/documents/imported-rows'
import { userActivity } from './tables'

export const activityDocumentRows = importedRows(userActivity, [userActivity.id])
