import { eq } from 'drizzle-orm'
import type { Transaction } from '@quaff/platform/server/context'
import { scaledComparison, scaledSums } from '../figures-rules'
import { importRuns } from './tables'

/** Converts the money in stored figures of earlier imports to other decimals. */
export async function convertFigures(tx: Transaction, timesOf: (currency: string) => number): Promise<void> {
  const { id, report, leftOut, comparison } = importRuns
  for (const run of await tx.select({ id, report, leftOut, comparison }).from(importRuns)) {
    const left = run.leftOut
    await tx
      .update(importRuns)
      .set({
        report: run.report?.figures ? { ...run.report, figures: scaledSums(run.report.figures, timesOf) } : run.report,
        leftOut: left && { skipped: scaledSums(left.skipped, timesOf), kept: scaledSums(left.kept, timesOf) },
        comparison: run.comparison && scaledComparison(run.comparison, timesOf),
      })
      .where(eq(importRuns.id, run.id))
  }
}
