import { workbookPath } from '../../shared/csv'
import { type FileUpload, uploadFile } from '../rpc'

/** Returns the first visible sheet of a workbook as CSV. Only the server can read workbooks. */
export async function convertWorkbook(
  upload: Pick<FileUpload, 'file' | 'onProgress' | 'signal'>,
): Promise<{ text: string; assumption: string }> {
  const answer = await uploadFile({ path: workbookPath, fields: {}, ...upload })
  if (typeof answer !== 'object' || answer === null || !('csv' in answer) || typeof answer.csv !== 'string')
    throw new Error('The answer has no rows')
  const { sheet, sheets } = { sheet: 1, sheets: 1, ...answer }
  if (sheet > 1)
    return { text: answer.csv, assumption: `Read sheet ${sheet} of ${sheets}, the first that isn’t hidden` }
  return {
    text: answer.csv,
    assumption: sheets > 1 ? `Read the first of ${sheets} sheets` : 'Read the first sheet of the workbook',
  }
}
