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

/**
 * Finds marks of unknown sections, uncovered sections without a reason, and outdated reasons. `missing`: the
 * uncovered sections.
 */
export function judgeCoverage(sections, tests, reasons) {
  const known = new Map(sections.map((section) => [section.id, section]))
  const named = new Set(tests.flatMap(({ marks }) => marks))
  const missing = sections.filter(({ id, needsTest }) => needsTest && !named.has(id))
  const excused = new Set(reasons.filter(({ sentence }) => !sentence).map(({ section }) => section))
  return {
    missing,
    errors: [
      ...tests.flatMap((test) => judgeMarks(test, known)),
      ...missing
        .filter(({ id }) => !excused.has(id))
        .map(({ id, heading }) => `§${id} (${heading}): no test names it, and no reason is given`),
      ...reasons.flatMap((reason) => judgeReason(reason, known.get(reason.section), named)),
    ],
  }
}

function judgeMarks({ file, title, marks }, known) {
  const unknown = marks.filter((mark) => !known.has(mark)).map((mark) => `${file}: unknown section §${mark}: ${title}`)
  const all = title.split('§').length - 1
  return all === marks.length ? unknown : [...unknown, `${file}: sections belong at the beginning of a title: ${title}`]
}

function judgeReason({ section, sentence }, known, named) {
  if (!known) return [`A reason is given for an unknown section, §${section}`]
  if (!sentence) return named.has(section) ? [`A reason is given for §${section}, which tests name`] : []
  return known.text.includes(sentence)
    ? []
    : [`A reason is given for a sentence that’s missing from §${section}: ${sentence}`]
}
