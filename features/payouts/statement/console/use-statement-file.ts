import { useMutation } from '@tanstack/react-query'
import { notifyError } from '@quaff/platform/console/frame/notify'
import { downloadFile } from '@quaff/platform/console/rpc'

type Stated = { id: string; merchantName?: string; period: string; currency: string }

/** Downloads all lines of one statement, as CSV if no format is named. */
export function useStatementFile() {
  return useMutation({
    mutationFn: ({ format = 'csv', ...payout }: Stated & { format?: 'csv' | 'xlsx' }) =>
      downloadFile({
        path: '/api/files/payout-statement',
        body: { payoutId: payout.id, ...(format !== 'csv' && { format }) },
        fileName: `${fileStem(payout)}.${format}`,
      }),
    onError: (error) => notifyError('Couldn’t export the statement', error.message),
  })
}

/** "statement-2026-10-bean-there-usd" */
function fileStem({ merchantName, period, currency }: Stated): string {
  const name = (merchantName ?? '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
  return ['statement', period, name, currency].filter((part) => part !== '').join('-')
}
