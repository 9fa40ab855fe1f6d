import { byteOrderMark, csvLines } from '@quaff/platform/server/list/csv'
import { userExportColumns } from '../../contract'
import { readUserStatus } from '../../rules'
import type { ListedUser } from '../user-store'

type Pages = AsyncIterable<ListedUser[]>

export async function* csvFile(pages: Pages): AsyncGenerator<string> {
  yield byteOrderMark + csvLines([userExportColumns])
  for await (const page of pages) {
    if (page.length > 0) yield csvLines(page.map((user) => Object.values(exported(user)).map((value) => value ?? '')))
  }
}

/** One array of objects, written piece by piece. */
export async function* jsonFile(pages: Pages): AsyncGenerator<string> {
  let separator = '\n'
  yield '['
  for await (const page of pages) {
    if (page.length === 0) continue
    yield separator + page.map((user) => JSON.stringify(exported(user))).join(',\n')
    separator = ',\n'
  }
  yield '\n]\n'
}

/** In the order of `userExportColumns`. The epoch stands for "not known" (decision 29). */
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

function instant(at: Date | null): string | null {
  return at && at.getTime() !== 0 ? at.toISOString() : null
}
