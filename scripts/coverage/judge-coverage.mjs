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
