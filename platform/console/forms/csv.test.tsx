import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { type FileUpload, setFileUploader, UploadError } from '../rpc'
import { renderConsole } from '../testing/render-console'
import { type CsvFile, CsvImportDialog, CsvPicker, useCsvImport } from './csv-import-dialog'
import { CsvRows } from './csv-rows'

function renderPicker(fileName?: string) {
  const onRead = vi.fn()
  const onProblem = vi.fn()
  const { unmount } = renderConsole(
    <CsvPicker
      loading={false}
      fileName={fileName}
      hint="Only the name is needed."
      limit={{ characters: 10, label: '10 bytes' }}
      template={{ fileName: 'template.csv', csv: 'name\r\n' }}
      onRead={onRead}
      onProblem={onProblem}
    />,
    {},
  )
  return { onRead, onProblem, unmount }
}
const small = () => new File(['name\nPier'], 'places.csv', { type: 'text/csv' })
const large = () => new File(['name\nA long pier'], 'places.csv', { type: 'text/csv' })

it('reads a file that is chosen or dropped', async () => {
  const { onRead, onProblem } = renderPicker()
  fireEvent.change(screen.getByLabelText('CSV or Excel file'), { target: { files: [small()] } })
  await waitFor(() => expect(onRead.mock.calls).toEqual([['name\nPier', 'places.csv']]))
  fireEvent.drop(screen.getByText('Only the name is needed.'), { dataTransfer: { files: [small()] } })
  await waitFor(() => expect(onRead).toHaveBeenCalledTimes(2))
  expect(onProblem).not.toHaveBeenCalled()
})

it('refuses a file that is too large before it is read', async () => {
  const { onRead, onProblem } = renderPicker()
  fireEvent.change(screen.getByLabelText('CSV or Excel file'), { target: { files: [large()] } })
  await waitFor(() =>
    expect(onProblem.mock.calls).toEqual([['places.csv is larger than 10 bytes. Split it into several files.']]),
  )
  expect(onRead).not.toHaveBeenCalled()
})

const choose = (file: File) =>
  fireEvent.change(screen.getByLabelText('CSV or Excel file'), { target: { files: [file] } })
const workbook = (name: string, size = 4) => {
  const bytes = new Uint8Array(size)
  bytes.set([0x50, 0x4b, 3, 4])
  return new File([bytes], name)
}

it('says how it read a file', async () => {
  const { onRead } = renderPicker('places.csv')
  choose(new File([Uint8Array.from('a;b\nCafé', (sign) => sign.charCodeAt(0))], 'places.csv'))
  expect(await screen.findByText('Read as Windows-1252, separated by semicolons')).toBeTruthy()
  expect(onRead.mock.calls).toEqual([['a;b\nCafé', 'places.csv']])
})

it('reads a workbook, even one that is named CSV, through the server', async () => {
  const paths: string[] = []
  setFileUploader(async ({ path }) => (paths.push(path), { csv: 'n\r\nPier' }))
  const { onRead } = renderPicker('places.csv')
  choose(workbook('places.csv'))
  expect(await screen.findByText('Read the first sheet of the workbook')).toBeTruthy()
  expect(onRead.mock.calls).toEqual([['n\r\nPier', 'places.csv']])
  expect(paths).toEqual(['/api/files/workbook'])
})

it.each([
  [new UploadError('The first sheet is empty.', 'CSV', false), 'The first sheet is empty.'],
  [new TypeError('Failed to fetch'), 'Couldn’t reach the server. Try again.'],
])('says why the server could not read a workbook: %s', async (error, sentence) => {
  setFileUploader(() => Promise.reject(error))
  const { onProblem } = renderPicker()
  choose(workbook('places.xlsx'))
  await waitFor(() => expect(onProblem.mock.calls).toEqual([[sentence]]))
})

it.each([
  [{ sheet: 1, sheets: 3 }, 'Read the first of 3 sheets'],
  [{ sheet: 2, sheets: 3 }, 'Read sheet 2 of 3, the first that isn’t hidden'],
])('says which sheet it read: %j', async (position, assumption) => {
  setFileUploader(async () => ({ csv: 'n\r\nPier', ...position }))
  renderPicker('places.xlsx')
  choose(workbook('places.xlsx'))
  expect(await screen.findByText(assumption)).toBeTruthy()
})

it('shows how far a workbook is, and can be canceled', async () => {
  const uploads: FileUpload[] = []
  setFileUploader((upload) => {
    uploads.push(upload)
    return new Promise((_, reject) => upload.signal.addEventListener('abort', () => reject(new Error('aborted'))))
  })
  const { onRead, onProblem } = renderPicker()
  choose(workbook('places.xlsx'))
  expect(await screen.findByText('Uploading the workbook, 0%')).toBeTruthy()
  act(() => uploads[0]?.onProgress(0.425))
  expect(screen.getByRole('status').textContent).toBe('Uploading the workbook, 42%')
  act(() => uploads[0]?.onProgress(1))
  expect(screen.getByRole('status').textContent).toBe('Reading the workbook…')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(uploads[0]?.signal.aborted).toBe(true)
  expect(await screen.findByRole('button', { name: 'Choose file' })).toBeTruthy()
  expect([onRead.mock.calls, onProblem.mock.calls]).toEqual([[], []])
})

