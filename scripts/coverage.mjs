import { parseArgs } from 'node:util'
import { describeCoverage, listTests, judgeCoverage } from './coverage/describe-coverage.mjs'
import { readSections } from './coverage/read-sections.mjs'
import { readTests } from './coverage/read-tests.mjs'
import { withoutTest } from './coverage/without-test.mjs'

/** Prints which tests cover which section, and uncovered sections. `--list §7` prints the titles of one. */
const { values } = parseArgs({ options: { list: { type: 'string' } } })
const sections = readSections()
const tests = readTests()
const lines = values.list ? listTests(values.list, tests) : describeCoverage(sections, tests, withoutTest)
console.log(lines.join('\n'))

const { errors } = judgeCoverage(sections, tests, withoutTest)
for (const error of errors) console.error(error)
if (errors.length > 0) process.exitCode = 1
