import { importedRows } from '@quaff/platform/server/documents/imported-rows'
import { adminRecords, pendingInvitations } from '../tables'

export const adminDocumentRows = importedRows(adminRecords, [adminRecords.userId], adminRecords.version)
export const invitationDocumentRows = importedRows(pendingInvitations, [pendingInvitations.userId])
