import { describe, expect, it } from 'vitest'
import { checkIsolation } from './isolation-rules'

const path = 'features/plans/console/plan-panel.tsx'
const check = (text: string, at = path) => checkIsolation([{ path: at, text }]).map(({ message }) => message)

describe('a name beside other words', () => {
  it.each([
    ['in a title', 'export const title = `Delete ${plan.name}?`', 'plan.name'],
    ['in a sentence of JSX', 'export const Text = () => <p>{planName} at {place}</p>', 'planName'],
    ['beside a badge', 'export const Text = () => <p>{row.name} <b>Paused</b></p>', 'row.name'],
    ['that may be missing', "export const text = `Hello ${person.displayName ?? 'there'},`", 'displayName'],
    ['of a function', 'export const text = `${nameOf(row)} was deleted.`', 'nameOf(row)'],
    ['in quotes', 'export const text = `“${list.name}”`', 'list.name'],
  ])('%s is refused', (_, text, name) => {
    expect(check(text).join()).toContain(name)
  })

  it.each([
    ['that is isolated', 'export const title = `Delete ${isolated(plan.name)}?`'],
    ['that is alone', 'export const Text = () => <p>{plan.name}</p>'],
    ['of the product', 'export const title = `Sign in to ${product.name}`'],
    ['in an id', 'export const id = `${name}-help`'],
    ['in a class name', 'export const Text = () => <p className={`q-strong ${classes.name}`}>Plan</p>'],
    ['in an attribute that is read aloud', 'export const Text = () => <p aria-label={`Move ${name}`} />'],
    ['in a query', 'export const read = sql`select ${plans.name} from plans`'],
    ['in an error of the program', 'throw new Error(`No plan ${name}`)'],
    ['in text that is stored', 'export const copy = `Copy of ${plan.name}`.slice(0, 20)'],
  ])('%s is accepted', (_, text) => {
    expect(check(text)).toEqual([])
  })

  it('is refused in rules, emails and servers, and left alone in tests', () => {
    const text = 'export const text = `${plan.name} is active`'
    for (const at of ['features/plans/rules.ts', 'features/plans/server/plan-emails.tsx', 'platform/console/text.tsx'])
      expect(check(text, at), at).toHaveLength(1)
    expect(check(text, 'features/plans/rules.test.ts')).toEqual([])
  })

  it('is refused in an email even where it stands alone in bold, because emails have no style for it', () => {
    const text = 'export const Mail = () => <p>For <b>{plan.name}</b></p>'
    expect(check(text, 'features/plans/server/plan-emails.tsx')).toHaveLength(1)
    expect(check(text)).toEqual([])
  })
})
