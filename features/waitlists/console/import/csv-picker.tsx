import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { waitlistColumns, waitlistImportLimits } from '../../import/contract'
import classes from './import.module.css'
import { Button } from '@quaff/platform/console/controls/button'
import { saveTextFile } from '@quaff/platform/console/save-file'
import { Glyph } from '@quaff/platform/console/theme/glyph'

interface CsvPickerProps {
  loading: boolean
  fileName: string | undefined
  onRead: (csv: string, fileName: string) => void
  onProblem: (message: string) => void
}

const template = `${waitlistColumns.join(',')},Favourite drink\r\nana@example.com,Ana Diaz,Portland,97202,Harbour Coffee,fair 2026,,Flat white\r\n`

/** Choose a file or drop it here. */
export function CsvPicker({ loading, fileName, onRead, onProblem }: CsvPickerProps) {
  const inputRef = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = async (file: File | undefined) => {
    if (!file) return
    if (file.size > waitlistImportLimits.characters) {
      onProblem(`${file.name} is larger than 2 MB. Split it into several files.`)
      return
    }
    onRead(await file.text(), file.name)
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
        {fileName ?? 'Drop a CSV file here, or choose one.'}
        <span className={`q-caption ${classes.hint}`}>
          Only the email is needed. Further columns are kept as answers.
        </span>
      </span>
      <input
        ref={inputRef}
        type="file"
        accept=".csv,text/csv"
        className="q-hidden"
        tabIndex={-1}
        aria-label="CSV file"
        onChange={(event) => {
          void take(event.currentTarget.files?.[0])
          // The same file, corrected, can be chosen again.
          event.currentTarget.value = ''
        }}
      />
      <Button size="sm" loading={loading} onClick={() => inputRef.current?.click()}>
        {fileName === undefined ? 'Choose file' : 'Choose another file'}
      </Button>
      <Button variant="quiet" size="sm" onClick={() => saveTextFile('waitlist-template.csv', template)}>
        Download template
      </Button>
    </div>
  )
}
