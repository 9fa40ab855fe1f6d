import { StandardRPCJsonSerializer } from '@orpc/client/standard'
import { instantsOf } from './checked-answers'

type Written = ReturnType<StandardRPCJsonSerializer['serialize']>

/**
 * The console's protocol, for answers that their schema has accepted as they are. Nothing is copied then, as JSON itself
 * writes an instant the same way; it is only told where they are. All else goes the library's way, which asks of each value
 * for eight kinds and makes it anew.
 */
export class AnswerWriter extends StandardRPCJsonSerializer {
  override serialize(...asked: Parameters<StandardRPCJsonSerializer['serialize']>): Written {
    const [data, ...within] = asked
    const known = within.length === 0 ? instantsOf(data) : undefined
    return known ? [data, known, [], []] : super.serialize(...asked)
  }
}
