import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { kindLooks } from '../../console/form-looks'
import type { FormField } from '../../fields/contract'
import { fieldKinds, fieldLimits, lockedKinds, type FieldKind } from '../../fields/rules'

interface PaletteProps {
  fields: readonly FormField[]
  onAdd: (kind: FieldKind) => void
}

const offered = fieldKinds.filter((kind) => !lockedKinds.includes(kind))

/** The kinds of questions; each button adds one below the open question, or at the end. */
export function PaletteSection({ fields, onAdd }: PaletteProps) {
  const images = fields.filter(({ kind }) => kind === 'image').length
  const refusal = (kind: FieldKind) => {
    if (fields.length >= fieldLimits.fields) return `Up to ${fieldLimits.fields} questions per form`
    return kind === 'image' && images >= fieldLimits.images
      ? `Up to ${fieldLimits.images} pictures per form`
      : undefined
  }
  return (
    <div className="q-row q-wrap" role="group" aria-label="Add a question">
      {offered.map((kind) => (
        <PermissionButton
          key={kind}
          size="sm"
          icon={kindLooks[kind].icon}
          disabledReason={refusal(kind)}
          onClick={() => onAdd(kind)}
        >
          {kindLooks[kind].label}
        </PermissionButton>
      ))}
    </div>
  )
}
