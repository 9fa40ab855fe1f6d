import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { notifyError, notifySuccess } from '../../frame/notify'
import { writeKey } from '../../query-client'
import { verbErrorText } from '../error-text'
import { patchRows, pickKnown } from './patch-rows'

/** Spec §8: how long what was done can be taken back. */
export const undoMs = 10_000

interface Done {
  title: string
  message?: string
  /** The inverse write; offered once the answer, and with it the version, is there. */
  undo?: () => void
}

export interface WriteOptions<Row extends { id: string }, Input> {
  call: (row: Row, input: Input) => Promise<object>
  /** Under which the lists and records stand that hold such rows. */
  keys: readonly QueryKey[]
  /** What the row will say; shown at once wherever it stands. */
  next: (input: Input) => Partial<Row>
  done?: (saved: Row, input: Input) => Done | undefined
  /** "This was not changed" */
  failed: string
}

/**
 * A write whose outcome is known beforehand: shown at once, put back with the reason when it is refused, read again when
 * it is over. While one is under way for a row, another one is not begun.
 */
export function useWrite<Row extends { id: string }, Input>(options: WriteOptions<Row, Input>) {
  const { call, keys, next, done, failed } = options
  const client = useQueryClient()
  const mutation = useMutation({
    mutationKey: writeKey,
    mutationFn: ({ row, input }: { row: Row; input: Input }) => call(row, input),
    onMutate: async ({ row, input }) => {
      await Promise.all(keys.map((queryKey) => client.cancelQueries({ queryKey })))
      patchRows(client, keys, row.id, (known) => ({ ...known, ...pickKnown(known, next(input)) }))
    },
    onSuccess: (answer, { row, input }) => {
      const saved = { ...row, ...next(input), ...answer }
      patchRows(client, keys, row.id, (known) => ({ ...known, ...pickKnown(known, saved) }))
      const said = done?.(saved, input)
      if (!said) return
      const undo = said.undo && { label: 'Undo', forMs: undoMs, run: said.undo }
      notifySuccess(said.title, said.message, undo)
    },
    onError: (error, { row, input }) => {
      const before = pickKnown(next(input), row)
      patchRows(client, keys, row.id, (known) => ({ ...known, ...pickKnown(known, before) }))
      notifyError(failed, verbErrorText(error))
    },
    // Others may be under way: the last one reads for all.
    onSettled: () => {
      if (client.isMutating({ mutationKey: writeKey }) > 1) return
      for (const queryKey of keys) void client.invalidateQueries({ queryKey })
    },
  })
  const isWriting = (row: Pick<Row, 'id'>) =>
    client
      .getMutationCache()
      .findAll({ mutationKey: writeKey, status: 'pending' })
      .some(({ state }) => isOf(state.variables, row.id))
  return {
    isPending: mutation.isPending,
    run: (row: Row, input: Input) => {
      if (!isWriting(row)) mutation.mutate({ row, input })
    },
  }
}

function isOf(variables: unknown, id: string): boolean {
  return (variables as { row?: { id: string } } | undefined)?.row?.id === id
}
