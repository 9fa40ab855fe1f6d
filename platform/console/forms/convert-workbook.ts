import { workbookPath } from '../../shared/csv'
import { uploadFile } from '../rpc'

/** Returns the first sheet of a workbook as CSV. Only the server can read workbooks. */
export async function convertWorkbook(file: Blob): Promise<string> {
  const { signal } = new AbortController()
  const answer = await uploadFile({ path: workbookPath, fields: {}, file, onProgress: () => {}, signal })
  if (typeof answer === 'object' && answer !== null && 'csv' in answer && typeof answer.csv === 'string')
    return answer.csv
  throw new Error('The answer has no rows')
}
