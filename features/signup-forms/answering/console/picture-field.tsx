import { useRef } from 'react'
import { PlainField } from '@quaff/platform/console/plain-form/plain-field'
import { pictureFault, pictureKinds } from './picture-file'

interface PictureFieldProps {
  name: string
  label: string
  optional: boolean
  help: string | undefined
  fault: string | undefined
  picture: File | undefined
  onChange: (picture: File | undefined) => void
}

const limits = 'PNG, JPEG or WebP. We’ll email you a code before it’s sent.'

/** Chosen here, uploaded as the form is sent: not before the mailbox is proved. */
export function PictureField({ picture, onChange, help, ...field }: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const remove = () => {
    // The browser's own name of the file would stay beside the button.
    if (input.current) input.current.value = ''
    input.current?.focus()
    onChange(undefined)
  }
  return (
    <PlainField {...field} help={help === undefined ? limits : `${help} ${limits}`}>
      {(control) => (
        <>
          <input
            {...control}
            ref={input}
            type="file"
            accept={pictureKinds}
            onChange={(event) => onChange(event.currentTarget.files?.[0])}
          />
          {picture !== undefined && pictureFault(picture) === null && (
            <p className="hint" role="status">
              {`${picture.name} will be sent with the form.`}
            </p>
          )}
          {picture !== undefined && (
            <button className="textlink" type="button" onClick={remove}>
              Remove picture
            </button>
          )}
        </>
      )}
    </PlainField>
  )
}
