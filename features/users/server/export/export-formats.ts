import { csvPieces, jsonPieces } from '@quaff/platform/server/list/export-file'
import { userExportColumns } from '../../contract'
import { readUserStatus } from '../../rules'
import type { ListedUser } from '../user-store'

type Pages = AsyncIterable<ListedUser[]>

export const csvFile = (pages: Pages) => csvPieces(userExportColumns, pages, cellsOf)
export const jsonFile = (pages: Pages) => jsonPieces(pages, exported)

/** In the order of `userExportColumns`. The epoch stands for "not known" (G29). */
function exported(user: ListedUser): Record<string, string | null> {
  return {
    id: user.id,
    email: user.email,
    displayName: user.displayName,
    role: user.role,
    status: readUserStatus(user.status),
    createdAt: instant(user.createdAt),
    lastActive: instant(user.lastActiveAt),
  }
}

const cellsOf = (user: ListedUser) => Object.values(exported(user)).map((value) => value ?? '')

function instant(at: Date | null): string | null {
  return at && at.getTime() !== 0 ? at.toISOString() : null
}
