import { importedRows, type ImportedRows } from '@quaff/platform/server/documents/imported-rows'
import { showRoles, showRolesWithout } from './people-document-store'
import { adminRecords, pendingInvitations } from './tables'

const records = importedRows(adminRecords, [adminRecords.userId], adminRecords.version)

/** A record is one of the places that say who is let in as what; lists of people show it. */
export const adminDocumentRows: ImportedRows<typeof adminRecords.$inferInsert> = {
  ...records,
  async write(tx, rows) {
    const versions = await records.write(tx, rows)
    await showRoles(
      tx,
      rows.map(({ userId }) => userId),
    )
    return versions
  },
  async remove(tx, userIds) {
    await records.remove(tx, userIds)
    await showRolesWithout(tx, userIds)
  },
}
export const invitationDocumentRows = importedRows(pendingInvitations, [pendingInvitations.userId])
