import { FileInput } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { ProgressBar } from '@quaff/platform/console/display/charts/meter'
import { formatPercent } from '@quaff/platform/console/display/figures/figure-text'
import { uploadFile } from '@quaff/platform/console/rpc'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import { mayUpload, uploadEndings } from '../screen-rules'
import { importUploadPath, uploadLimits } from '../uploads-contract'
import { ActDialog } from './act-dialog'
import { sizeText } from './import-looks'
import { choiceFields, isChosenWell, noChoices, UploadChoicesSection } from './upload-choices-section'
import { useRecentAct } from './use-recent-act'

/** One file, which is only checked: what comes of it is looked at before anything is written. */
export function UploadDialog({ onUploaded, onClose }: { onUploaded: (run: string) => void; onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [choices, setChoices] = useState(noChoices)
  const [share, setShare] = useState<number>()
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const act = useRecentAct(async () => {
    if (!file) return
    const control = new AbortController()
    running.current = control
    try {
      const answer = await uploadFile({
        path: importUploadPath,
        fields: { fileName: file.name.slice(-uploadLimits.fileName), ...choiceFields(choices) },
        file,
        onProgress: setShare,
        signal: control.signal,
      })
      onClose()
      if (hasRun(answer)) onUploaded(answer.runId)
    } finally {
      setShare(undefined)
    }
  })
  const fault = file === null ? undefined : faultOf(file)
  return (
    <ActDialog
      act={act}
      title="Upload a file"
      description="We check the file first. Nothing is saved until you apply it."
      button="Upload and check"
      disabled={file === null || fault !== undefined || !isChosenWell(choices)}
      onClose={onClose}
    >
      <FileInput
        label="File"
        description={`Up to 512 MB: ${uploadEndings.join(', ')}. For folders, use the command.`}
        placeholder="Choose a file"
        leftSection={<Glyph icon={IconFileUpload} />}
        accept={uploadEndings.join(',')}
        value={file}
        error={fault}
        disabled={share !== undefined}
        onChange={(chosen) => {
          act.setProblem(undefined)
          setFile(chosen)
        }}
      />
      <UploadChoicesSection choices={choices} onChoices={setChoices} />
      {file && share !== undefined && (
        <div className="q-stack-tight">
          <ProgressBar label="Uploaded" max={1} value={share} />
          <span className="q-caption" role="status">
            {share === 1
              ? 'Uploaded. Waiting for the server…'
              : `${formatPercent(share * 100, 0)} of ${sizeText(file.size)}`}
          </span>
        </div>
      )}
    </ActDialog>
  )
}

const hasRun = (answer: unknown): answer is { runId: string } =>
  typeof answer === 'object' && answer !== null && 'runId' in answer && typeof answer.runId === 'string'

function faultOf({ name, size }: File): string | undefined {
  if (!mayUpload(name)) return `Choose a file that ends in ${uploadEndings.join(', ')}`
  return size > uploadLimits.maxBytes ? 'This file is over 512 MB. Compress it or use the command.' : undefined
}
