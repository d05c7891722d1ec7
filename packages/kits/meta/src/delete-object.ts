import { type Call, NotAllowedError, NotFoundError } from '@social/core/platform'
import * as v from 'valibot'

import { idPath } from './addresses.js'

const successReply = v.looseObject({ success: v.literal(true) })
const idReply = v.looseObject({ id: v.string() })

/**
 * Deletes a post or a comment. Error code 100/33 means "does not exist" or "missing permission".
 * If the response to an attempt was lost, the code does not prove that the attempt deleted the
 * object, so the object is read.
 * https://developers.facebook.com/docs/graph-api/guides/error-handling (read 2026-11-22)
 *
 * @throws NotAllowedError if the object still exists.
 */
export async function deleteObject(id: string, { http, connection }: Call): Promise<void> {
  const path = idPath(id)
  if ((await http.delete(path, successReply)) === 'DELETED') return
  try {
    await http.get(path, idReply, { query: { fields: 'id' } })
  } catch (error) {
    if (NotFoundError.is(error)) return
    throw error
  }
  const { platform } = connection
  throw new NotAllowedError(
    `${platform} did not delete the object: it still exists. The account can delete only its own objects. Check which account created it.`,
    { platform },
  )
}
