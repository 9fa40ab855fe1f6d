import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Database, Transaction } from '@quaff/platform/server/context'
import { emailCodes, type CodePurpose } from '../../server/tables'

export const secondStepPurposes = [
  'second_step_password',
  'second_step_link',
  'second_step_single_sign_on',
] as const satisfies readonly CodePurpose[]
export type SecondStepPurpose = (typeof secondStepPurposes)[number]

const isSecondStep = (purpose: CodePurpose): purpose is SecondStepPurpose =>
  secondStepPurposes.some((one) => one === purpose)

export async function insertChallenge(
  tx: Transaction,
  row: { id: string; userId: string; purpose: SecondStepPurpose; codeHash: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await tx.insert(emailCodes).values(row)
}

/** Counts one try before the code is compared, so that parallel guesses are counted too; null without tries left. */
export async function takeChallengeTry(db: Database, query: { id: string; tries: number; now: Date }) {
  const [row] = await db
    .update(emailCodes)
    .set({ attempts: sql`${emailCodes.attempts} + 1` })
    .where(
      and(
        eq(emailCodes.id, query.id),
        inArray(emailCodes.purpose, [...secondStepPurposes]),
        isNull(emailCodes.usedAt),
        gt(emailCodes.expiresAt, query.now),
        lt(emailCodes.attempts, query.tries),
      ),
    )
    .returning({ userId: emailCodes.userId, purpose: emailCodes.purpose, codeHash: emailCodes.codeHash })
  return row && isSecondStep(row.purpose) ? { ...row, purpose: row.purpose } : null
}
