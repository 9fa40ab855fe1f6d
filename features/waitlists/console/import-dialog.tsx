import { formatCount } from '@quaff/platform/console/display/formats'
import { type CsvFile, CsvImportDialog, useCsvImport } from '@quaff/platform/console/forms/csv-import-dialog'
import { CsvRows } from '@quaff/platform/console/forms/csv-rows'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { isolated } from '@quaff/platform/shared/readable-text'
import {
  type Waitlist,
  type WaitlistColumn,
  waitlistColumns,
  waitlistImportLimits,
  type WaitlistImportPreview,
  type WaitlistImportResult,
  type WaitlistImportRow,
} from '../contract'
import { countText } from './waitlist-labels'
import { waitlistsApi } from './waitlist-queries'

const template = {
  fileName: 'waitlist-template.csv',
  csv: `${waitlistColumns.join(',')},Favorite drink\r\nana@example.com,Ana Diaz,Portland,97202,Harbour Coffee,fair 2026,,Flat white\r\n`,
}

const columnLabels = {
  email: 'Email',
  name: 'Name',
  city: 'City',
  postalCode: 'ZIP',
  wantedVenue: 'Wanted venue',
  source: 'Source',
  notes: 'Notes',
} as const satisfies Record<WaitlistColumn, string>

export function ImportDialog({ list, onClose }: { list: Waitlist; onClose: () => void }) {
  const file = useCsvImport({
    queryKey: waitlistsApi.key(),
    preview: (chosenFile: CsvFile<WaitlistColumn>) =>
      waitlistsApi.previewImport.call({ waitlistId: list.id, ...chosenFile }),
    importRows: (chosenFile) => waitlistsApi.importRows.call({ waitlistId: list.id, ...chosenFile }),
  })
  const { chosen, result } = file
  const rows = chosen?.preview.rows ?? []
  const importable = rows.filter((row) => row.errors.length === 0 && !row.isDuplicate).length

  return (
    <CsvImportDialog
      title={`Import into ${isolated(list.name)}`}
      description={`One person per row, up to ${formatCount(waitlistImportLimits.rows)} rows. No emails are sent.`}
      file={file}
      countText={countText}
      importable={importable}
      picker={{
        hint: 'Only the email is required. Extra columns become answers.',
        limit: { characters: waitlistImportLimits.characters, label: '2 MB' },
        template,
      }}
      columns={{
        labels: columnLabels,
        otherwise: { label: 'Keep as answer', text: 'Unmatched columns are kept as answers.' },
      }}
      failedName="waitlist-not-imported.csv"
      leftOut={result ? leftOutText(result) : ''}
      onClose={onClose}
    >
      {!result && chosen && (
        <>
          <PreviewNotes preview={chosen.preview} importable={importable} />
          <CsvRows
            rows={rows.toSorted((one, other) => rank(one) - rank(other) || one.line - other.line)}
            subject={{ label: 'Email', text: ({ email }) => readableEmail(email) }}
            details={[
              { label: 'Name', text: ({ name }) => name },
              { label: 'City/ZIP', text: ({ area }) => area },
            ]}
            taken={({ isDuplicate }) => isDuplicate && 'Already on the list'}
            atMost={SHOWN}
          />
        </>
      )}
    </CsvImportDialog>
  )
}

const leftOutText = ({ duplicates, failed }: WaitlistImportResult) =>
  [
    duplicates > 0 ? `${countText(duplicates, 'row', 'rows')} skipped (already on the list).` : '',
    failed > 0 ? `${countText(failed, 'row', 'rows')} not imported because of errors.` : '',
  ]
    .filter(Boolean)
    .join(' ')

function PreviewNotes({ preview, importable }: { preview: WaitlistImportPreview; importable: number }) {
  const { rows, answerColumns } = preview
  const taken = rows.filter(({ errors }) => errors.length === 0).length - importable
  return (
    <>
      {taken > 0 && (
        <p className="q-caption">{`${countText(taken, 'row', 'rows')} will be skipped: the email is already on the list.`}</p>
      )}
      {answerColumns.length > 0 && <p className="q-caption">{`Kept as answers: ${answerColumns.join(', ')}.`}</p>}
    </>
  )
}

/** Longer lists are slow to render, and no user reads them. */
const SHOWN = 200

/** Lines with errors first: they are what is left to do. */
const rank = (row: WaitlistImportRow) => (row.errors.length > 0 ? 0 : Number(!row.isDuplicate) + 1)
