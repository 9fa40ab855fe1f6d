import { describe, expect, it } from 'vitest'
import { readTexts, checkWording } from './read-texts'

const path = 'features/plans/console/plan-panel.tsx'
const check = (text: string, at = path) => checkWording([{ path: at, text }]).map(({ message }) => message)

describe('wording', () => {
  it.each([
    [`export const text = 'Somebody changed this.'`, 'someone'],
    ['export const text = (name: string) => `${name} could not be saved`', 'Couldn’t'],
    ['export const Text = () => <p>\n  They get a mail with\n  a link.\n</p>', 'email'],
    [`export const Panel = () => <Notice title="This cannot be undone" />`, 'contraction'],
    [`export const text = '${'long '.repeat(30)}text'`, 'more than 140'],
  ])('refuses %s', (text, words) => {
    expect(check(text).join()).toContain(words)
  })

  it.each([
    ['a text of the guide', `export const text = 'Couldn’t save the plan. Try again.'`],
    ['a word that is code', `export const mails = map['mail'] ?? \`\${at}.mail\``],
    ['an import', `import { x } from './who ever/nobody is here'`],
    ['a query', `export const read = 'select id from plans where note is not null'`],
    ['a class name', `export const Text = () => <p className="mail box figures">Plan</p>`],
    ['a comment', `/** Nobody reads this twice. */\nexport const x = 1`],
    ['a text that the specification fixes', `export const text = 'New passwords do not match.'`],
  ])('accepts %s', (_, text) => {
    expect(check(text)).toEqual([])
  })

  it('looks at what people read only', () => {
    const text = `export const text = 'Nobody is here'`
    expect(check(text, 'features/plans/rules.test.ts')).toEqual([])
    expect(check(text, 'e2e/journeys/some.spec.ts')).toEqual([])
    expect(check(text, 'lab/bench/run.mjs')).toEqual([])
  })
})

it('texts are read whole, with their expressions left out', () => {
  const source = 'export const Foot = () => <p>Showing {n} of <b>{total} open rows</b> today</p>'
  expect(readTexts('foot.tsx', source).map(({ text }) => text)).toEqual(['Showing {…} of {…} today', '{…} open rows'])
})
