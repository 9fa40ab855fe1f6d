import { judgeCoverage } from './judge-coverage.mjs'

/** The table, the uncovered sections and the reasons. Decisions are listed if a test names them. */
export function describeCoverage(sections, tests, reasons) {
  const counts = new Map()
  for (const mark of tests.flatMap((test) => test.marks)) counts.set(mark, (counts.get(mark) ?? 0) + 1)
  const rows = sections.filter(({ id, needsTest }) => needsTest || counts.has(id))
  const { missing } = judgeCoverage(sections, tests, reasons)
  return [
    'section  tests',
    ...rows.map(({ id, heading }) => `§${id.padEnd(6)}  ${String(counts.get(id) ?? 0).padStart(5)}  ${heading}`),
    '',
    `${tests.length} tests name a section.`,
    '',
    missing.length === 0 ? 'Missing: none.' : 'Missing:',
    ...missing.map(({ id, heading }) => `  §${id}  ${heading}`),
    '',
    'Without a test:',
    ...reasons.map(({ section, sentence, reason }) =>
      sentence ? `  §${section} "${sentence}" – ${reason}` : `  §${section} – ${reason}`,
    ),
  ]
}

/** The titles of one section, by file; `2` lists all of 2.1 to 2.8. */
export function listTests(requested, tests) {
  const id = requested.replace(/^§/, '')
  const found = tests.filter(({ marks }) => marks.some((mark) => mark === id || mark.startsWith(`${id}.`)))
  const files = [...new Set(found.map(({ file }) => file))]
  if (files.length === 0) return [`No test names §${id}.`]
  return files.flatMap((file) => [file, ...found.filter((test) => test.file === file).map(({ title }) => `  ${title}`)])
}
