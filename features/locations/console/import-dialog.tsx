import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { counted } from '@quaff/platform/console/display/formats'
import { Notice } from '@quaff/platform/console/display/panel'
import { type CsvFile, CsvImportDialog, useCsvImport } from '@quaff/platform/console/forms/csv-import-dialog'
import { CsvRows } from '@quaff/platform/console/forms/csv-rows'
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
  const file = useCsvImport({
    queryKey: locationsApi.key(),
    preview: (chosenFile: CsvFile<ImportColumn>) => locationsApi.previewImport.call({ merchantId, ...chosenFile }),
    importRows: (chosenFile) => locationsApi.importRows.call({ merchantId, includeDuplicates, ...chosenFile }),
  })
  const { chosen, result } = file
  const rows = chosen?.preview.rows ?? []
  const duplicates = rows.filter((row) => row.errors.length === 0 && row.isDuplicate).length
  const importable = rows.filter((row) => row.errors.length === 0 && (includeDuplicates || !row.isDuplicate)).length

  return (
    <CsvImportDialog
      title="Import locations"
      description="CSV or Excel file, one location per row, up to 500."
      file={file}
      countText={plural}
      importable={importable}
      refusal={chosen?.preview.refusal}
      picker={{
        hint: 'Only the name is required. Hours: 07:00-19:00, closed, or blank.',
        limit: { characters: importLimits.characters, label: '300 KB' },
        template: locationsTemplate,
      }}
      columns={{
        labels: columnLabels,
        otherwise: { label: 'Skip', text: 'Skipped unless you choose what they contain.' },
      }}
      failedName="locations-not-imported.csv"
      leftOut={
        result?.failedCsv
          ? `${result.rows.length - result.created} of ${result.rows.length} rows were skipped. Download them, fix them and import that file.`
          : ''
      }
      onClose={onClose}
    >
      {!result && chosen && <ZoneNotes preview={chosen.preview} />}
      {!result && duplicates > 0 && (
        <Checkbox
          label={`Also import ${duplicates === 1 ? 'the row whose name is' : `${duplicates} rows whose names are`} taken`}
          checked={includeDuplicates}
          onChange={(event) => setIncludeDuplicates(event.currentTarget.checked)}
        />
      )}
      <CsvRows<Row>
        rows={result?.rows ?? rows}
        subject={{ label: 'Name', text: ({ name }) => name }}
        details={[
          { label: 'Address', text: ({ address }) => address },
          { label: 'Hours', text: ({ hours }) => hours },
        ]}
        taken={(row) => row.isDuplicate && (row.outcome !== undefined || !includeDuplicates) && 'Name is taken'}
      />
    </CsvImportDialog>
  )
}

function ZoneNotes({ preview: { zonesGiven } }: { preview: ImportPreview }) {
  return zonesGiven.map(({ timeZone, isOwn, count }) => (
    <Notice key={timeZone} tone={isOwn ? 'info' : 'warn'}>
      {isOwn
        ? `${rowsWithout(count)} no time zone and ${count === 1 ? 'gets' : 'get'} ${timeZone}.`
        : `${rowsWithout(count)} no time zone. Opening hours follow ${timeZone} until you set one.`}
    </Notice>
  ))
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
