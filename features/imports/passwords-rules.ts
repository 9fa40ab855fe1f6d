import type { CheckReport } from './report-contract'

const number = new Intl.NumberFormat('en-US')
const peopleDo = (count: number, one: string, many: string) => `${number.format(count)} ${count === 1 ? one : many}`

/** "2 imported, 1 person sets a new one by email, 1 person has neither a password nor an email address" */
export function passwordText({
  kept,
  missing,
  unreachable = 0,
}: Omit<CheckReport['passwords'], 'canBeChecked'>): string {
  const parts = [
    peopleDo(kept, 'imported', 'imported'),
    peopleDo(missing, 'person sets a new one by email', 'people set a new one by email'),
  ]
  if (unreachable > 0)
    parts.push(peopleDo(unreachable, 'person has', 'people have') + ' neither a password nor an email address')
  return parts.join(', ')
}
