import type { UseQueryResult } from '@tanstack/react-query'
import type { Reading } from '@quaff/platform/console/display/panel'
import { useMerchantSelection } from './session-widget'

type Read<Data> = Reading & { data: Data | undefined }

const elsewhere = 'This belongs to another merchant. Switch merchants to see it.'

/** Hides a record of other merchants than the one on screen: an address may name any that the person may see. */
export function useMerchantRecord<Data>(
  query: UseQueryResult<Data>,
  ownersOf: (data: Data) => readonly string[],
): Read<Data> {
  const { current, isGlobalView } = useMerchantSelection()
  const { data, isPending, isError, error, refetch } = query
  const owners = data === undefined ? [] : ownersOf(data)
  const isShown = isGlobalView || !current || owners.length === 0 || owners.includes(current.id)
  if (isShown) return { data, isPending, isError, error, refetch }
  return { data: undefined, isPending, isError: true, refetch, absence: elsewhere }
}
