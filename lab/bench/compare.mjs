import { readFileSync } from 'node:fs'
import { caption, markdown } from './report/rows.mjs'

/** `node lab/bench/compare.mjs large.json [small.json]`: a Markdown table of what `--out` wrote, with the growth between two sizes. */
const [large, small] = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')))
if (!large) throw new Error('Usage: node lab/bench/compare.mjs large.json [small.json]')
console.log(caption(large))
if (small) console.log(`\nBeside it: ${caption(small)}`)
console.log(`\n${markdown(large, small)}`)
