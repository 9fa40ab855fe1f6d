import { useMutation, type QueryKey } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ByHand } from '../../shared/file-columns/rules'
import { useRefetch } from '../query-client'
import { errorText, unreachableText } from './error-text'
import { newRequestKey } from './request-key'

export type CsvFile<Column> = { csv: string; columns: ByHand<Column>[number][] }
type Calls<Column, Preview, Result> = {
  /** Of what is read again afterwards. */
  queryKey: QueryKey
  preview: (file: CsvFile<Column>) => Promise<Preview>
  importRows: (file: CsvFile<Column> & { requestKey: string }) => Promise<Result>
}

/** A file is chosen, looked at as often as its columns are told anew, and imported once however often that is asked for. */
export function useCsvImport<Column, Preview, Result>({ queryKey, ...calls }: Calls<Column, Preview, Result>) {
  const refetch = useRefetch(queryKey)
  const previewing = useMutation({ mutationFn: calls.preview })
  const importing = useMutation({ mutationFn: calls.importRows, onSettled: () => void refetch() })
  const [chosen, setChosen] = useState<CsvFile<Column> & { fileName: string; preview: Preview }>()
  const [problem, setProblem] = useState<string>()
  const requestKey = useRef(newRequestKey())
  const readings = useRef(0)

  const look = async (csv: string, fileName: string, byHand: ByHand<Column>) => {
    setProblem(undefined)
    const reading = ++readings.current
    const columns = [...byHand]
    try {
      const preview = await previewing.mutateAsync({ csv, columns })
      // Another choice was made meanwhile.
      if (reading !== readings.current) return
      setChosen({ csv, fileName, columns, preview })
      requestKey.current = newRequestKey()
    } catch (error) {
      setProblem(errorText(error, unreachableText))
    }
  }
  return {
    chosen,
    result: importing.data,
    problem,
    setProblem,
    isReading: previewing.isPending,
    isImporting: importing.isPending,
    read(csv: string, fileName: string) {
      setChosen(undefined)
      void look(csv, fileName, [])
    },
    chooseColumns: (columns: ByHand<Column>) => void (chosen && look(chosen.csv, chosen.fileName, columns)),
    run() {
      if (!chosen || importing.isPending || previewing.isPending) return
      setProblem(undefined)
      const { csv, columns } = chosen
      importing.mutate(
        { csv, columns, requestKey: requestKey.current },
        { onError: (error) => setProblem(errorText(error)) },
      )
    },
  }
}
