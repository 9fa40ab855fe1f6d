import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { notifyError, notifySuccess } from '../frame/notify'
import { writeKey } from '../query-client'
import { verbErrorText } from './error-text'
import { patchRows, pickKnown, type Fields } from './patch-rows'

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
  /** Under which the lists and records stand that hold such rows. */
  keys: readonly QueryKey[]
  /** What the row will say, as far as it is known; shown at once wherever it stands. */
  next?: (input: Input, row: Row) => Partial<Row>
  done?: (saved: Row, input: Input) => Done | undefined
  /** Of rows without an id of their own. */
  idOf?: (row: Fields) => unknown
  /** "This was not changed"; or what shows it in its place. */
  failed: string | ((error: unknown, row: Row, input: Input) => void)
}

/**
 * A write whose outcome is known beforehand: shown at once, put back with the reason when it is refused, read again when
 * it is over. While one is under way for a row, another one is not begun.
 */
export function useWrite<Row extends Fields, Input, Answer extends object = object>(
  options: WriteOptions<Row, Input, Answer>,
) {
  const { call, keys, next = () => ({}), done, failed, idOf = ({ id }: Fields) => id } = options
  const client = useQueryClient()
  const mutationKey = [...writeKey, keys]
  const show = (row: Row, change: object) => {
    const id = idOf(row)
    // Something new stands nowhere yet.
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
    // What was sent, the number of an account among it, is kept nowhere once it is settled.
    gcTime: 0,
    onMutate: async ({ row, input }) => {
      const change = next(input, row)
      // What is being read now would show the state before; where nothing is shown it may come.
      if (Object.keys(change).length === 0) return
      await Promise.all(keys.map((queryKey) => client.cancelQueries({ queryKey })))
      show(row, change)
    },
    onSuccess: (answer, { row, input }) => {
      const about = idOf(pickKnown(answer, answer))
      // A copy answers with itself.
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
    onSettled: () => {
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
  /** What the server answered; nothing where it refused, or where the row is being written already. */
  const start = async (row: Row, input: Input): Promise<Answer | undefined> =>
    isWriting(row) ? undefined : mutation.mutateAsync({ row, input }).catch(() => undefined)
  return { isPending: mutation.isPending, isWriting, start, run: (row: Row, input: Input) => void start(row, input) }
}
