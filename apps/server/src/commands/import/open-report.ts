import { mkdir, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { problemColumns } from '@quaff/features/imports/problem-rules'
import type { CheckReport, ImportProblem } from '@quaff/features/imports/report-contract'
import { byteOrderMark, csvLine } from '@quaff/platform/shared/csv'

/** The report contains document paths, so only the user who ran the command may read it. */
const secret = { file: 0o600, folder: 0o700 } as const
const linesAtOnce = 1_000

/** `problems.csv`, written while problems are found, and `report.json` with the counts; `close` gives the former's path. */
export async function openReport(folder: string) {
  await mkdir(folder, { recursive: true, mode: secret.folder })
  const path = join(folder, 'problems.csv')
  const file = await open(path, 'w', secret.file)
  const lines: string[] = [byteOrderMark, csvLine(problemColumns.map(({ header }) => header))]
  const flush = () => file.appendFile(lines.splice(0).join(''))
  let writing = Promise.resolve()
  return {
    problem(problem: ImportProblem): void {
      lines.push(csvLine(problemColumns.map(({ cell }) => cell(problem))))
      if (lines.length >= linesAtOnce) writing = writing.then(flush)
    },
    async close(report: CheckReport): Promise<string> {
      await writing
      await flush()
      await file.close()
      await writeFile(join(folder, 'report.json'), JSON.stringify(report, null, 2), { mode: secret.file })
      return path
    },
  }
}
