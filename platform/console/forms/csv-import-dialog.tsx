import { IconFileSpreadsheet } from '@tabler/icons-react'
import { type QueryKey, useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isWorkbook, workbookLimits, workbookPath } from '../../shared/csv'
import type { ByHand, FileColumns } from '../../shared/file-columns'
import { isolated } from '../../shared/readable-text'
import { Button } from '../controls/button'
import { Dialog, DialogButtons } from '../controls/dialog'
import { formatCount } from '../display/formats'
import { ErrorNotice, Notice } from '../display/panel'
import { useRefetch } from '../query-client'
import { UploadError, type FileUpload, uploadFile } from '../rpc'
import { saveTextFile } from '../save-file'
import { Glyph } from '../theme/glyph'
import { CsvColumns, type CsvColumnsProps, type CsvRow } from './csv-rows'
import { errorText, unreachableText } from './error-text'
import { type CsvFileText, readCsvFile } from './read-csv-file'
import { newRequestKey } from './request-key'
import classes from './csv.module.css'

interface CsvImportDialogProps<Column extends string, Preview, Result> {
  title: string
  description: string
  file: ReturnType<typeof useCsvImport<Column, Preview, Result>>
  /** "3 people" */
  countText: (count: number) => string
  /** Number of rows that would be imported. */
  importable: number
  /** Why nothing of the file can be imported. */
  refusal?: string | null | undefined
  picker: Pick<CsvPickerProps, 'hint' | 'limit' | 'template'>
  columns: Pick<CsvColumnsProps<Column>, 'labels' | 'otherwise'>
  /** File name for the rejected rows, to be corrected and imported again. */
  failedName: string
  /** Names the rows that were not imported; empty if all were. */
  leftOut: string
  onClose: () => void
  children: ReactNode
}

/** Every import: choose a file, see what it holds, then import what is right in it. */
export function CsvImportDialog<
  Column extends string,
  Preview extends FileColumns<Column> & { rows: readonly CsvRow[] },
  Result extends { created: number; failedCsv: string | null },
>(props: CsvImportDialogProps<Column, Preview, Result>) {
  const { title, description, file, countText, importable, refusal, failedName, onClose } = props
  const { chosen, result } = file
  const failedCsv = result?.failedCsv
  const isReady = importable > 0 && !file.isReading
  return (
    <Dialog
      opened
      onClose={onClose}
      size="wide"
      keepOnOutsideClick
      title={title}
      description={description}
      footer={
        result ? (
          <>
            {failedCsv && <Button onClick={() => saveTextFile(failedName, failedCsv)}>Download failed rows</Button>}
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          </>
        ) : (
          <DialogButtons
            onCancel={onClose}
            disabled={!isReady || !!refusal}
            loading={file.isImporting}
            onClick={file.run}
          >
            {isReady ? `Import ${countText(importable)}` : 'Import'}
          </DialogButtons>
        )
      }
    >
      <ErrorNotice title="Couldn’t import this file" text={file.problem ?? refusal} />
      {result ? (
        <Notice tone={result.created > 0 ? 'ok' : 'warn'} title={`${countText(result.created)} imported`} announce>
          {props.leftOut || 'All rows imported.'}
        </Notice>
      ) : (
        <CsvPicker
          loading={file.isReading}
          fileName={chosen?.fileName}
          {...props.picker}
          onRead={file.read}
          onProblem={file.setProblem}
        />
      )}
      {!result && chosen && (
        <>
          <CsvColumns columns={chosen.preview} {...props.columns} onChange={file.chooseColumns} />
          <RowNotes {...chosen.preview} />
        </>
      )}
      {props.children}
    </Dialog>
  )
}

function RowNotes({ rows, missingColumns }: { rows: readonly CsvRow[]; missingColumns: readonly string[] }) {
  const failing = rows.filter(({ errors }) => errors.length > 0).length
  if (failing > 0)
    return (
      <Notice tone="warn">
        {`${formatCount(failing)} of ${formatCount(rows.length)} rows have errors and will be skipped. You can download them after the import.`}
      </Notice>
    )
  if (rows.length > 0 || missingColumns.length > 0) return null
  return <Notice tone="warn">The file has column names but no rows.</Notice>
}

interface CsvPickerProps {
  loading: boolean
  fileName: string | undefined
  /** Under the invitation: which columns there are. */
  hint: string
  /** Size limit of the file; `label` completes "larger than 2 MB". */
  limit: { characters: number; label: string }
  template: { fileName: string; csv: string }
  onRead: (csv: string, fileName: string) => void
  onProblem: (message: string) => void
}

