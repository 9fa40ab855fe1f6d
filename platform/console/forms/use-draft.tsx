import { use, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { FormField, FormFields } from '../../shared/fields/form-fields'
import { now } from '../clock'
import { tabStore } from '../tab-store'
import { DraftOwner, draftPrefix } from './changed-forms'
import { newRequestKey } from './request-key'

const WRITE_AFTER_MS = 300
const KEPT_MS = 24 * 60 * 60_000

type SecretPart = 'password' | 'secret' | 'token' | 'account' | 'iban' | 'routing' | 'taxid'
type SecretLooking<Name> = Name extends string
  ? Lowercase<Name> extends `${string}${SecretPart}${string}`
    ? Name
    : never
  : never

/** Requires the declaration of each field whose name looks secret, so that a form cannot keep it unseen. */
export type DeclaredSecrets<Values> = [SecretLooking<keyof Values>] extends [never]
  ? unknown
  : { fields: Record<SecretLooking<keyof Values>, FormField> }

export interface DraftOptions<Values extends object> {
  /** Names the form and its record, such as `location.loc_1`. */
  name: string
  form: { values: Values; getInitialValues(): Values; setValues(values: Partial<Values>): void }
  /** Declares the secret fields, which are never stored. */
  fields?: FormFields
  /** The version of the record that is edited. */
  version?: number | null
}

export interface Draft {
  /** Set if earlier input was restored; `isChanged` if its record was saved by another form since. */
  restored: { isChanged: boolean } | undefined
  discard: () => void
  /** The text was saved, or is to go. */
  forget: () => void
  /** Returns the request key of `input`: the same one if it is sent again, also after a reload. */
  keyOf: (input: unknown) => string
  /** The next request is a new one even if it equals the last one. */
  renewKey: () => void
}

/** The last request: a fingerprint of its input, and its key. */
type Sent = { input: string; key: string }
type Stored = { at: number; version: number | null; typed: object; sent: Sent | undefined }

/** Keeps what differs from the stored record in this tab, and fills it in when the same person opens the form again. */
export function useDraft<Values extends object>(options: DraftOptions<Values> | undefined, dirty: boolean): Draft {
  const owner = use(DraftOwner)
  const key = owner === undefined || options === undefined ? undefined : `${draftPrefix}${owner}.${options.name}`
  const [found] = useState(() => (key && options ? read(key, options.form.getInitialValues()) : undefined))
  const [restored, setRestored] = useState(
    found && Object.keys(found.typed).length > 0
      ? { isChanged: found.version !== (options?.version ?? null) }
      : undefined,
  )
  const sent = useRef(found?.sent)
  const text = key && options && dirty ? textOf(options) : undefined
  const latest = useRef({ key, text })
  const isForgotten = useRef(false)
  const write = () => {
    if (key === undefined || options === undefined || isForgotten.current) return
    // A copy that was sent unchanged has a request and no typed text.
    if (text === undefined && sent.current === undefined) return
    const request = sent.current ? `"sent":${JSON.stringify(sent.current)},` : ''
    tabStore.set(key, `{"at":${now().getTime()},${request}${text ?? textOf(options)}`)
  }
  const store = useEffectEvent(write)
  const restore = useEffectEvent(() => {
    if (found) options?.form.setValues(found.typed as Partial<Values>)
  })
  useLayoutEffect(() => {
    latest.current = { key, text }
  })
  // Runs before the browser paints the form.
  useLayoutEffect(() => {
    restore()
    return () => store()
  }, [])
  useEffect(() => {
    if (!dirty) return undefined
    isForgotten.current = false
    return () => {
      // The input was saved or reset.
      setRestored(undefined)
      if (latest.current.key === undefined || latest.current.text !== undefined) return
      sent.current = undefined
      tabStore.remove(latest.current.key)
    }
  }, [dirty])
  useEffect(() => {
    if (text === undefined) return undefined
    const timer = setTimeout(() => store(), WRITE_AFTER_MS)
    const onHide = () => store()
    window.addEventListener('pagehide', onHide)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', onHide)
    }
  }, [text])

  const forget = () => {
    isForgotten.current = true
    sent.current = undefined
    setRestored(undefined)
    if (key) tabStore.remove(key)
  }
  const discard = () => {
    forget()
    if (options) options.form.setValues(options.form.getInitialValues())
  }
  const keyOf = (input: unknown): string => {
    const print = fingerprint(JSON.stringify(input))
    const request = sent.current?.input === print ? sent.current : { input: print, key: newRequestKey() }
    sent.current = request
    isForgotten.current = false
    write()
    return request.key
  }
  const renewKey = () => {
    sent.current = undefined
  }
  return { restored, discard, forget, keyOf, renewKey }
}

/**
 * Returns the FNV-1a hash and the length. It only compares requests of one form, and the input itself is not stored.
 */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return `${(hash >>> 0).toString(16)}.${text.length}`
}

function textOf<Values extends object>({ form, fields = {}, version = null }: DraftOptions<Values>): string {
  const before = form.getInitialValues()
  const typed = Object.fromEntries(
    Object.entries(form.values).filter(
      ([field, value]) =>
        !isSecret(fields[field]) && JSON.stringify(value) !== JSON.stringify(Reflect.get(before, field)),
    ),
  )
  return `"version":${version},"typed":${JSON.stringify(typed)}}`
}

const isSecret = (field: FormField | undefined) => field !== undefined && 'isSecret' in field && field.isSecret === true

function read(key: string, initial: object): Stored | undefined {
  const text = tabStore.get(key)
  if (text === undefined) return undefined
  const draft = parse(text)
  if (
    draft &&
    now().getTime() - draft.at < KEPT_MS &&
    (draft.sent !== undefined || Object.keys(draft.typed).length > 0) &&
    fits(draft.typed, initial)
  )
    return draft
  tabStore.remove(key)
  return undefined
}

function parse(text: string): Stored | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (!isRecord(value) || typeof value['at'] !== 'number' || !isRecord(value['typed'])) return undefined
    const { at, version, typed, sent } = value
    return { at, version: typeof version === 'number' ? version : null, typed, sent: isSent(sent) ? sent : undefined }
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isSent = (value: unknown): value is Sent =>
  isRecord(value) && typeof value['input'] === 'string' && typeof value['key'] === 'string'

/** Returns true if a stored draft of an earlier console version still has the shape of this form. */
function fits(value: unknown, sample: unknown): boolean {
  if (value === null || sample === null || sample === undefined) return true
  if (Array.isArray(sample))
    return Array.isArray(value) && value.every((item) => sample.length === 0 || fits(item, sample[0]))
  if (isRecord(sample))
    return isRecord(value) && Object.entries(value).every(([name, part]) => name in sample && fits(part, sample[name]))
  return typeof value === typeof sample
}
