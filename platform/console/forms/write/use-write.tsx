import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { notifyError, notifySuccess } from '../../frame/notify'
import { writeKey } from '../../query-client'
import { verbErrorText } from '../error-text'
import { patchRows, pickKnown, type Fields } from './patch-rows'

/** Spec §8: how long what was done can be taken back. */
export const undoMs = 10_000

interface Done {
  title: string
  message?: string
  /** The inverse write; offered once the answer, and with it the version, is there. */
  undo?: () => void
}

export interface WriteOptions<Row extends Fields, Input> {
  call: (row: Row, input: Input) => Promise<object>
  /** Under which the lists and records stand that hold such rows. */
  keys: readonly QueryKey[]
  /** What the row will say; shown at once wherever it stands. */
  next: (input: Input) => Partial<Row>
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
export function useWrite<Row extends Fields, Input>(options: WriteOptions<Row, Input>) {
  const { call, keys, next, done, failed, idOf = ({ id }: Fields) => id } = options
  const client = useQueryClient()
  const show = (row: Row, change: Fields) => {
    const id = idOf(row)
    patchRows(client, keys, {
      isSame: (one) => idOf(one) === id,
      change: (known) => ({ ...known, ...pickKnown(known, change) }),
    })
  }
  const mutation = useMutation({
    mutationKey: [...writeKey, keys],
    mutationFn: ({ row, input }: { row: Row; input: Input }) => call(row, input),
    onMutate: async ({ row, input }) => {
      await Promise.all(keys.map((queryKey) => client.cancelQueries({ queryKey })))
      show(row, next(input))
    },
    onSuccess: (answer, { row, input }) => {
      const saved = { ...row, ...next(input), ...answer }
      show(row, saved)
      const said = done?.(saved, input)
      if (!said) return
      const undo = said.undo && { label: 'Undo', forMs: undoMs, run: said.undo }
      notifySuccess(said.title, said.message, undo)
    },
    onError: (error, { row, input }) => {
      show(row, pickKnown(next(input), row))
      if (typeof failed === 'string') notifyError(failed, verbErrorText(error))
      else failed(error, row, input)
    },
    // Others of the same lists may be under way: the last one reads for all.
    onSettled: () => {
      if (client.isMutating({ mutationKey: [...writeKey, keys] }) > 1) return
      for (const queryKey of keys) void client.invalidateQueries({ queryKey })
    },
  })
  const isWriting = (row: Row) => {
    const id = idOf(row)
    const underWay = client.getMutationCache().findAll({ mutationKey: [...writeKey, keys], status: 'pending' })
    return underWay.some(({ state }) => {
      const { variables } = state as { variables?: { row: Row } }
      return variables !== undefined && idOf(variables.row) === id
    })
  }
  return {
    isPending: mutation.isPending,
    isWriting,
    run: (row: Row, input: Input) => {
      if (!isWriting(row)) mutation.mutate({ row, input })
    },
  }
}
