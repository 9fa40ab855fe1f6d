import { Checkbox } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCopyX, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { counted } from '@quaff/platform/console/display/formats'
import { ErrorNotice, Notice, StatusPill } from '@quaff/platform/console/display/panel'
import { type CsvFile, CsvImportDialog, CsvPicker, useCsvImport } from '@quaff/platform/console/forms/csv-import-dialog'
import { CsvColumns, CsvRows } from '@quaff/platform/console/forms/csv-rows'
import {
  type ImportColumn,
  importColumns,
  importLimits,
  type ImportPreview,
  type ImportResult,
  type ImportRow,
} from '../import-contract'
import { locationsApi } from './location-queries'

const plural = (count: number) => counted(count, 'location')

export function ImportDialog({ merchantId, onClose }: { merchantId: string; onClose: () => void }) {
  const [includeDuplicates, setIncludeDuplicates] = useState(false)
  const { chosen, result, ...file } = useCsvImport({
    queryKey: locationsApi.key(),
    preview: (chosenFile: CsvFile<ImportColumn>) => locationsApi.previewImport.call({ merchantId, ...chosenFile }),
    importRows: (chosenFile) => locationsApi.importRows.call({ merchantId, includeDuplicates, ...chosenFile }),
  })
  const rows = chosen?.preview.rows ?? []
  const duplicates = rows.filter((row) => row.errors.length === 0 && row.isDuplicate).length
  const importable = rows.filter((row) => row.errors.length === 0 && (includeDuplicates || !row.isDuplicate)).length
  const failedCsv = result?.failedCsv

  return (
    <CsvImportDialog
      title="Import locations"
      description="CSV or Excel file, one location per row, up to 500."
      problem={file.problem}
      isDone={result !== undefined}
      failed={{ fileName: 'locations-not-imported.csv', csv: failedCsv }}
      importable={importable === 0 || file.isReading ? undefined : plural(importable)}
      isRefused={chosen?.preview.refusal != null}
      importing={file.isImporting}
      onImport={file.run}
      onClose={onClose}
    >
      {result ? (
        <Notice tone={result.created > 0 ? 'ok' : 'warn'} title={`${plural(result.created)} imported`} announce>
          {failedCsv
            ? `${result.rows.length - result.created} of ${result.rows.length} rows were skipped. Download them, fix them and import that file.`
            : 'All rows imported.'}
        </Notice>
      ) : (
        <CsvPicker
          loading={file.isReading}
          fileName={chosen?.fileName}
          hint="Only the name is required. Hours: 07:00-19:00, closed, or blank."
          limit={{ characters: importLimits.characters, label: '300 KB' }}
          template={locationsTemplate}
          onRead={file.read}
          onProblem={file.setProblem}
        />
      )}
      {!result && chosen && (
        <CsvColumns
          columns={chosen.preview}
          labels={columnLabels}
          otherwise={{ label: 'Skip', text: 'Skipped unless you choose what they contain.' }}
          onChange={file.chooseColumns}
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

function PreviewNotes({ preview: { rows, missingColumns, refusal, zonesGiven } }: { preview: ImportPreview }) {
  const failing = rows.filter(({ errors }) => errors.length > 0).length
  return (
    <>
      <ErrorNotice title="Couldn’t import this file" text={refusal} />
      {rows.length === 0 && missingColumns.length === 0 && (
        <Notice tone="warn">The file has column names but no rows.</Notice>
      )}
      {failing > 0 && (
        <Notice tone="warn">
          {`${failing} of ${rows.length} rows have errors and will be skipped. You can download them after the import.`}
        </Notice>
      )}
      {zonesGiven.map(({ timeZone, isOwn, count }) => (
        <Notice key={timeZone} tone={isOwn ? 'info' : 'warn'}>
          {isOwn
            ? `${rowsWithout(count)} no time zone and ${count === 1 ? 'gets' : 'get'} ${timeZone}.`
            : `${rowsWithout(count)} no time zone. Opening hours follow ${timeZone} until you set one.`}
        </Notice>
      ))}
    </>
  )
}

const rowsWithout = (count: number) => `${counted(count, 'row')} ${count === 1 ? 'names' : 'name'}`

const columnLabels = {
  name: 'Name',
  line1: 'Address line 1',
  line2: 'Address line 2',
  city: 'City',
  region: 'Region',
  postalCode: 'Postal code',
  country: 'Country',
  phone: 'Phone',
  latitude: 'Latitude',
  longitude: 'Longitude',
  timeZone: 'Time zone',
  mon: 'Hours on Monday',
  tue: 'Hours on Tuesday',
  wed: 'Hours on Wednesday',
  thu: 'Hours on Thursday',
  fri: 'Hours on Friday',
  sat: 'Hours on Saturday',
  sun: 'Hours on Sunday',
} as const satisfies Record<ImportColumn, string>

const example = [
  'Harbour',
  '1 Quay Street',
  '',
  'Portland',
  'OR',
  '97202',
  'US',
  '(503) 555-0100',
  '45.5231',
  '-122.6765',
  'America/Los_Angeles',
  ...Array.from({ length: 5 }, () => '07:00-19:00'),
  '08:00-12:00 13:00-16:00',
  'closed',
]

const locationsTemplate = {
  fileName: 'locations-template.csv',
  csv: `${importColumns.join(',')}\r\n${example.join(',')}\r\n`,
}

type Row = ImportRow & Partial<Pick<ImportResult['rows'][number], 'outcome'>>

function ImportTable({ rows, includeDuplicates }: { rows: readonly Row[]; includeDuplicates: boolean }) {
  return (
    <CsvRows
      rows={rows}
      subject={{ label: 'Name', text: ({ name }) => name }}
      details={[
        { label: 'Address', text: ({ address }) => address },
        { label: 'Hours', text: ({ hours }) => hours },
      ]}
      result={(row) => <RowState row={row} includeDuplicates={includeDuplicates} />}
    />
  )
}

function RowState({ row, includeDuplicates }: { row: Row; includeDuplicates: boolean }) {
  if (row.outcome === 'created')
    return (
      <StatusPill tone="ok" icon={IconCheck}>
        Imported
      </StatusPill>
    )
  if (row.errors.length > 0)
    return (
      <StatusPill tone="danger" icon={row.outcome ? IconX : IconAlertTriangle}>
        {row.outcome ? 'Skipped' : 'Has errors'}
      </StatusPill>
    )
  if (row.isDuplicate && (row.outcome || !includeDuplicates))
    return (
      <StatusPill tone="warn" icon={IconCopyX}>
        Name is taken
      </StatusPill>
    )
  return (
    <StatusPill tone="ok" icon={IconCheck}>
      Ready
    </StatusPill>
  )
}
