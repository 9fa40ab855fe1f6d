import { expect, it } from 'vitest'
import { moveRuntime } from './runtime-plugin'

const chunk = (name: string, code: string, imports: string[] = []) => ({
  type: 'chunk' as const,
  name,
  fileName: `assets/${name}-1.js`,
  code,
  imports: imports.map((file) => `assets/${file}-1.js`),
})
const runtime = chunk('rolldown-runtime', 'var e=(t)=>t+1,t=(e)=>e*2;export{e as n,t as r};')

function build(...others: ReturnType<typeof chunk>[]) {
  const library = chunk('library', 'import{r as e}from"./rolldown-runtime-1.js";var t=e(4);export{t as a};', [
    'rolldown-runtime',
  ])
  const files = [{ ...runtime }, library, ...others]
  const bundle = Object.fromEntries(files.map((file) => [file.fileName, file]))
  moveRuntime(bundle)
  return bundle
}

/** What a file exports, run as a module; it may import nothing. */
const run = (code = '') =>
  import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`) as Promise<object>

it('the libraries bring the helpers of the bundler, and no file of them is left', async () => {
  const bundle = build()
  expect(Object.keys(bundle)).toEqual(['assets/library-1.js'])
  expect(bundle['assets/library-1.js']?.imports).toEqual([])
  const { a, $runtime_n: addOne } = (await run(bundle['assets/library-1.js']?.code)) as {
    a: number
    $runtime_n: (value: number) => number
  }
  expect([a, addOne(1)]).toEqual([8, 2])
})

it('who asked for the helpers asks the libraries, under the names that the file gives them', () => {
  const code = 'import{n as x,r}from"./rolldown-runtime-1.js";import{a as y}from"./library-1.js";x(r(y));'
  const page = chunk('page', code, ['rolldown-runtime', 'library'])
  build(page)
  expect(page.code).toBe(
    'import{$runtime_n as x,$runtime_r as r}from"./library-1.js";import{a as y}from"./library-1.js";x(r(y));',
  )
  expect(page.imports).toEqual(['assets/library-1.js'])
})

it('a file without the libraries gets helpers of its own: its name does not follow theirs', async () => {
  const alone = chunk('alone', 'import{n as x}from"./rolldown-runtime-1.js";export const three=x(2);', [
    'rolldown-runtime',
  ])
  build(alone)
  expect(alone.imports).toEqual([])
  expect(await run(alone.code)).toHaveProperty('three', 3)
})

it.each([
  ['imports in another way', 'import*as x from"./rolldown-runtime-1.js";x.n(1);'],
  ['imports nothing by name', 'import"./rolldown-runtime-1.js";'],
])('a file that %s stops the build', (_, code) => {
  expect(() => build(chunk('odd', code, ['rolldown-runtime', 'library']))).toThrow(
    'assets/odd-1.js is of an unknown form',
  )
})

it('a build without such a file stops, too: the plugin would be there for nothing', () => {
  expect(() => moveRuntime({})).toThrow('The build has no file rolldown-runtime')
})
