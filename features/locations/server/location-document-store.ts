import { importedRows } from '@quaff/platform/server/documents/imported-rows'
import { locations } from './tables'

export const locationDocumentRows = importedRows(locations, [locations.id], locations.version)
