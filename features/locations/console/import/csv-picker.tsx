import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { importColumns, importLimits } from '../../import/contract'
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
const template = `${importColumns.join(',')}\r\n${example.join(',')}\r\n`

/** Choose a file or drop it here. */
export function CsvPicker({ loading, fileName, onRead, onProblem }: CsvPickerProps) {
  const inputRef = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = async (file: File | undefined) => {
    if (!file) return
    if (file.size > importLimits.characters) {
      onProblem(`${file.name} is larger than 300 KB. Split it into several files.`)
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
          Only the name is needed. Hours per day: 07:00-19:00, closed, or blank.
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
      <Button variant="quiet" size="sm" onClick={() => saveTextFile('locations-template.csv', template)}>
        Download template
      </Button>
    </div>
  )
}
