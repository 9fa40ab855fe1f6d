import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { Button } from '../controls/button'
import { saveTextFile } from '../save-file'
import { Glyph } from '../theme/glyph'
import classes from './csv.module.css'

interface CsvPickerProps {
  loading: boolean
  /** Of the chosen file. */
  fileName: string | undefined
  /** Under the invitation: which columns there are. */
  hint: string
  /** What the server takes at most; `words` as in "larger than 2 MB". */
  limit: { characters: number; words: string }
  template: { fileName: string; csv: string }
  onRead: (csv: string, fileName: string) => void
  onProblem: (message: string) => void
}

/** Choose a file or drop it here. */
export function CsvPicker({ loading, fileName, hint, limit, template, onRead, onProblem }: CsvPickerProps) {
  const inputRef = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = async (file: File | undefined) => {
    if (!file) return
    if (file.size > limit.characters) {
      onProblem(`${file.name} is larger than ${limit.words}. Split it into several files.`)
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
        <span className={`q-caption ${classes.hint}`}>{hint}</span>
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
      <Button variant="quiet" size="sm" onClick={() => saveTextFile(template.fileName, template.csv)}>
        Download template
      </Button>
    </div>
  )
}
