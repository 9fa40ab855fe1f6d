import { knownInstant, plainCell, type RowFormat } from '@quaff/platform/server/list/export-file'
import { userExportColumns } from '../../contract'
import { readUserStatus, shownRole } from '../../rules'
import type { ListedUser } from '../user-store'

export const userFormat: RowFormat<ListedUser> = {
  columns: userExportColumns,
  cellsOf: (user) => Object.values(exported(user)).map(plainCell),
  objectOf: exported,
}

/** In the order of `userExportColumns`. */
function exported(user: ListedUser): Record<string, string | null> {
  return {
    id: user.id,
    email: user.email,
    displayName: user.displayName,
    role: shownRole(user),
    status: readUserStatus(user.status),
    createdAt: knownInstant(user.createdAt),
    lastActive: knownInstant(user.lastActiveAt),
  }
}
