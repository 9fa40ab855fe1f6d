/** A place in the order of commits: transaction, then row; with the time, so that a cursor too old is known as such. */
export type LivePosition = { transactionId: bigint; id: bigint; atMs: number }

export function formatCursor({ transactionId, id, atMs }: LivePosition): string {
  return `${transactionId}.${id}.${Math.trunc(atMs)}`
}

/** null for anything that this server did not write. */
export function parseCursor(text: string): LivePosition | null {
  const match = /^(\d{1,19})\.(\d{1,19})\.(\d{1,15})$/.exec(text)
  if (!match) return null
  const [, transactionId = '0', id = '0', atMs = '0'] = match
  return { transactionId: BigInt(transactionId), id: BigInt(id), atMs: Number(atMs) }
}
