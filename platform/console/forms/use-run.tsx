import type { QueryKey } from '@tanstack/react-query'
import type { Fields } from './patch-rows'
import { useWrite } from './use-write'

export interface Run<Row, Answer extends object> {
  call: (row: Row) => Promise<Answer>
  /** What the record will say, as far as it is known. */
  next?: Partial<Row>
}

/** Writes of dialogs and forms, which say themselves what was done or refused. */
export function useRun<Row extends Fields>(keys: readonly QueryKey[], failed: (error: unknown) => void) {
  const write = useWrite<Row, Run<Row, object>>({
    keys,
    call: (row, { call }) => call(row),
    next: ({ next }) => next ?? {},
    failed,
  })
  /** What the server answered; nothing where it was not done, or is being done already. */
  const run = async <Answer extends object>(row: Row, work: Run<Row, Answer>): Promise<Answer | undefined> => {
    let answer: Answer | undefined
    await write.start(row, { next: work.next, call: async (shown) => (answer = await work.call(shown)) })
    return answer
  }
  return { busy: write.isPending, run }
}
