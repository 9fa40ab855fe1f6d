import { expect, it } from 'vitest'
import { withoutSpreads } from './lower-spreads-plugin'

const known = 'const a = { x: 1, y: 2 }, b = { y: 3, z: 4 }, no = undefined, f = (one) => one\n'
/** What an expression is worth, with the order of its keys. */
async function worth(expression: string): Promise<string> {
  const module = encodeURIComponent(`${known}export default ${expression}`)
  const { default: value } = (await import(/* @vite-ignore */ `data:text/javascript,${module}`)) as { default: object }
  return JSON.stringify(value)
}

it.each([
  ['one more', '({...a, n: 1})'],
  ['a later value wins, and keeps its place', '({ ...a, x: 9, ...b, y: 8, })'],
  ['values between spreads', '({ ...a, n: 1, m: 2, ...b, o: 3, ...(no && { p: 4 }), ...null })'],
  ['spreads alone', '({ ...a, ...b })'],
  ['one within another', '({ ...{ ...a, n: { ...b, m: 1 } }, o: [{ ...a, p: 2 }] })'],
  ['names made at run time, short forms, functions', '({ ...a, ["k" + 1]: 1, f, b, g() { return { ...a, n: 1 } } })'],
  ['texts and remarks with braces', '({ ...a /* } */, n: `${JSON.stringify({ ...b, m: "}" })}{`, // {\n o: "..." })'],
])('%s', async (_, expression) => {
  const lowered = withoutSpreads(expression)
  expect(lowered).toContain('Object.assign({},')
  expect(await worth(lowered)).toBe(await worth(expression))
})

it.each([
  ['a copy alone', '({ ...a })'],
  ['a spread that comes after others', '({ n: 1, ...a, m: 2 })'],
  ['a getter', '({ ...a, get n() { return 1 } })'],
  ['a prototype', '({ ...a, __proto__: b })'],
  ['patterns, calls and lists', '(({ x, ...rest }) => f(...[rest, ...[x]]))(a)'],
])('%s stays as it is', (_, expression) => {
  expect(withoutSpreads(expression)).toBe(expression)
})
