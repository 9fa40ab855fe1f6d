import { notTried } from '@quaff/platform/console/list/bulk/run-one-by-one'
import type { BatchResult } from '../contract'

/**
 * Asks for `size` merchants at a time, one batch after the other. A batch that fails as a whole (no connection, signed
 * out) is reported for each of its merchants, and those behind it are not asked for any more.
 */
export async function runInBatches(
  merchants: readonly { id: string; name: string }[],
  size: number,
  run: (merchantIds: string[]) => Promise<BatchResult>,
  describe: (error: unknown) => string,
): Promise<BatchResult> {
  const results: BatchResult = []
  for (let from = 0; from < merchants.length; from += size) {
    const batch = merchants.slice(from, from + size)
    try {
      results.push(...(await run(batch.map(({ id }) => id))))
    } catch (error) {
      const rest = merchants.slice(from + size)
      const refuse = (text: string) => (merchant: { id: string; name: string }) => ({
        merchantId: merchant.id,
        name: merchant.name,
        ok: false,
        error: text,
      })
      return [...results, ...batch.map(refuse(describe(error))), ...rest.map(refuse(notTried))]
    }
  }
  return results
}
