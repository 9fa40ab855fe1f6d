import { Checkbox } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { counted } from '@quaff/platform/console/display/figures/figure-text'
import { Notice } from '@quaff/platform/console/display/notice'
import { CsvColumns } from '@quaff/platform/console/forms/csv/csv-columns-field'
import { CsvImportDialog } from '@quaff/platform/console/forms/csv/csv-import-dialog'
import { CsvPicker } from '@quaff/platform/console/forms/csv/csv-picker'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { newRequestKey } from '@quaff/platform/console/forms/request-key'
import { useRefetch } from '@quaff/platform/console/query-client'
import type { ByHand } from '@quaff/platform/shared/file-columns/rules'
import { importLimits, type ImportColumn, type ImportPreview, type ImportResult } from '../../import/contract'
import { locationsApi } from '../location-queries'
import { columnLabels } from './column-labels'
import { ImportTable } from './import-table'
import { locationsTemplate } from './locations-template'

interface ImportDialogProps {
  merchantId: string
  onClose: () => void
}

type Columns = ByHand<ImportColumn>
type Chosen = { csv: string; fileName: string; columns: Columns; preview: ImportPreview }
const plural = (count: number) => counted(count, 'location')

export function ImportDialog({ merchantId, onClose }: ImportDialogProps) {
  const refetch = useRefetch(locationsApi.key())
  const preview = useMutation(locationsApi.previewImport.mutationOptions())
  const importing = useMutation(locationsApi.importRows.mutationOptions())
  const [chosen, setChosen] = useState<Chosen>()
  const [includeDuplicates, setIncludeDuplicates] = useState(false)
  const [result, setResult] = useState<ImportResult>()
  const [problem, setProblem] = useState<string>()
  const requestKey = useRef(newRequestKey())
  const readings = useRef(0)

  const attempt = async (work: () => Promise<void>) => {
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      setProblem(errorText(error))
    }
  }
  const look = (csv: string, fileName: string, columns: Columns) =>
    attempt(async () => {
      const reading = ++readings.current
      const found = await preview.mutateAsync({ merchantId, csv, columns: [...columns] })
      // Another choice was made meanwhile.
      if (reading !== readings.current) return
      setChosen({ csv, fileName, columns, preview: found })
      requestKey.current = newRequestKey()
    })
  const read = (csv: string, fileName: string) => {
    setChosen(undefined)
    void look(csv, fileName, [])
  }
  const run = () =>
    attempt(async () => {
      if (!chosen || importing.isPending || preview.isPending) return
      const input = {
        merchantId,
        csv: chosen.csv,
        includeDuplicates,
        columns: [...chosen.columns],
        requestKey: requestKey.current,
      }
      setResult(await importing.mutateAsync(input))
      void refetch()
    })
  const rows = chosen?.preview.rows ?? []
  const duplicates = rows.filter((row) => row.errors.length === 0 && row.isDuplicate).length
  const importable = rows.filter((row) => row.errors.length === 0 && (includeDuplicates || !row.isDuplicate)).length
  const failedCsv = result?.failedCsv

  return (
    <CsvImportDialog
      title="Import locations"
      description="From a CSV file with one location per row, at most 500 at once."
      problem={problem}
      isDone={result !== undefined}
      failed={{ fileName: 'locations-not-imported.csv', csv: failedCsv }}
      importable={importable === 0 || preview.isPending ? undefined : plural(importable)}
      isRefused={chosen?.preview.refusal != null}
      importing={importing.isPending}
      onImport={() => void run()}
      onClose={onClose}
    >
      {result ? (
        <Notice tone={result.created > 0 ? 'ok' : 'warn'} title={`${plural(result.created)} imported`} announce>
          {failedCsv
            ? `${result.rows.length - result.created} of ${result.rows.length} rows were left out. Download them, correct them and import that file.`
            : 'Every row of the file is in.'}
        </Notice>
      ) : (
        <CsvPicker
          loading={preview.isPending}
          fileName={chosen?.fileName}
          hint="Only the name is needed. Hours per day: 07:00-19:00, closed, or blank."
          limit={{ characters: importLimits.characters, words: '300 KB' }}
          template={locationsTemplate}
          onRead={read}
          onProblem={setProblem}
        />
      )}
      {!result && chosen && (
        <CsvColumns
          columns={chosen.preview}
          labels={columnLabels}
          otherwise={{ label: 'Leave out', text: 'Nothing is read from them unless you say what they hold.' }}
          onChange={(columns) => void look(chosen.csv, chosen.fileName, columns)}
        />
      )}
      {!result && chosen && <PreviewNotes preview={chosen.preview} />}
      {!result && duplicates > 0 && (
        <Checkbox
          label={`Also import ${duplicates === 1 ? 'the row whose name is' : `${duplicates} rows whose names are`} taken`}
          checked={includeDuplicates}
          onChange={(event) => setIncludeDuplicates(event.currentTarget.checked)}
        />
      )}
      {(result ?? chosen) && <ImportTable rows={result?.rows ?? rows} includeDuplicates={includeDuplicates} />}
    </CsvImportDialog>
  )
}

function PreviewNotes({ preview: { rows, missingColumns, refusal } }: { preview: ImportPreview }) {
  const failing = rows.filter(({ errors }) => errors.length > 0).length
  return (
    <>
      {refusal !== null && (
        <Notice tone="danger" title="This file cannot be imported" announce>
          {refusal}
        </Notice>
      )}
      {rows.length === 0 && missingColumns.length === 0 && (
        <Notice tone="warn">The file has column names but no rows.</Notice>
      )}
      {failing > 0 && (
        <Notice tone="warn">
          {`${failing} of ${rows.length} rows have errors and will be left out. After the import you can download them.`}
        </Notice>
      )}
    </>
  )
}
