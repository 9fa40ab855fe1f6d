/** Resolves with the result of `work`, or with `late()` after `ms`. The work then continues without a caller. */
export async function inTime<Done, Late>(ms: number, work: Promise<Done>, late: () => Late): Promise<Done | Late> {
  let timer: NodeJS.Timeout | undefined
  work.catch(() => {})
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  try {
    return await Promise.race([work, over.then(late)])
  } finally {
    clearTimeout(timer)
  }
}

/** Rejects when `work` takes longer. */
export const withinMs = <Done>(ms: number, work: Promise<Done>): Promise<Done> =>
  inTime(ms, work, () => {
    throw new Error(`No response within ${ms} ms`)
  })
