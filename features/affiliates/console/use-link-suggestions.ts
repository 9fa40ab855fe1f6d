import type { UseFormReturnType } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { readOf } from '@quaff/platform/shared/fields/form-fields'
import { linkFields, linkLimits } from '../contract'
import { affiliatesApi } from './affiliate-queries'
import { codeFor, type FormMode, type LinkForm, nextNumbered, slugFor } from './link-form'

const slugTaken = 'This link is taken. Choose another.'
const codeTaken = 'This code is taken. Choose another.'

/** After this many taken numbers the user must choose a name. */
const mostTries = 20

/**
 * URL and code follow the name until they are edited. A suggestion that is taken gets the next number; an edited one
 * is only reported as taken.
 */
export function useLinkSuggestions(form: UseFormReturnType<LinkForm>, mode: FormMode, linkId: string | undefined) {
  const follows = useRef({ slug: mode !== 'edit', code: mode !== 'edit', name: mode === 'create' })
  const tries = useRef(0)
  const { slug, code } = form.values
  const isSaved = mode === 'edit' && !form.isDirty('slug')
  const free = useAvailability({ slug, code: mode === 'edit' ? undefined : code, linkId })

  const { setFieldValue } = form
  useEffect(() => {
    if (free.slug !== 'taken' || !follows.current.slug || tries.current++ > mostTries) return
    setFieldValue('slug', nextNumbered(slug, '-', linkLimits.slug))
  }, [free.slug, slug, setFieldValue])
  useEffect(() => {
    if (free.code !== 'taken' || !follows.current.code || tries.current++ > mostTries) return
    setFieldValue('code', nextNumbered(code, '', linkLimits.code))
  }, [free.code, code, setFieldValue])

  const write = (field: 'slug' | 'code', value: string) => {
    follows.current[field] = false
    form.setFieldValue(field, value)
  }
  return {
    rename: (name: string) => {
      form.setFieldValue('name', name)
      if (!follows.current.name) return
      tries.current = 0
      if (follows.current.slug) form.setFieldValue('slug', slugFor(name))
      if (follows.current.code) form.setFieldValue('code', codeFor(name))
    },
    slug: {
      change: (value: string) => write('slug', value),
      error: free.slug === 'taken' && !follows.current.slug ? slugTaken : undefined,
      /** Said once the address of an existing link differs from the saved one. */
      note: mode === 'edit' && form.isDirty('slug') ? 'The old link keeps working' : undefined,
      text: withState(`${window.location.host}/r/${slug.trim().toLowerCase() || '…'}`, isSaved ? 'unknown' : free.slug),
    },
    code: {
      change: (value: string) => write('code', value),
      error: free.code === 'taken' && !follows.current.code ? codeTaken : undefined,
      text: withState('Can’t be changed later', free.code),
    },
  }
}
export type LinkSuggestions = ReturnType<typeof useLinkSuggestions>

const availabilityTexts: Partial<Record<Availability, string>> = { checking: 'checking…', free: 'available' }

function withState(text: string, state: Availability): string {
  const word = availabilityTexts[state]
  return word === undefined ? text : `${text} · ${word}`
}

const CHECK_DELAY_MS = 300

type Availability = 'unknown' | 'checking' | 'free' | 'taken'

/** Checks after a pause in typing, and only well-formed values. The save decides. */
function useAvailability(requested: { slug: string; code: string | undefined; linkId: string | undefined }) {
  const [slug] = useDebouncedValue(requested.slug, CHECK_DELAY_MS)
  const [code] = useDebouncedValue(requested.code, CHECK_DELAY_MS)
  const input = {
    slug: readOf(linkFields.slug, slug),
    code: readOf(linkFields.code, code ?? ''),
    linkId: requested.linkId,
  }
  const { data, isFetching } = useQuery(
    affiliatesApi.check.queryOptions({
      input,
      enabled: input.slug !== undefined || input.code !== undefined,
      retry: false,
      staleTime: 0,
    }),
  )
  const stateOf = (isRequested: boolean, isCurrent: boolean, isFree: boolean | undefined): Availability => {
    if (!isRequested) return 'unknown'
    if (!isCurrent || isFetching) return 'checking'
    if (isFree === undefined) return 'unknown'
    return isFree ? 'free' : 'taken'
  }
  return {
    slug: stateOf(input.slug !== undefined, slug === requested.slug, data?.slugFree),
    code: stateOf(input.code !== undefined, code === requested.code, data?.codeFree),
  }
}
