import { timingSafeEqual } from 'node:crypto'
import type { Secrets } from '@quaff/platform/server/ports'
import { refuse } from '@quaff/platform/shared/refusal'
import { readRefusals } from '../refusals'

/** Of the mark that ties a cursor to its list: as many signs as nobody tries out. */
const markLength = 22

const markOf = ({ hash }: Secrets, list: string, position: string) =>
  hash(`read-cursor|${list}|${position}`).slice(0, markLength)

/** `list` names the resource with its filters: a cursor of another one does not fit, nor one that nobody was given. */
export const closeCursor = (secrets: Secrets, list: string, position: string) =>
  `${markOf(secrets, list, position)}${position}`

export function openCursor(secrets: Secrets, list: string, cursor: string): string {
  const [mark, position] = [cursor.slice(0, markLength), cursor.slice(markLength)]
  const expected = Buffer.from(markOf(secrets, list, position))
  const given = Buffer.from(mark)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw refuse(readRefusals, 'READ_CURSOR')
  return position
}
