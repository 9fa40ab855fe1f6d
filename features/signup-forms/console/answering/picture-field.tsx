import { PlainField } from '@quaff/platform/console/plain-form/plain-field'

interface PictureFieldProps {
  name: string
  label: string
  optional: boolean
  help: string | undefined
  fault: string | undefined
  picture: File | undefined
  onChange: (picture: File | undefined) => void
}

/** Chosen here, uploaded as the form is sent: not before the mailbox is proved. */
export function PictureField({ picture, onChange, help, ...field }: PictureFieldProps) {
  const limits = 'PNG, JPEG or WebP, at most 5 MB.'
  return (
    <>
      <PlainField {...field} help={help === undefined ? limits : `${help} ${limits}`}>
        {(control) => (
          <input
            {...control}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            onChange={(event) => onChange(event.currentTarget.files?.[0])}
          />
        )}
      </PlainField>
      {picture !== undefined && (
        <p className="hint" role="status">
          {`${picture.name} goes along when you send the form.`}
        </p>
      )}
    </>
  )
}
