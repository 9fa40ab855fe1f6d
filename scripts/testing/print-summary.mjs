const mostFailures = 30

/** Prints what failed, the table and, as the last line, the totals. Returns the exit code. */
export function printSummary(parts, isCi = Boolean(process.env.CI) && process.env.CI !== 'false') {
  const failures = parts.flatMap(({ name, failures: own = [] }) => own.map((failure) => `  ${name}: ${failure}`))
  if (failures.length > 0) console.log(`\nWhat failed\n${failures.slice(0, mostFailures).join('\n')}`)
  if (failures.length > mostFailures) console.log(`  and ${failures.length - mostFailures} others`)
  console.log(`\n${'Part'.padEnd(36)}${'passed'.padStart(8)}${'failed'.padStart(8)}${'skipped'.padStart(9)}`)
  for (const part of parts) console.log(describePart(part))
  const missing = parts.filter((part) => part.notRun)
  for (const part of missing) console.log(`\n${part.name} not run: ${part.notRun}`)
  const failed = sum(parts, 'failed') + (isCi ? missing.length : 0)
  if (isCi && missing.length > 0) console.log('\nUnder CI a part that was not run counts as failed.')
  console.log(`\n${sum(parts, 'passed')} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
}

function describePart({ name, notRun, passed = 0, failed = 0, skipped = 0 }) {
  if (notRun) return `${name.padEnd(36)}${'not run'.padStart(8)}`
  return name.padEnd(36) + String(passed).padStart(8) + String(failed).padStart(8) + String(skipped).padStart(9)
}

const sum = (parts, key) => parts.reduce((total, part) => total + (part[key] ?? 0), 0)