export function CsvPicker({ loading, fileName, hint, limit, template, onRead, onProblem }: CsvPickerProps) {
  const inputRef = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [assumption, setAssumption] = useState<string>()
  /** Share of the workbook that is sent; undefined while there is none. */
  const [sent, setSent] = useState<number>()
  const converting = useRef<AbortController>(undefined)
  useEffect(() => () => converting.current?.abort(), [])
  const convert = async (file: File, { signal }: AbortController): Promise<CsvFileText | undefined> => {
    const onProgress = (share: number) => signal.aborted || setSent(share)
    onProgress(0)
    try {
      const found = await convertWorkbook({ file, onProgress, signal })
      return signal.aborted ? undefined : found
    } catch (error) {
      if (signal.aborted) return undefined
      return { problem: error instanceof UploadError ? error.message : unreachableText }
    } finally {
      if (!signal.aborted) setSent(undefined)
    }
  }
  const cancel = () => {
    converting.current?.abort()
    setSent(undefined)
  }
  const take = async (file: File | undefined) => {
    if (!file) return
    cancel()
    const controller = new AbortController()
    converting.current = controller
    const tooLarge = `${isolated(file.name)} is larger than ${limit.label}. Split it into several files.`
    const isExcel = isWorkbook(new Uint8Array(await file.slice(0, 4).arrayBuffer()))
    if (file.size > (isExcel ? workbookLimits.bytes : limit.characters)) return onProblem(tooLarge)
    const read = isExcel ? await convert(file, controller) : readCsvFile(new Uint8Array(await file.arrayBuffer()))
    if (read === undefined || controller.signal.aborted) return undefined
    if ('problem' in read) return onProblem(read.problem)
    if (read.text.length > limit.characters) return onProblem(tooLarge)
    setAssumption(read.assumption)
    onRead(read.text, file.name)
  }
  return (
    <div
      className={classes.drop}
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        void take(event.dataTransfer.files[0])
      }}
    >
      <Glyph icon={IconFileSpreadsheet} size={20} />
      <span className="q-grow">
        {sent === undefined ? (
          isolated(fileName ?? 'Drop a CSV or Excel file here, or choose one.')
        ) : (
          <span role="status">
            {sent < 1 ? `Uploading the workbook, ${Math.floor(sent * 100)}%` : 'Reading the workbook…'}
          </span>
        )}
        {sent === undefined && fileName !== undefined && assumption !== undefined && (
          <span className={`q-caption ${classes.hint}`} role="status">
            {assumption}
          </span>
        )}
        <span className={`q-caption ${classes.hint}`}>{hint}</span>
      </span>
      <input
        ref={inputRef}
        type="file"
        accept=".csv,.xlsx,.txt,.tsv,text/csv,text/plain,text/tab-separated-values"
        className="q-hidden"
        tabIndex={-1}
        aria-label="CSV or Excel file"
        onChange={(event) => {
          void take(event.currentTarget.files?.[0])
          // The same file, corrected, can be chosen again.
          event.currentTarget.value = ''
        }}
      />
      {sent === undefined ? (
        <Button size="sm" loading={loading} onClick={() => inputRef.current?.click()}>
          {fileName === undefined ? 'Choose file' : 'Choose another file'}
        </Button>
      ) : (
        <Button size="sm" onClick={cancel}>
          Cancel
        </Button>
      )}
      <Button variant="quiet" size="sm" onClick={() => saveTextFile(template.fileName, template.csv)}>
        Download template
      </Button>
    </div>
  )
}

export type CsvFile<Column> = { csv: string; columns: ByHand<Column>[number][] }
type Calls<Column, Preview, Result> = {
  /** Queries to invalidate after the import. */
  queryKey: QueryKey
  preview: (file: CsvFile<Column>) => Promise<Preview>
  importRows: (file: CsvFile<Column> & { requestKey: string }) => Promise<Result>
}

/** Reads a CSV file, previews it again after each change of the column mapping, and imports it exactly once. */
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
      // A newer preview has started.
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

/** Returns the first visible sheet of a workbook as CSV. Only the server can read workbooks. */
async function convertWorkbook(
  upload: Pick<FileUpload, 'file' | 'onProgress' | 'signal'>,
): Promise<{ text: string; assumption: string }> {
  const answer = await uploadFile({ path: workbookPath, fields: {}, ...upload })
  if (typeof answer !== 'object' || answer === null || !('csv' in answer) || typeof answer.csv !== 'string')
    throw new Error('The answer has no rows')
  const { sheet, sheets } = { sheet: 1, sheets: 1, ...answer }
  if (sheet > 1)
    return { text: answer.csv, assumption: `Read sheet ${sheet} of ${sheets}, the first that isn’t hidden` }
  return {
    text: answer.csv,
    assumption: sheets > 1 ? `Read the first of ${sheets} sheets` : 'Read the first sheet of the workbook',
  }
}
