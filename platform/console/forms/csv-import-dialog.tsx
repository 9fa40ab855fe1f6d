import type { ReactNode } from 'react'
import { Button } from '../controls/button'
import { Dialog, DialogButtons } from '../controls/dialog'
import { FaultNotice } from '../display/notice'
import { saveTextFile } from '../save-file'

interface CsvImportDialogProps {
  title: string
  description: string
  /** Why nothing was imported. */
  problem: string | undefined
  /** The rows are in: what is left is to look at the result. */
  isDone: boolean
  /** The rows that were left out, to be mended and sent again. */
  failed: { fileName: string; csv: string | null | undefined }
  /** "3 people"; undefined while there is nothing that could be imported. */
  importable: string | undefined
  isRefused?: boolean
  importing: boolean
  onImport: () => void
  onClose: () => void
  children: ReactNode
}

/** The frame of every import: choose a file, see what it holds, then import what is right in it. */
export function CsvImportDialog(props: CsvImportDialogProps) {
  const { title, description, problem, isDone, failed, importable, isRefused = false, importing } = props
  const failedCsv = failed.csv
  return (
    <Dialog
      opened
      onClose={props.onClose}
      size="wide"
      keepOnOutsideClick
      title={title}
      description={description}
      footer={
        isDone ? (
          <>
            {failedCsv && (
              <Button onClick={() => saveTextFile(failed.fileName, failedCsv)}>Download failed rows</Button>
            )}
            <Button variant="primary" onClick={props.onClose}>
              Done
            </Button>
          </>
        ) : (
          <DialogButtons
            onCancel={props.onClose}
            disabled={importable === undefined || isRefused}
            loading={importing}
            onClick={props.onImport}
          >
            {importable === undefined ? 'Import' : `Import ${importable}`}
          </DialogButtons>
        )
      }
    >
      <FaultNotice title="Couldn’t import this file" text={problem} />
      {props.children}
    </Dialog>
  )
}
