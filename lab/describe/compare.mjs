/** `node lab/describe/compare.mjs BEFORE AFTER` prints the differences of two folders of describe.mjs and exits with 1 if there are any. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const [before, after] = process.argv.slice(2)
if (!before || !after) {
  console.error('Usage: node lab/describe/compare.mjs BEFORE AFTER')
  process.exit(2)
}
const shownPerPart = Number(process.env.SHOW ?? 20)
const shortened = (value) => {
  const text = JSON.stringify(value) ?? 'absent'
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}
const isOpen = (value) => typeof value === 'object' && value !== null

function differences(a, b, path = '') {
  if (!isOpen(a) || !isOpen(b)) {
    if (Object.is(a, b)) return []
    return [`${path}\n    before ${around(a, b)}\n    after  ${around(b, a)}`]
  }
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])]
  return keys.flatMap((key) => differences(a[key], b[key], path ? `${path} › ${key}` : key))
}

/** Returns the part of a long text around its first difference from the other. */
function around(one, other) {
  if (typeof one !== 'string' || typeof other !== 'string' || one.length < 200) return shortened(one)
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return `…${JSON.stringify(one.slice(Math.max(0, at - 80), at + 160))}`
}

const parts = [...new Set([...readdirSync(before), ...readdirSync(after)])]
  .filter((name) => name.endsWith('.json'))
  .toSorted((a, b) => a.localeCompare(b, 'en'))
const read = (folder, name) =>
  existsSync(join(folder, name)) ? JSON.parse(readFileSync(join(folder, name), 'utf8')) : {}
let count = 0
for (const name of parts) {
  const found = differences(read(before, name), read(after, name))
  count += found.length
  console.log(`${name.replace('.json', '').padEnd(12)} ${found.length === 0 ? 'equal' : `${found.length} differences`}`)
  for (const one of found.slice(0, shownPerPart)) console.log(`  ${one}`)
  if (found.length > shownPerPart) console.log(`  … SHOW=${found.length} shows all`)
}
process.exit(count === 0 ? 0 : 1)
