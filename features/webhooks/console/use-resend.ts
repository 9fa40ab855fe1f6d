import { errorText } from '@quaff/platform/console/forms/error-text'
import { notifyError, notifySuccess } from '@quaff/platform/console/frame/notify'
import { useRefetch } from '@quaff/platform/console/query-client'
import { webhooksApi } from './webhooks-queries'

/** What is sent on a word, without a dialog. */
export function useResend() {
  const refetch = useRefetch(webhooksApi.key())
  const send = async (call: () => Promise<unknown>, done: string, failed: string) => {
    try {
      await call()
      notifySuccess(done, 'See the log for the result.')
    } catch (error) {
      notifyError(failed, errorText(error))
    }
    void refetch()
  }
  return {
    test: (endpointId: string) =>
      void send(() => webhooksApi.sendTest.call({ endpointId }), 'Test event sent', 'Couldn’t send the test event'),
    replay: (deliveryId: string) =>
      void send(() => webhooksApi.replay.call({ deliveryId }), 'Replayed', 'Couldn’t replay the delivery'),
  }
}
