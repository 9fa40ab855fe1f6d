import type { CheckReport } from '../contract'

const number = new Intl.NumberFormat('en-US')
const peopleDo = (count: number, one: string, many: string) => `${number.format(count)} ${count === 1 ? one : many}`

/** "2 come along, 1 person sets a new one by mail, 1 person has neither password nor address" */
export function passwordText({
  kept,
  missing,
  unreachable = 0,
}: Omit<CheckReport['passwords'], 'canBeChecked'>): string {
  const parts = [
    peopleDo(kept, 'comes along', 'come along'),
    peopleDo(missing, 'person sets a new one by mail', 'people set a new one by mail'),
  ]
  if (unreachable > 0)
    parts.push(peopleDo(unreachable, 'person has', 'people have') + ' neither a password nor an address of their own')
  return parts.join(', ')
}
