/** The stable word of a refusal of the typed API; undefined for any other error. */
export function reasonOf(error: unknown): string | undefined {
  const reason = detailOf(error)?.['reason']
  return typeof reason === 'string' ? reason : undefined
}

/** The input that a refusal is about, where it names one. */
export function refusedField(error: unknown): string | undefined {
  const field = detailOf(error)?.['field']
  return typeof field === 'string' ? field : undefined
}

/** The same where it is one of the form's. */
export function refusedFieldOf<Field extends string>(error: unknown, fields: readonly Field[]): Field | undefined {
  const named = refusedField(error)
  return fields.find((field) => field === named)
}

function detailOf(error: unknown): Record<string, unknown> | undefined {
  if (!(error instanceof Error) || !('data' in error)) return undefined
  const { data } = error
  return typeof data === 'object' && data !== null ? { ...data } : undefined
}

const unreachable = 'The server could not be reached. Try again.'

/** A refusal in the server's words; anything else is a failed connection. */
export function problemText(error: unknown): string {
  return reasonOf(error) !== undefined && error instanceof Error ? error.message : unreachable
}
