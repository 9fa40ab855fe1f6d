import { matchQuery, type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { notifyError, notifySuccess } from '../frame/notify'
import { writeKey } from '../query-client'
import { verbErrorText } from './error-text'

/** Spec §8: how long what was done can be taken back. */
export const undoable = (run: () => void) => ({ label: 'Undo', forMs: 10_000, run })

interface Done {
  title: string
  message?: string
  /** The inverse write; offered once the answer, and with it the version, is there. */
  undo?: () => void
}

interface WriteOptions<Row, Input, Answer extends object> {
  call: (row: Row, input: Input) => Promise<Answer>
  /** Keys of the queries that list these rows. */
  keys: readonly QueryKey[]
  /** The expected new values of the row, shown optimistically. */
  next?: (input: Input, row: Row) => Partial<Row>
  done?: (saved: Row, input: Input) => Done | undefined
  /** Needed for rows without an `id`. */
  idOf?: (row: Fields) => unknown
  /** "This was not changed"; or what shows it in its place. */
  failed: string | ((error: unknown, row: Row, input: Input) => void)
}

/**
 * An optimistic write: shows the expected result immediately, rolls back with the reason on refusal, and refetches at
 * the end. While a row has a pending write, further ones are ignored.
 */
export function useWrite<Row extends Fields, Input, Answer extends object = object>(
  options: WriteOptions<Row, Input, Answer>,
) {
  const { call, keys, next = () => ({}), done, failed, idOf = ({ id }: Fields) => id } = options
  const client = useQueryClient()
  const mutationKey = [...writeKey, keys]
  const show = (row: Row, change: object) => {
    const id = idOf(row)
    // A new record is not listed yet.
    if (id === undefined) return
    patchRows(client, keys, {
      isSame: (one) => idOf(one) === id,
      change: (known) => ({ ...known, ...pickKnown(known, change) }),
    })
  }
  // Something new has no word before its first.
  const aboutOf = (row: Row) => (idOf(row) === undefined ? undefined : String(idOf(row)))
  const mutation = useMutation({
    mutationKey,
    mutationFn: ({ row, input }: { row: Row; input: Input }) => call(row, input),
    // The input may contain a bank account number, so the settled mutation is dropped immediately.
    gcTime: 0,
    onMutate: async ({ row, input }) => {
      const change = next(input, row)
      // A read in progress would return the state before the write. Without an optimistic change it may continue.
      if (Object.keys(change).length === 0) return undefined
      await Promise.all(keys.map((queryKey) => client.cancelQueries({ queryKey })))
      show(row, change)
      // So would one that begins later, after a live event or a reconnection.
      return client.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return
        if (keys.some((queryKey) => matchQuery({ queryKey }, event.query))) show(row, change)
      })
    },
    onSuccess: (answer, { row, input }) => {
      const about = idOf(pickKnown(answer, answer))
      // Creating a copy returns the copy, not the row.
      const change = { ...next(input, row), ...(about === undefined || about === idOf(row) ? answer : {}) }
      show(row, change)
      const said = done?.({ ...row, ...change }, input)
      if (!said) return
      notifySuccess(said.title, said.message, said.undo && undoable(said.undo), aboutOf(row))
    },
    onError: (error, { row, input }) => {
      show(row, pickKnown(next(input, row), row))
      if (typeof failed === 'string') notifyError(failed, verbErrorText(error), undefined, aboutOf(row))
      else failed(error, row, input)
    },
    // Others of the same lists may be under way: the last one reads for all.
    onSettled: (_answer, _error, _variables, stopWatching) => {
      stopWatching?.()
      if (client.isMutating({ mutationKey }) > 1) return
      for (const queryKey of keys) void client.invalidateQueries({ queryKey })
    },
  })
  const isWriting = (row: Row) => {
    const id = idOf(row)
    const underWay = client.getMutationCache().findAll({ mutationKey, status: 'pending' })
    return underWay.some(({ state }) => {
      const { variables } = state as { variables?: { row: Row } }
      return variables !== undefined && idOf(variables.row) === id
    })
  }
  /** Resolves with the response, or undefined if the server refused or the row has a pending write. */
  const start = async (row: Row, input: Input): Promise<Answer | undefined> =>
    isWriting(row) ? undefined : mutation.mutateAsync({ row, input }).catch(() => undefined)
  return { isPending: mutation.isPending, isWriting, start, run: (row: Row, input: Input) => void start(row, input) }
}

export type Fields = Record<string, unknown>
interface Patch {
  isSame: (row: Fields) => boolean
  change: (row: Fields) => Fields
}

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** Changes one record in every cached result: as itself, or as a row of a page, of pages or of any list. */
function patchRows(client: QueryClient, keys: readonly QueryKey[], patch: Patch): void {
  for (const queryKey of keys) client.setQueriesData({ queryKey }, (data: unknown) => patched(data, patch))
}

/** Returns the same object if nothing changed, so that components skip rendering. */
function patched(data: unknown, patch: Patch): unknown {
  if (Array.isArray(data)) {
    const rows: unknown[] = data
    const next = rows.map((one) => patched(one, patch))
    return next.every((one, index) => one === rows[index]) ? data : next
  }
  if (!isObject(data)) return data
  if (patch.isSame(data)) return patch.change(data)
  const lists = Object.entries(data).filter(([, value]) => Array.isArray(value))
  const changed = lists.map(([name, list]) => [name, patched(list, patch)] as const)
  return changed.every(([name, list]) => list === data[name]) ? data : { ...data, ...Object.fromEntries(changed) }
}

/** Returns the properties of `change` that `row` has: rows have fewer properties than records. */
function pickKnown(row: object, change: object): Fields {
  return Object.fromEntries(Object.entries(change).filter(([name]) => name in row))
}

export interface Run<Row, Answer extends object> {
  call: (row: Row) => Promise<Answer>
  /** The expected new values of the record. */
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
  /** Resolves with the response, or undefined if the write failed or another one is pending. */
  const run = async <Answer extends object>(row: Row, work: Run<Row, Answer>): Promise<Answer | undefined> => {
    let answer: Answer | undefined
    await write.start(row, { next: work.next, call: async (shown) => (answer = await work.call(shown)) })
    return answer
  }
  return { busy: write.isPending, run }
}
