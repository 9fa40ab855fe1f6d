import { IconAlertTriangle, IconCheck, IconCopyX } from '@tabler/icons-react'
import { formatCount } from '@quaff/platform/console/display/formats'
import { Notice, StatusPill } from '@quaff/platform/console/display/panel'
import { type CsvFile, CsvImportDialog, CsvPicker, useCsvImport } from '@quaff/platform/console/forms/csv-import-dialog'
import { CsvColumns, CsvRows } from '@quaff/platform/console/forms/csv-rows'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { isolated } from '@quaff/platform/shared/readable-text'
import {
  type Waitlist,
  type WaitlistColumn,
  waitlistColumns,
  waitlistImportLimits,
  type WaitlistImportPreview,
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
  const { chosen, result, ...file } = useCsvImport({
    queryKey: waitlistsApi.key(),
    preview: (chosenFile: CsvFile<WaitlistColumn>) =>
      waitlistsApi.previewImport.call({ waitlistId: list.id, ...chosenFile }),
    importRows: (chosenFile) => waitlistsApi.importRows.call({ waitlistId: list.id, ...chosenFile }),
  })
  const rows = chosen?.preview.rows ?? []
  const importable = rows.filter((row) => row.errors.length === 0 && !row.isDuplicate).length

  return (
    <CsvImportDialog
      title={`Import into ${isolated(list.name)}`}
      description={`One person per row, up to ${formatCount(waitlistImportLimits.rows)} rows. No emails are sent.`}
      problem={file.problem}
      isDone={result !== undefined}
      failed={{ fileName: 'waitlist-not-imported.csv', csv: result?.failedCsv }}
      importable={importable === 0 || file.isReading ? undefined : countText(importable)}
      importing={file.isImporting}
      onImport={file.run}
      onClose={onClose}
    >
      {result ? (
        <Notice tone={result.created > 0 ? 'ok' : 'warn'} title={`${countText(result.created)} imported`} announce>
          {[
            result.duplicates > 0
              ? `${countText(result.duplicates, 'row', 'rows')} skipped (already on the list).`
              : '',
            result.failed > 0 ? `${countText(result.failed, 'row', 'rows')} not imported because of errors.` : '',
          ]
            .filter(Boolean)
            .join(' ') || 'All rows imported.'}
        </Notice>
      ) : (
        <CsvPicker
          loading={file.isReading}
          fileName={chosen?.fileName}
          hint="Only the email is required. Extra columns become answers."
          limit={{ characters: waitlistImportLimits.characters, label: '2 MB' }}
          template={template}
          onRead={file.read}
          onProblem={file.setProblem}
        />
      )}
      {!result && chosen && (
        <CsvColumns
          columns={chosen.preview}
          labels={columnLabels}
          otherwise={{ label: 'Keep as answer', text: 'Unmatched columns are kept as answers.' }}
          onChange={file.chooseColumns}
        />
      )}
      {!result && chosen && <PreviewNotes preview={chosen.preview} importable={importable} />}
      {!result && chosen && <ImportTable rows={rows} />}
    </CsvImportDialog>
  )
}

function PreviewNotes({ preview, importable }: { preview: WaitlistImportPreview; importable: number }) {
  const { rows, answerColumns, missingColumns } = preview
  const failing = rows.filter(({ errors }) => errors.length > 0).length
  const taken = rows.length - failing - importable
  return (
    <>
      {rows.length === 0 && missingColumns.length === 0 && (
        <Notice tone="warn">The file has column names but no rows.</Notice>
      )}
      {failing > 0 && (
        <Notice tone="warn">{`${formatCount(failing)} of ${formatCount(rows.length)} rows have errors and will be skipped.`}</Notice>
      )}
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
function ImportTable({ rows }: { rows: readonly WaitlistImportRow[] }) {
  const sorted = [...rows].sort((one, other) => rank(one) - rank(other) || one.line - other.line)
  return (
    <CsvRows
      rows={sorted}
      subject={{ label: 'Email', text: ({ email }) => readableEmail(email) }}
      details={[
        { label: 'Name', text: ({ name }) => name },
        { label: 'City/ZIP', text: ({ area }) => area },
      ]}
      result={(row) => <RowState row={row} />}
      atMost={SHOWN}
    />
  )
}

const rank = (row: WaitlistImportRow) => (row.errors.length > 0 ? 0 : Number(!row.isDuplicate) + 1)

function RowState({ row }: { row: WaitlistImportRow }) {
  if (row.errors.length > 0)
    return (
      <StatusPill tone="danger" icon={IconAlertTriangle}>
        Has errors
      </StatusPill>
    )
  if (row.isDuplicate)
    return (
      <StatusPill tone="warn" icon={IconCopyX}>
        Already on the list
      </StatusPill>
    )
  return (
    <StatusPill tone="ok" icon={IconCheck}>
      Ready
    </StatusPill>
  )
}