it('reads the file that was chosen last, and stops with the dialog', async () => {
  const uploads: FileUpload[] = []
  setFileUploader((upload) => (uploads.push(upload), new Promise(() => {})))
  const { onRead, unmount } = renderPicker()
  choose(workbook('first.xlsx'))
  await waitFor(() => expect(uploads).toHaveLength(1))
  choose(new File(['name\nPier'], 'second.csv'))
  await waitFor(() => expect(onRead.mock.calls).toEqual([['name\nPier', 'second.csv']]))
  expect(uploads[0]?.signal.aborted).toBe(true)
  choose(workbook('third.xlsx'))
  await waitFor(() => expect(uploads).toHaveLength(2))
  unmount()
  expect(uploads[1]?.signal.aborted).toBe(true)
})

it('refuses a workbook that is too large, packed or unpacked', async () => {
  const sending = vi.fn(async () => ({ csv: 'name\r\nA long pier' }))
  setFileUploader(sending)
  const { onRead, onProblem } = renderPicker()
  choose(workbook('places.xlsx', 2_000_001))
  await waitFor(() => expect(onProblem).toHaveBeenCalledTimes(1))
  expect(sending).not.toHaveBeenCalled()
  choose(workbook('places.xlsx'))
  await waitFor(() => expect(onProblem).toHaveBeenCalledTimes(2))
  expect(onRead).not.toHaveBeenCalled()
})

it('names the chosen file, and lets another one be chosen', () => {
  renderPicker('places.csv')
  expect(screen.getByText('places.csv')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Choose another file' })).toBeTruthy()
})

const row = (line: number, name: string) => ({ line, name, place: '', errors: [] })

it('shows what is wrong in a row, and counts the rows that are not drawn', () => {
  const faulty = { ...row(2, ''), errors: [{ column: 'name', message: 'Name is required' }] }
  renderConsole(
    <CsvRows
      rows={[faulty, row(3, 'Pier'), row(4, 'Quay')]}
      subject={{ label: 'Name', text: ({ name }) => name }}
      details={[{ label: 'Place', text: ({ place }) => place }]}
      taken={() => false}
      atMost={2}
    />,
    {},
  )
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Line',
    'Name',
    'Result',
    'Place',
  ])
  const lines = screen.getAllByRole('row').slice(1)
  expect(lines.map(({ textContent }) => textContent)).toEqual(['2—Has errorsname: Name is required—', '3PierReady—'])
  expect(screen.getByText('and 1 more rows')).toBeTruthy()
})

const right = { ...row(2, 'Pier'), isDuplicate: false }
const columns = { knownColumns: ['name' as const], unknownColumns: [], missingColumns: [] }

function Import({ rows = [right], refusal }: { rows?: object[]; refusal?: string }) {
  const file = useCsvImport({
    queryKey: ['rows'],
    preview: async (_file: CsvFile<'name'>) => ({ ...columns, rows: rows as (typeof right)[] }),
    importRows,
  })
  return (
    <CsvImportDialog
      title="Import"
      description="One person per row."
      file={file}
      countText={(count) => `${count} people`}
      importable={file.chosen?.preview.rows.filter(({ errors }) => errors.length === 0).length ?? 0}
      refusal={refusal}
      picker={{
        hint: 'Only the name is needed.',
        limit: { characters: 100, label: '100 bytes' },
        template: { fileName: 'template.csv', csv: 'name' },
      }}
      columns={{ labels: { name: 'Name' }, otherwise: { label: 'Skip', text: 'Skipped.' } }}
      failedName="left-out.csv"
      leftOut={file.result?.failedCsv ? '1 row skipped.' : ''}
      onClose={vi.fn()}
    >
      {null}
    </CsvImportDialog>
  )
}
const importRows = vi.fn(async (_file: CsvFile<'name'>) => ({ created: 2, failedCsv: null as string | null }))
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const faultyRow = { ...right, line: 3, errors: [{ column: 'name', message: 'Name is required' }] }

it('imports only what the preview found right, unless the file is refused', async () => {
  const { unmount } = renderConsole(<Import rows={[right, faultyRow]} refusal="The venue is archived." />, {})
  expect((await button('Import')).disabled).toBe(true)
  choose(small())
  expect((await button('Import 1 people')).disabled).toBe(true)
  expect(screen.getByText('The venue is archived.')).toBeTruthy()
  unmount()
  renderConsole(<Import rows={[right, faultyRow]} />, {})
  choose(small())
  fireEvent.click(await button('Import 1 people'))
  expect(await screen.findByText('2 people imported')).toBeTruthy()
  expect(screen.getByText('All rows imported.')).toBeTruthy()
  expect(importRows.mock.calls.map(([sent]) => sent)).toMatchObject([{ csv: 'name\nPier', columns: [] }])
})

it('says what is wrong with the rows of a file', async () => {
  const { unmount } = renderConsole(<Import rows={[right, faultyRow]} />, {})
  choose(small())
  expect(await screen.findByText(/^1 of 2 rows have errors and will be skipped\./)).toBeTruthy()
  unmount()
  renderConsole(<Import rows={[]} />, {})
  choose(small())
  expect(await screen.findByText('The file has column names but no rows.')).toBeTruthy()
  expect((await button('Import')).disabled).toBe(true)
})

it('offers the rows that were left out once it is done', async () => {
  importRows.mockResolvedValueOnce({ created: 0, failedCsv: 'name,errors\r\n' })
  renderConsole(<Import />, {})
  choose(small())
  fireEvent.click(await button('Import 1 people'))
  expect(await button('Download failed rows')).toBeTruthy()
  expect(screen.getByText('1 row skipped.')).toBeTruthy()
  expect(await button('Done')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull()
})
