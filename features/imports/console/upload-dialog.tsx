import { FileInput, Input, MultiSelect, TextInput } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Segmented } from '@quaff/platform/console/controls/choices'
import { mainLandmark } from '@quaff/platform/console/controls/popover'
import { ProgressBar } from '@quaff/platform/console/display/charts/bar-list'
import { formatPercent } from '@quaff/platform/console/display/formats'
import { normalizedInput } from '@quaff/platform/console/forms/field-inputs'
import { uploadFile } from '@quaff/platform/console/rpc'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import { importUploadPath, uploadKinds, uploadLimits } from '../contract'
import { kindLabels } from '../kinds-rules'
import { isCurrency } from '../money-rules'
import { mayUpload, uploadEndings } from '../problem-rules'
import type { AmountUnit } from '../report-contract'
import { sizeText } from './import-status-pill'
import { ActionDialog, useSensitiveAction } from './run-dialogs'
import classes from './imports.module.css'

/** Uploads one file, which is only checked: nothing is written before the import is applied. */
export function UploadDialog({ onUploaded, onClose }: { onUploaded: (run: string) => void; onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [choices, setChoices] = useState(noChoices)
  const [share, setShare] = useState<number>()
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const action = useSensitiveAction(async () => {
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
  const fault = file === null ? undefined : errorOf(file)
  return (
    <ActionDialog
      action={action}
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
          action.setProblem(undefined)
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
    </ActionDialog>
  )
}

const hasRun = (answer: unknown): answer is { runId: string } =>
  typeof answer === 'object' && answer !== null && 'runId' in answer && typeof answer.runId === 'string'

function errorOf({ name, size }: File): string | undefined {
  if (!mayUpload(name)) return `Choose a file that ends in ${uploadEndings.join(', ')}`
  return size > uploadLimits.maxBytes ? 'This file is over 512 MB. Compress it or use the command.' : undefined
}

type UploadChoices = { only: readonly string[]; amounts: AmountUnit | ''; currency: string }
const noChoices: UploadChoices = { only: [], amounts: '', currency: '' }

const choiceFields = ({ only, amounts, currency }: UploadChoices): Record<string, string> => ({
  ...(only.length > 0 && { only: only.join(',') }),
  ...(amounts !== '' && { amounts }),
  ...(currency.trim() !== '' && { currency: currencyText(currency) }),
})

const currencyText = (typed: string) => typed.trim().toUpperCase()
const isChosenWell = ({ currency }: UploadChoices) => currency.trim() === '' || isCurrency(currencyText(currency))

const kinds = uploadKinds.map((kind) => ({ value: kind, label: kindLabels[kind] }))
const units = [
  { value: '', label: 'Default' },
  { value: 'cents', label: 'Cents: 2999' },
  { value: 'units', label: 'Whole: 29.99' },
] as const

interface UploadChoicesProps {
  choices: UploadChoices
  onChoices: (choices: UploadChoices) => void
}

function UploadChoicesSection({ choices, onChoices }: UploadChoicesProps) {
  return (
    <details>
      <summary className="q-link">Options</summary>
      <div className={classes.choices}>
        <MultiSelect
          label="Only"
          description="You can import the rest later."
          placeholder={choices.only.length === 0 ? 'Everything' : undefined}
          data={kinds}
          value={[...choices.only]}
          searchable
          hidePickedOptions
          comboboxProps={{ shadow: 'md', portalProps: { target: mainLandmark() } }}
          onChange={(only) => onChoices({ ...choices, only })}
        />
        <Input.Wrapper label="Amounts" labelElement="div" description="Format of prices and subscriptions">
          <div className="q-row">
            <Segmented
              label="Amounts"
              value={choices.amounts}
              options={units}
              onChange={(amounts) => onChoices({ ...choices, amounts })}
            />
          </div>
        </Input.Wrapper>
        <TextInput
          label="Currency"
          description="For amounts without a currency"
          placeholder="USD"
          maxLength={3}
          error={isChosenWell(choices) ? undefined : 'Enter three letters, such as CHF'}
          {...normalizedInput({
            value: choices.currency,
            normalize: currencyText,
            onChange: (currency) => onChoices({ ...choices, currency }),
          })}
        />
      </div>
    </details>
  )
}
